import type { UuidHalves } from '@offloop/values';

/** What is known of one partition's invalidations of one map. */
interface PartitionState {
  /** The partition's life: its numbers begin anew with each. */
  uuid: UuidHalves;
  /** The highest number of an invalidation that was heard. */
  sequence: bigint;
  /** The highest number that a member said it had given out, when it was asked last. */
  announced: bigint;
  /** Numbers that were left out between those that were heard. */
  missed: bigint;
  generation: number;
}

/**
 * Finds out which values may have missed an invalidation. Members number the invalidations of a map in each partition:
 *
 *     heard 7, 8, 11            9 and 10 are missing; they may only be late, up to the next repair
 *     announced 12, then again  12 was given out before the last repair and is not here: it is lost
 *     another UUID              the partition lost its count: anything may be lost
 *
 * Values of a partition are stale from then on: its generation is no longer the one they were read under.
 */
export class Invalidations {
  readonly #partitions = new Map<number, PartitionState>();
  readonly #tolerated: bigint;
  #missed = 0n;

  /** @param tolerated missing invalidations of the map at which all values of their partitions are stale at once. */
  constructor(tolerated: number) {
    this.#tolerated = BigInt(tolerated);
  }

  /** A value that was read under another generation of its partition than the present one is stale. */
  generationOf(partition: number): number {
    return this.#partitions.get(partition)?.generation ?? 0;
  }

  /** A member told of an invalidation. */
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
   * A member was asked what it has given out.
   *
   * @param isStrict whether what was not heard by now is lost, and not under way. A number below what was heard then counts, too: the map
   *   was destroyed, and its numbers began anew.
   */
  learn(partition: number, uuid: UuidHalves, sequence: bigint, isStrict: boolean): void {
    const state = this.#stateOf(partition, uuid, sequence);
    if (state.sequence < state.announced) this.#lose(state, state.announced);
    if (isStrict ? sequence === state.sequence : sequence <= state.sequence) return;
    if (isStrict) this.#lose(state, sequence);
    state.announced = sequence;
  }

  /** Before members are asked again: what is missing since the last time will not come any more. */
  beginRepair(): void {
    if (this.#missed > 0n) this.#dropMissed();
  }

  /** For another cluster, whose numbers have nothing to do with these. */
  reset(): void {
    this.#partitions.clear();
    this.#missed = 0n;
  }

  #stateOf(partition: number, uuid: UuidHalves, sequence: bigint): PartitionState {
    const known = this.#partitions.get(partition);
    if (known !== undefined && known.uuid.msb === uuid.msb && known.uuid.lsb === uuid.lsb) return known;
    if (known !== undefined) this.#missed -= known.missed;
    const generation = (known?.generation ?? 0) + 1;
    const state = { uuid, sequence, announced: sequence, missed: 0n, generation };
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
