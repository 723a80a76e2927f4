import type { Connection } from './connection.js';
import type { ShardSettings } from './control.js';
import { LoadBalancer } from './load-balancer.js';
import { memberTag } from './member-tag.js';
import type { PartitionTable } from './partition-table.js';

/** Of the shard's settings. */
export type RoutingSettings = Pick<ShardSettings, 'smartRouting' | 'loadBalancing'>;

/** The connections that carry calls, one a member, and which of them a call takes. */
export class MemberConnections {
  readonly #smartRouting: boolean;
  readonly #partitions: PartitionTable;
  readonly #balancer: LoadBalancer<Connection>;
  readonly #byMember = new Map<string, Connection>();
  /** The same, as a call needs them. */
  #all: readonly Connection[] = [];

  constructor(settings: RoutingSettings, partitions: PartitionTable) {
    this.#smartRouting = settings.smartRouting;
    this.#partitions = partitions;
    this.#balancer = new LoadBalancer(settings.loadBalancing);
  }

  /** In the order in which they were added. */
  get all(): readonly Connection[] {
    return this.#all;
  }

  get size(): number {
    return this.#all.length;
  }

  has(memberUuid: string): boolean {
    return this.#byMember.has(memberUuid);
  }

  add(connection: Connection): void {
    this.#byMember.set(connection.memberUuid, connection);
    this.#all = [...this.#byMember.values()];
  }

  /** @returns whether it was one of them. */
  remove(connection: Connection): boolean {
    if (this.#byMember.get(connection.memberUuid) !== connection) return false;
    this.#byMember.delete(connection.memberUuid);
    this.#all = [...this.#byMember.values()];
    return true;
  }

  /** The connection to the owner of a partition, or any other: a member passes on what is not its own. */
  route(partitionId: number): Connection | undefined {
    if (partitionId >= 0 && this.#smartRouting) {
      const owner = this.#byMember.get(this.#partitions.ownerOf(partitionId));
      // A closed connection is told of in a later turn: what it were given now would be lost with it.
      if (owner !== undefined && !owner.isClosed) return owner;
    }
    return this.any();
  }

  /** Any connection, as the load balancing has it. */
  any(): Connection | undefined {
    return this.#balancer.choose(this.#all);
  }

  /** The connection to the member of that `memberTag`, or else any: a caller's own choice is a wish. */
  preferring(tag: number): Connection | undefined {
    for (const connection of this.#all) {
      if (memberTag(connection.memberUuid) === tag && !connection.isClosed) return connection;
    }
    return this.any();
  }

  byNumber(number: number): Connection | undefined {
    return this.#all.find((connection) => connection.number === number);
  }

  /** `performance.now()` since when none is paused; now, while one is. */
  readingSince(): number {
    return Math.max(
      0,
      ...this.#all.map(({ isPaused, resumedAt }) => (isPaused ? performance.now() : resumedAt)),
    );
  }
}
