import type { World } from '../time/world.js';
import type { MemberInvalidations } from './member-invalidations.js';
import type { Operations } from './operations.js';
import type { Partition } from './partition.js';
import type { ServerConnection } from './server-connection.js';
import type { SimulatedMember } from './simulated-member.js';

/** Milliseconds that a partition takes at most to be emptied, also once its member has begun to destroy the map. */
const SLOWEST_PARTITION = 100;
/** Milliseconds that a member takes at most to hear that the map is destroyed. */
const SLOWEST_MEMBER = 20;

/** The part of its cluster that is wiped. */
export interface Wiped {
  readonly world: World;
  readonly operations: Operations;
  readonly invalidations: MemberInvalidations;
  readonly partitions: readonly Partition[];
  readonly connections: readonly ServerConnection[];
  readonly alive: readonly SimulatedMember[];
  /** A member has destroyed the map. */
  onDestroyed(): void;
}

/** Another client clears the map, or destroys it. */
export class Wipes {
  readonly #cluster: Wiped;

  constructor(cluster: Wiped) {
    this.#cluster = cluster;
  }

  wipe(isDestroyed: boolean): void {
    if (isDestroyed) this.#destroy();
    else this.#clear();
  }

  /** Each partition is cleared by its owner, in its time. One that cannot be just then is not: the call fails halfway. */
  #clear(): void {
    const { operations, invalidations } = this.#cluster;
    for (const partition of this.#cluster.partitions) {
      const { owner } = partition;
      this.#soon(owner, SLOWEST_PARTITION, () => {
        if (partition.owner !== owner || partition.isMigrating) return;
        operations.empty(partition);
        invalidations.onCleared(partition, this.#cluster.connections);
      });
    }
  }

  /** Each member does its part: it tells near caches first, forgets what it knows of them, and then drops the entries. */
  #destroy(): void {
    const { operations, invalidations, partitions } = this.#cluster;
    for (const member of this.#cluster.alive)
      this.#soon(member, SLOWEST_MEMBER, () => {
        invalidations.onDestroyed(member, this.#cluster.connections);
        this.#cluster.onDestroyed();
        for (const partition of partitions)
          this.#soon(member, SLOWEST_PARTITION, () => {
            if (partition.owner === member) operations.empty(partition);
          });
      });
  }

  #soon(member: SimulatedMember, latest: number, run: () => void): void {
    member.after(this.#cluster.world.random.skewed(0.1, latest), run);
  }
}
