import type { FromWorker, Resumption } from '@offloop/contract';

type Connected = Extract<FromWorker, { type: 'connected' }>;

/** What a worker that is about to start is told of the others. */
export interface ShardRole {
  readonly leads: boolean;
  /** The cluster the client is in, or was in last; null before the first. */
  readonly resumption: Resumption | null;
}

/**
 * Which of the shards leads, and which of them are in the leader's cluster. When the worker of the leader dies, the next shard leads that
 * has connections. The one that died comes back as one that follows.
 *
 * ```
 *   leader:    connecting ──▶ in cluster X ──────────────────────────▶ lost ──▶ …
 *   follower:  waiting ─────── told: X ─────▶ connecting ──▶ in X ──▶ …
 *                                                            └─ all are in X, and the leader listens: the client is connected
 * ```
 */
export class Leadership {
  readonly #count: number;
  /** Shards that have had a worker. */
  readonly #started = new Set<number>();
  /** The cluster each shard has connections to; none: it has none. */
  readonly #clusters = new Map<number, string>();
  #leader = 0;
  #cluster: Resumption | null = null;
  /** A new leader has connections that carry calls, and listeners are still being made on them. */
  #isTakingOver = false;

  constructor(count: number) {
    this.#count = count;
  }

  get leader(): number {
    return this.#leader;
  }

  /** The cluster the leader is in, or was in last; null before the first. */
  get cluster(): Resumption | null {
    return this.#cluster;
  }

  /** Whether every shard is connected to the leader's cluster, and the leader hears of what happens there. */
  get isComplete(): boolean {
    if (this.#cluster === null || this.#isTakingOver) return false;
    const id = this.#cluster.clusterId;
    for (let shard = 0; shard < this.#count; shard++) {
      if (this.#clusters.get(shard) !== id) return false;
    }
    return true;
  }

  get isAnyConnected(): boolean {
    return this.#clusters.size > 0;
  }

  isConnected(shard: number): boolean {
    return this.#clusters.has(shard);
  }

  /** A worker is about to start: the first of its shard, or one that takes a dead one's place. */
  onStart(shard: number): ShardRole {
    this.#clusters.delete(shard);
    if (this.#started.has(shard) && shard === this.#leader) this.#leader = this.#successorOf(shard);
    this.#started.add(shard);
    return { leads: shard === this.#leader, resumption: this.#cluster };
  }

  /** @returns the cluster that the others have to follow to; undefined where it was not the leader that connected. */
  onConnected({ candidate, clusterId, partitionCount }: Connected, shard: number): Resumption | undefined {
    this.#clusters.set(shard, clusterId);
    if (shard !== this.#leader) return undefined;
    return (this.#cluster = { candidate, clusterId, partitionCount });
  }

  onDisconnected(shard: number): void {
    this.#clusters.delete(shard);
  }

  /** The leader has changed: it begins to listen in place of the one before. */
  onTakeover(): void {
    this.#isTakingOver = true;
  }

  /** The new leader listens on all connections that it has. */
  onTakenOver(): void {
    this.#isTakingOver = false;
  }

  /** The next one that has connections: it hears of events at once. Without any, the next one. */
  #successorOf(shard: number): number {
    for (let step = 1; step < this.#count; step++) {
      const next = (shard + step) % this.#count;
      if (this.#clusters.has(next)) return next;
    }
    return (shard + 1) % this.#count;
  }
}
