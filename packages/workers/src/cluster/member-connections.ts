import { monotonicNow } from '@offloop/runtime/clock';
import type { Connection } from '../connection/connection.js';
import { memberTag, type ShardSettings } from '@offloop/contract';
import { LoadBalancer } from './load-balancer.js';
import type { PartitionTable } from './partition-table.js';

/** The connections that carry calls, one to each member. It chooses the connection of each call. */
export class MemberConnections {
  readonly #smartRouting: boolean;
  readonly #partitions: PartitionTable;
  readonly #balancer: LoadBalancer<Connection>;
  readonly #byMember = new Map<string, Connection>();
  /** All connections as an array, the form that a call needs. */
  #all: readonly Connection[] = [];

  constructor(settings: Pick<ShardSettings, 'smartRouting' | 'loadBalancing'>, partitions: PartitionTable) {
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

  /** Removes a connection. @returns false if it was not one of these. */
  remove(connection: Connection): boolean {
    if (this.#byMember.get(connection.memberUuid) !== connection) return false;
    this.#byMember.delete(connection.memberUuid);
    this.#all = [...this.#byMember.values()];
    return true;
  }

  /** The connection to the owner of a partition, else any other: a member passes on calls for partitions of others. */
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

  /** The connection to the member with this `memberTag`, else any other: the member is only preferred. */
  preferring(tag: number): Connection | undefined {
    for (const connection of this.#all) {
      if (memberTag(connection.memberUuid) === tag && !connection.isClosed) return connection;
    }
    return this.any();
  }

  /** The connection to a member, else any other: the other member passes on requests that name this one. */
  to(memberUuid: string): Connection | undefined {
    const connection = this.#byMember.get(memberUuid);
    return connection === undefined || connection.isClosed ? this.any() : connection;
  }

  /** The connection with this number; undefined if it is closed, as a call that is sent on it would be lost. */
  open(number: number): Connection | undefined {
    const connection = this.byNumber(number);
    return connection?.isClosed === true ? undefined : connection;
  }

  byNumber(number: number): Connection | undefined {
    return this.#all.find((connection) => connection.number === number);
  }

  /** The time of `monotonicNow()` since when no connection is paused; the present time while one is. */
  readingSince(): number {
    return Math.max(
      0,
      ...this.#all.map(({ isPaused, resumedAt }) => (isPaused ? monotonicNow() : resumedAt)),
    );
  }
}
