import type { FromWorker, Resumption } from '@offloop/contract';

type Connected = Extract<FromWorker, { type: 'connected' }>;

/** The role of a worker that is about to start. */
export interface ShardRole {
  readonly leads: boolean;
  /** The cluster that the client is in, or was in last; null before the first. */
  readonly resumption: Resumption | null;
}

/**
 * Keeps which shard leads, and which shards are in the leader's cluster. When the worker of the leader dies, the next shard that has
 * connections leads. The one that died comes back as one that follows.
 *
 * ```
 *   leader:    connecting ──▶ in cluster X ──────────────────────────▶ lost ──▶ …
 *   follower:  waiting ─────── told: X ─────▶ connecting ──▶ in X ──▶ …
 *                                                            └─ all are in X, and the leader listens: the client is connected
 * ```
 */
export class Leadership {
  /** The shards that make up the client's connection: it is connected while each of them is. */
  #members: readonly number[];
  /** Shards that have had a worker. */
  readonly #started = new Set<number>();
  /** The id of the cluster that each shard has connections to; none for a shard without connections. */
  readonly #clusters = new Map<number, string>();
  #leader = 0;
  #cluster: Resumption | null = null;
  /** True while a new leader has connections that carry calls, but its listeners are still being registered. */
  #isTakingOver = false;

  /** @param members the shards that make up the client's connection. */
  constructor(members: readonly number[]) {
    this.#members = members;
  }

  get leader(): number {
    return this.#leader;
  }

  /** The cluster that the leader is in, or was in last; null before the first. */
  get cluster(): Resumption | null {
    return this.#cluster;
  }

  /** True if every shard is connected to the leader's cluster, and the leader's listeners are registered there. */
  get isComplete(): boolean {
    if (this.#cluster === null || this.#isTakingOver) return false;
    const id = this.#cluster.clusterId;
    return this.#members.every((shard) => this.#clusters.get(shard) === id);
  }

  get isAnyConnected(): boolean {
    return this.#clusters.size > 0;
  }

  isConnected(shard: number): boolean {
    return this.#clusters.has(shard);
  }

  /** Returns true if the shard is connected to this cluster. */
  isIn(shard: number, clusterId: string): boolean {
    return this.#clusters.get(shard) === clusterId;
  }

  /** Returns true if the shard is one of those that make up the client's connection. */
  isMember(shard: number): boolean {
    return this.#members.includes(shard);
  }

  /** Another shard leads from now on, which is in the leader's cluster; the client's connection is that shard's alone. */
  handOver(shard: number): void {
    this.#members = [shard];
    this.#leader = shard;
  }

  /** Returns the role of a worker that is about to start: the first of its shard, or one that replaces a dead one. */
  onStart(shard: number): ShardRole {
    this.#clusters.delete(shard);
    if (this.#started.has(shard) && shard === this.#leader) this.#leader = this.#successorOf(shard);
    this.#started.add(shard);
    return { leads: shard === this.#leader, resumption: this.#cluster };
  }

  /**
   * Notes that a shard is connected. @returns the cluster that the other shards must enter; undefined if it was not the leader
   * that connected.
   */
  onConnected({ candidate, clusterId, partitionCount }: Connected, shard: number): Resumption | undefined {
    this.#clusters.set(shard, clusterId);
    if (shard !== this.#leader) return undefined;
    return (this.#cluster = { candidate, clusterId, partitionCount });
  }

  onDisconnected(shard: number): void {
    this.#clusters.delete(shard);
  }

  /** Notes that the leader has changed, and begins to listen in place of the previous one. */
  onTakeover(): void {
    this.#isTakingOver = true;
  }

  /** Notes that the new leader listens on all its connections. */
  onTakenOver(): void {
    this.#isTakingOver = false;
  }

  /** Returns the next shard that has connections, as it gets events at once. Without any, the next shard. */
  #successorOf(shard: number): number {
    const members = this.#members;
    const next = (step: number): number => members[(members.indexOf(shard) + step) % members.length];
    for (let step = 1; step < members.length; step++) if (this.#clusters.has(next(step))) return next(step);
    return next(1);
  }
}
