import type { ClientConfig } from '../config/client-config.js';
import type { Cluster } from './cluster-service.js';
import type { Member } from './member.js';
import type { InitialMembershipEvent, InitialMembershipListener, MembershipEvent } from './membership.js';

/**
 * Chooses the member for each call that is not for a key, on the caller's thread. Not asked where `network.smartRouting`
 * is false, nor by calls that are sent again.
 *
 * What it throws rejects the call it was asked for with IllegalStateError.
 */
export interface LoadBalancer {
  /**
   * Called once, when the client is connected (with `connectionStrategy.asyncStart`: when it is made). What it throws makes
   * the client fail to start.
   *
   * @param config as the client was given it.
   */
  initLoadBalancer(cluster: Cluster, config: ClientConfig): void;
  /** The member for the next call. Null, or one without a connection: any member is taken. */
  next(): Member | null;
  /** @deprecated not called, as by the official client since 5.0 */
  nextDataMember?(): Member | null;
  /** @deprecated not called, as by the official client since 5.0 */
  canGetNextDataMember?(): boolean;
}

/** A base for load balancers that follows the member list. */
export abstract class AbstractLoadBalancer implements LoadBalancer, InitialMembershipListener {
  #cluster: Cluster | undefined;
  #members: Member[] = [];

  abstract next(): Member | null;
  abstract nextDataMember(): Member | null;
  abstract canGetNextDataMember(): boolean;

  initLoadBalancer(cluster: Cluster, _config: ClientConfig): void {
    this.#cluster = cluster;
    cluster.addMembershipListener(this);
  }

  init(_event: InitialMembershipEvent): void {
    this.#follow();
  }

  memberAdded(_event: MembershipEvent): void {
    this.#follow();
  }

  memberRemoved(_event: MembershipEvent): void {
    this.#follow();
  }

  /** The members that keep data, oldest first; none before the first connection. */
  protected getDataMembers(): Member[] {
    return this.#members.filter((member) => !member.liteMember);
  }

  /** The members, oldest first; none before the first connection. */
  protected getMembers(): Member[] {
    return this.#members;
  }

  #follow(): void {
    this.#members = this.#cluster!.getMembers();
  }
}
