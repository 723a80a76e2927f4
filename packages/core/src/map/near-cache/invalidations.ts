import type { UuidHalves } from '@offloop/values';

/** State of one partition's invalidations of one map. */
interface PartitionState {
  /** UUID of the partition. Its numbers begin anew with each new one. */
  uuid: UuidHalves;
  /** The highest number of an invalidation that was received. */
  sequence: bigint;
  /** The highest number that a member had given out, by its latest answer. */
  announced: bigint;
  /** The highest number that was known when members were asked: unless numbers began anew, their answers are not lower. */
  least: bigint;
  /** Count of numbers that were missing between those that were received. */
  missed: bigint;
  generation: number;
}

/**
 * Finds out which values may have missed an invalidation. Members number the invalidations of a map in each partition:
 *
 *     received 7, 8, 11         9 and 10 are missing; they may only be late, up to the next repair
 *     announced 12, then again  12 was given out before the last repair and is not here: it is lost
 *     another UUID              the partition lost its count: anything may be lost
 *     answered 3                the count began anew: the map was destroyed, and anything may be lost
 *
 * From then on the values of a partition are stale: they were read under an earlier generation of it.
 */
export class Invalidations {
  readonly #partitions = new Map<number, PartitionState>();
  readonly #tolerated: bigint;
  #missed = 0n;

  /** @param tolerated number of missing invalidations of the map at which all values of their partitions are stale at once. */
  constructor(tolerated: number) {
    this.#tolerated = BigInt(tolerated);
  }

  /** Returns the present generation of a partition. A value that was read under another one is stale. */
  generationOf(partition: number): number {
    return this.#partitions.get(partition)?.generation ?? 0;
  }

  /** Takes an invalidation that a member has sent. */
  hear(partition: number, uuid: UuidHalves, sequence: bigint): void {
    const state = this.#stateOf(partition, uuid, sequence);
    if (sequence <= state.sequence) return;
    const missed = sequence - state.sequence - 1n;
    state.sequence = sequence;
    if (missed === 0n) return;
    state.missed += missed;
    this.#missed += missed;
    if (this.#missed >= this.#tolerated) this.#dropMissed();
  }

  /**
   * Takes a member's answer to the question which number it has given out last.
   *
   * @param isStrict true if invalidations that were not received by now are lost, and not under way. Then a number below the received
   * one counts, too: the map was destroyed, and its numbers began anew.
   * @returns true if the numbers began anew although the partition did not.
   */
  learn(partition: number, uuid: UuidHalves, sequence: bigint, isStrict: boolean): boolean {
    const state = this.#stateOf(partition, uuid, sequence);
    const isAnew = sequence < state.least;
    const isExact = isStrict || isAnew;
    if (state.sequence < state.announced) this.#lose(state, state.announced);
    if (isExact ? sequence === state.sequence : sequence <= state.sequence) return isAnew;
    if (isExact) this.#lose(state, sequence);
    state.announced = sequence;
    return isAnew;
  }

  /** Prepares a repair: invalidations that are missing since the last one will not come any more. */
  beginRepair(): void {
    if (this.#missed > 0n) this.#dropMissed();
    for (const state of this.#partitions.values())
      state.least = state.sequence > state.announced ? state.sequence : state.announced;
  }

  /** Forgets all numbers, for another cluster. */
  reset(): void {
    this.#partitions.clear();
    this.#missed = 0n;
  }

  #stateOf(partition: number, uuid: UuidHalves, sequence: bigint): PartitionState {
    const known = this.#partitions.get(partition);
    if (known !== undefined && known.uuid.msb === uuid.msb && known.uuid.lsb === uuid.lsb) return known;
    if (known !== undefined) this.#missed -= known.missed;
    const generation = (known?.generation ?? 0) + 1;
    const state = { uuid, sequence, announced: sequence, least: 0n, missed: 0n, generation };
    this.#partitions.set(partition, state);
    return state;
  }

  #lose(state: PartitionState, upTo: bigint): void {
    state.sequence = upTo;
    state.generation++;
  }

  #dropMissed(): void {
    for (const state of this.#partitions.values()) {
      if (state.missed === 0n) continue;
      state.missed = 0n;
      state.generation++;
    }
    this.#missed = 0n;
  }
}
