import { monotonicNow } from '@offloop/runtime/clock';
import type { Connection } from '../connection/connection.js';
import { memberTag, type ShardSettings } from '@offloop/contract';
import { LoadBalancer } from './load-balancer.js';
import type { PartitionTable } from './partition-table.js';

/** The shard's settings that say how calls are routed. */
export type RoutingSettings = Pick<ShardSettings, 'smartRouting' | 'loadBalancing'>;

/** The connections that carry calls, one a member, and which of them a call takes. */
export class MemberConnections {
  readonly #smartRouting: boolean;
  readonly #partitions: PartitionTable;
  readonly #balancer: LoadBalancer<Connection>;
  readonly #byMember = new Map<string, Connection>();
  /** All of them as an array, which is what a call needs. */
  #all: readonly Connection[] = [];

  constructor(settings: RoutingSettings, partitions: PartitionTable) {
    this.#smartRouting = settings.smartRouting;
    this.#partitions = partitions;
    this.#balancer = new LoadBalancer(settings.loadBalancing);
  }

  /** All connections, in the order in which they were added. */
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
      // A connection that is closed stays here until a later turn. A call sent on it would be lost.
      if (owner !== undefined && !owner.isClosed) return owner;
    }
    return this.any();
  }

  /** Any connection; the load balancer chooses. */
  any(): Connection | undefined {
    return this.#balancer.choose(this.#all);
  }

  /** The connection to the member with this `memberTag`, or any other if there is none: the caller only prefers it. */
  preferring(tag: number): Connection | undefined {
    for (const connection of this.#all) {
      if (memberTag(connection.memberUuid) === tag && !connection.isClosed) return connection;
    }
    return this.any();
  }

  /** The connection to a member, or any other if there is none: its member passes on what names another. */
  to(memberUuid: string): Connection | undefined {
    const connection = this.#byMember.get(memberUuid);
    return connection === undefined || connection.isClosed ? this.any() : connection;
  }

  byNumber(number: number): Connection | undefined {
    return this.#all.find((connection) => connection.number === number);
  }

  /** `monotonicNow()` since when none is paused; now, while one is. */
  readingSince(): number {
    return Math.max(
      0,
      ...this.#all.map(({ isPaused, resumedAt }) => (isPaused ? monotonicNow() : resumedAt)),
    );
  }
}
