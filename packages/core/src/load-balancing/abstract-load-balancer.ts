import type { Member } from '../cluster/member.js';
import type {
  Cluster,
  InitialMembershipEvent,
  InitialMembershipListener,
  MembershipEvent,
} from '../cluster/membership.js';
import type { ClientConfig, LoadBalancer } from '../config/client-config.js';

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
