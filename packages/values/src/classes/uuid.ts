import { randomUUID } from 'node:crypto';
import Long from 'long';
import { longFrom } from './int64.js';

/** The parts by which two UUIDs are compared, whatever release of the package `long` their halves are of. */
interface Halves {
  readonly mostSignificant: Half;
  readonly leastSignificant: Half;
}

interface Half {
  readonly high: number;
  readonly low: number;
}

/** A 128-bit identifier as Java has it: two signed 64-bit halves. */
export class UUID {
  readonly mostSignificant: Long;
  readonly leastSignificant: Long;

  constructor(mostSignificant: Long, leastSignificant: Long) {
    this.mostSignificant = mostSignificant;
    this.leastSignificant = leastSignificant;
  }

  /** Returns true for a UUID made by this class. */
  static isUUID(value: unknown): value is UUID {
    return value instanceof UUID;
  }

  /** Returns true if both halves are the same; false for null and undefined. Takes a `UUID` of the official client, too. */
  equals(other: Halves | null | undefined): boolean {
    return (
      other !== null &&
      other !== undefined &&
      isSame(this.mostSignificant, other.mostSignificant) &&
      isSame(this.leastSignificant, other.leastSignificant)
    );
  }

  /** Returns lower-case hexadecimal digits in groups of 8-4-4-4-12. */
  toString(): string {
    const digits = hex(this.mostSignificant) + hex(this.leastSignificant);
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      digits.slice(12, 16),
      digits.slice(16, 20),
      digits.slice(20),
    ].join('-');
  }
}

/** A UUID as the protocol's codecs give it: both halves as signed 64-bit integers. */
export interface UuidHalves {
  readonly msb: bigint;
  readonly lsb: bigint;
}

export function uuidFromHalves({ msb, lsb }: UuidHalves): UUID {
  return new UUID(longFrom(msb), longFrom(lsb));
}

export function randomUuid(): UUID {
  return uuidFromText(randomUUID());
}

/** Parses the text that `UUID.toString` returns. */
export function uuidFromText(text: string): UUID {
  const digits = text.replaceAll('-', '');
  const half = (part: string): Long => Long.fromString(part, true, 16).toSigned();
  return new UUID(half(digits.slice(0, 16)), half(digits.slice(16)));
}

export function uuidToHalves(uuid: UUID): UuidHalves {
  return { msb: uuid.mostSignificant.toBigInt(), lsb: uuid.leastSignificant.toBigInt() };
}

function isSame(a: Half, b: Half): boolean {
  return a.high === b.high && a.low === b.low;
}

function hex(half: Long): string {
  const high = half.getHighBitsUnsigned().toString(16).padStart(8, '0');
  return high + half.getLowBitsUnsigned().toString(16).padStart(8, '0');
}
