import Long from 'long';
import { uuidFromHalves, type UUID, type UuidHalves } from '../values/uuid.js';

/** What somebody has seen of a counter: the number of each replica's last update that is in it. */
export class VectorClock {
  readonly #timestamps = new Map<string, [replica: UUID, timestamp: Long]>();

  /** As requests carry it. */
  get entries(): readonly (readonly [UUID, Long])[] {
    return [...this.#timestamps.values()];
  }

  /** Of each replica the later timestamp: what was seen in either. */
  merge(seen: readonly (readonly [UuidHalves, bigint])[]): void {
    for (const [halves, bits] of seen) {
      const replica = uuidFromHalves(halves);
      const timestamp = Long.fromBigInt(bits);
      const known = this.#timestamps.get(replica.toString());
      if (known === undefined) this.#timestamps.set(replica.toString(), [replica, timestamp]);
      else if (timestamp.greaterThan(known[1])) known[1] = timestamp;
    }
  }
}
