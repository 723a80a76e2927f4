import type { Member } from '../cluster/member.js';
import type {
  Cluster,
  InitialMembershipEvent,
  InitialMembershipListener,
  MembershipEvent,
} from '../cluster/membership.js';
import type { ClientConfig, LoadBalancer } from '../config/client-config.js';

/** A base class for load balancers, which keeps the current list of members. */
export abstract class AbstractLoadBalancer implements LoadBalancer, InitialMembershipListener {
  #cluster: Cluster | undefined;
  #members: Member[] = [];

  /** Returns the member for the next call, or null for any. Called on the caller's thread. */
  abstract next(): Member | null;
  /** @deprecated not called, as by the official client since 5.0 */
  abstract nextDataMember(): Member | null;
  /** @deprecated not called, as by the official client since 5.0 */
  abstract canGetNextDataMember(): boolean;

  /** Called once by the client; begins to follow the cluster's members. */
  initLoadBalancer(cluster: Cluster, _config: ClientConfig): void {
    this.#cluster = cluster;
    cluster.addMembershipListener(this);
  }

  /** Called first, with the present members. */
  init(_event: InitialMembershipEvent): void {
    this.#follow();
  }

  /** Called when a member has joined. */
  memberAdded(_event: MembershipEvent): void {
    this.#follow();
  }

  /** Called when a member has left. */
  memberRemoved(_event: MembershipEvent): void {
    this.#follow();
  }

  /** Returns the members that keep data, oldest first; none before the first connection. */
  protected getDataMembers(): Member[] {
    return this.#members.filter((member) => !member.liteMember);
  }

  /** Returns the members, oldest first; none before the first connection. */
  protected getMembers(): Member[] {
    return this.#members;
  }

  #follow(): void {
    this.#members = this.#cluster!.getMembers();
  }
}
