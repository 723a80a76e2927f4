import type Long from 'long';
import { uuidFromHalves, type UUID, type UuidHalves } from '../values/uuid.js';
import { longFrom } from '../values/long-from.js';

/** A replica, and the number of its last update that was seen. */
type Entry = [replica: UUID, timestamp: Long];

/** What somebody has seen of a counter: the number of each replica's last update that is in it. */
export class VectorClock {
  readonly #entries: Entry[] = [];
  /** The same as answers have it, in the same order: what is compared with each of them. */
  readonly #seen: (UuidHalves & { timestamp: bigint })[] = [];

  /** As requests carry it. */
  get entries(): readonly (readonly [UUID, Long])[] {
    return this.#entries;
  }

  /** Of each replica the later timestamp: what was seen in either. */
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
