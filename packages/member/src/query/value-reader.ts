import {
  PortableRecord,
  readBigDecimal,
  readLocalDate,
  readLocalDateTime,
  readLocalTime,
  readOffsetDateTime,
  UUID,
} from '@offloop/values';
import { DATA_TYPE_OFFSET, TypeId } from '@offloop/wire';

import { cannotDeserialize } from '../calls/errors.js';
import { BigNumber, readBigInt } from './big-numbers.js';
import { CompactObject, type Schemas } from './compact.js';
import { typeOf } from './identified.js';
import { Input, reading } from './input.js';
import { JavaNumber, Opaque, type JavaValue } from './java-values.js';
import { JsonDocument } from './json.js';
import { momentOf } from './moments.js';
import { PortableObject } from './portable.js';

/**
 * Functions that read a value nested in another object, such as a predicate, by type id. Only types whose end follows from their
 * bytes are here.
 */
const WITHIN: ReadonlyMap<number, (input: Input) => JavaValue> = new Map<number, (input: Input) => JavaValue>(
  [
    [TypeId.NULL, () => null],
    [TypeId.BOOLEAN, (input) => input.readBoolean()],
    [TypeId.BYTE, (input) => JavaNumber.of('byte', input.readByte())],
    [TypeId.CHAR, (input) => input.readChar()],
    [TypeId.SHORT, (input) => JavaNumber.of('short', input.readShort())],
    [TypeId.INT, (input) => JavaNumber.of('int', input.readInt())],
    [TypeId.LONG, (input) => new JavaNumber('long', input.readLong().toBigInt())],
    [TypeId.FLOAT, (input) => JavaNumber.of('float', input.readFloat())],
    [TypeId.DOUBLE, (input) => JavaNumber.of('double', input.readDouble())],
    [TypeId.STRING, (input) => input.readString()],
    [TypeId.BIG_INTEGER, (input) => BigNumber.integer(readBigInt(input))],
    [TypeId.BIG_DECIMAL, (input) => BigNumber.decimal(readBigDecimal(input))],
    [TypeId.UUID, (input) => momentOf(new UUID(input.readLong(), input.readLong()))],
    [TypeId.DATE, (input) => momentOf(new Date(input.readLong().toNumber()))],
    [TypeId.LOCAL_DATE, (input) => momentOf(readLocalDate(input))],
    [TypeId.LOCAL_TIME, (input) => momentOf(readLocalTime(input))],
    [TypeId.LOCAL_DATE_TIME, (input) => momentOf(readLocalDateTime(input))],
    [TypeId.OFFSET_DATE_TIME, (input) => momentOf(readOffsetDateTime(input))],
  ],
);

/** Deserializes keys and values as far as queries need it. */
export class ValueReader {
  readonly #schemas: Schemas;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** Deserializes a whole key or value. Throws MemberError if it cannot. */
  read(data: Buffer): JavaValue {
    const type = typeOf(data);
    const bytes = data.subarray(DATA_TYPE_OFFSET);
    return reading(() => {
      const input = new Input(data);
      const simple = WITHIN.get(type);
      if (simple !== undefined) return simple(input);
      if (type === TypeId.JSON) return new JsonDocument(input.readString() ?? 'null', bytes);
      if (type === TypeId.COMPACT) return new CompactObject(input, this.#schemas, bytes);
      if (type === TypeId.PORTABLE) return new PortableObject(PortableRecord.open(input), bytes);
      return new Opaque(bytes);
    });
  }
}

/**
 * Reads a type id and a value nested in another object. Throws MemberError for a type that queries cannot read, and as {@link
 * Input} does.
 */
export function readWithin(input: Input): JavaValue {
  const type = input.readInt();
  const read = WITHIN.get(type);
  if (read === undefined) throw cannotDeserialize(`a value of type ${type} in a query`);
  return read(input);
}
