import { FRAME_FLAGS_OFFSET, type FixedTypeName } from '@offloop/wire';
import Long from 'long';
import type { UUID } from '@offloop/values';
import { fieldOf, type Fields, type LongField } from './arguments.js';

const TWO_TO_32 = 2 ** 32;

type PutFixed = (view: DataView, offset: number, value: unknown) => void;

/** A field of fixed size in the initial frame of a request. */
export interface FixedField {
  readonly name: string;
  /** Offset from the message's start, in bytes. */
  readonly offset: number;
  /** Writes the field. Undefined for `long`, the type of nearly all fields, which is not called through a pointer. */
  readonly put: PutFixed | undefined;
}

/**
 * Functions that write fields into the claim of a request: from a `Long` where the message table has a bigint, and without a
 * Buffer.
 */
const PUT: Readonly<Record<FixedTypeName, PutFixed | undefined>> = {
  boolean: (view, offset, value) => view.setUint8(offset, value === true ? 1 : 0),
  byte: (view, offset, value) => view.setInt8(offset, value as number),
  int: (view, offset, value) => view.setInt32(offset, value as number, true),
  long: undefined,
  UUID: (view, offset, value) => putUuid(view, offset, value as UUID),
  'UUID?': (view, offset, value) => putUuid(view, offset, value as UUID | null),
};

export function fixedField(name: string, type: FixedTypeName, offset: number): FixedField {
  return { name, offset, put: PUT[type] };
}

/** Writes the fields into the message at `at`, where they are all zero before. */
export function putFixedFields(
  view: DataView,
  at: number,
  fields: readonly FixedField[],
  given: Fields,
): void {
  for (let i = 0; i < fields.length; i++) {
    const { name, offset, put } = fields[i];
    const value = fieldOf(given, name);
    // Most of them are: no ttl, no lock context.
    if (value === 0) continue;
    if (put === undefined) putLong(view, at + offset, value as LongField);
    else put(view, at + offset, value);
  }
}

function putLong(view: DataView, offset: number, value: LongField): void {
  if (typeof value === 'number') {
    view.setInt32(offset, value | 0, true);
    // Two's complement for negatives too: floor, not truncation.
    view.setInt32(offset + 4, (value | 0) === value ? value >> 31 : Math.floor(value / TWO_TO_32), true);
  } else {
    view.setInt32(offset, value.low, true);
    view.setInt32(offset + 4, value.high, true);
  }
}

/** Writes a UUID: a flag that is 1 for null, then both halves. */
function putUuid(view: DataView, offset: number, uuid: UUID | null): void {
  view.setUint8(offset, uuid === null ? 1 : 0);
  putLong(view, offset + 1, uuid === null ? Long.ZERO : uuid.mostSignificant);
  putLong(view, offset + 9, uuid === null ? Long.ZERO : uuid.leastSignificant);
}

/** Writes the header of the frame in `[start, end)`. @param flags `FLAG_…` bits. */
export function putFrameHeader(view: DataView, start: number, end: number, flags: number): void {
  view.setInt32(start, end - start, true);
  view.setUint16(start + FRAME_FLAGS_OFFSET, flags, true);
}
