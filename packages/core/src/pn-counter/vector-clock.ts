import type Long from 'long';
import { uuidFromHalves, type UUID, type UuidHalves, longFrom } from '@offloop/values';

/** A replica, and the number of the last of its updates that was seen. */
type Entry = [replica: UUID, timestamp: Long];

/** The updates of a counter that a client has seen: for each replica, the number of the last one. */
export class VectorClock {
  readonly #entries: Entry[] = [];
  /** Copies of the entries, in their order, in the form that answers have: to compare with them. */
  readonly #seen: (UuidHalves & { timestamp: bigint })[] = [];

  /** The entries in the form that requests carry. */
  get entries(): readonly (readonly [UUID, Long])[] {
    return this.#entries;
  }

  /** Merges the updates that an answer includes: for each replica, the later timestamp counts. */
  merge(seen: readonly (readonly [UuidHalves, bigint])[]): void {
    for (const [{ msb, lsb }, timestamp] of seen) {
      // Replicas are few.
      const index = this.#seen.findIndex((known) => known.lsb === lsb && known.msb === msb);
      if (index === -1) {
        this.#seen.push({ msb, lsb, timestamp });
        this.#entries.push([uuidFromHalves({ msb, lsb }), longFrom(timestamp)]);
      } else if (timestamp > this.#seen[index].timestamp) {
        this.#seen[index].timestamp = timestamp;
        this.#entries[index][1] = longFrom(timestamp);
      }
    }
  }
}
