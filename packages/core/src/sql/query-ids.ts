import { randomBytes } from 'node:crypto';
import type { StructOf } from '@offloop/wire';
import { uuidToHalves, type UUID, type UuidHalves } from '@offloop/values';

/** The id of a query: the UUID of the member that was asked, and a number of 128 bits that the client has made. */
export type QueryId = StructOf<'SqlQueryId'>;

const ANY_MEMBER: UuidHalves = { msb: 0n, lsb: 0n };

/**
 * Makes the ids of a client's queries. Members tell queries apart by them, so they must differ from those of all other clients:
 * 64 random bits are the client's, and 64 more count from a random number. A random UUID for each query would take longer than the
 * rest of the request.
 */
export class QueryIds {
  readonly #high: bigint;
  #low: bigint;
  /** Made once: a cluster keeps its members. */
  readonly #halves = new WeakMap<UUID, UuidHalves>();

  constructor() {
    const random = randomBytes(16);
    this.#high = random.readBigInt64LE(0);
    this.#low = random.readBigInt64LE(8);
  }

  /** Makes the id of the next query. @param member that is asked; undefined: any */
  next(member: UUID | undefined): QueryId {
    const { msb, lsb } = member === undefined ? ANY_MEMBER : this.#halvesOf(member);
    this.#low = BigInt.asIntN(64, this.#low + 1n);
    return { memberIdHigh: msb, memberIdLow: lsb, localIdHigh: this.#high, localIdLow: this.#low };
  }

  #halvesOf(member: UUID): UuidHalves {
    let halves = this.#halves.get(member);
    if (halves === undefined) this.#halves.set(member, (halves = uuidToHalves(member)));
    return halves;
  }
}
