import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, TypeId } from '@offloop/wire';

import { cannotDeserialize } from '../calls/errors.js';
import { typeOf } from './identified.js';
import { CompactObject, type Schemas } from './compact.js';
import { Input } from './input.js';
import { BigNumber, readBigInt, readDecimal } from './big-numbers.js';
import { JavaNumber, Opaque, type JavaValue } from './java-values.js';
import { MOMENT_TYPES, readMoment } from './moments.js';
import { JsonDocument } from './json.js';
import { portableOf } from './portable.js';

/**
 * Functions that read a value nested in another object, such as a predicate, by type id. Only types whose end follows from their
 * bytes are here.
 */
const WITHIN: ReadonlyMap<number, (input: Input) => JavaValue> = new Map<number, (input: Input) => JavaValue>(
  [
    [TypeId.NULL, () => null],
    [TypeId.BOOLEAN, (input) => input.boolean()],
    [TypeId.BYTE, (input) => new JavaNumber('byte', BigInt(input.byte()))],
    [TypeId.CHAR, (input) => String.fromCharCode(input.unsignedShort())],
    [TypeId.SHORT, (input) => new JavaNumber('short', BigInt(input.short()))],
    [TypeId.INT, (input) => new JavaNumber('int', BigInt(input.int()))],
    [TypeId.LONG, (input) => new JavaNumber('long', input.long())],
    [TypeId.FLOAT, (input) => new JavaNumber('float', input.float())],
    [TypeId.DOUBLE, (input) => new JavaNumber('double', input.double())],
    [TypeId.STRING, (input) => input.text()],
    [TypeId.BIG_INTEGER, (input) => BigNumber.integer(readBigInt(input))],
    [TypeId.BIG_DECIMAL, readDecimal],
    ...MOMENT_TYPES.map((type): [number, (input: Input) => JavaValue] => [
      type,
      (input) => readMoment(type, input),
    ]),
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
    const simple = WITHIN.get(type);
    const input = new Input(data, DATA_PAYLOAD_OFFSET);
    if (simple !== undefined) return simple(input);
    const bytes = data.subarray(DATA_TYPE_OFFSET);
    if (type === TypeId.JSON) return new JsonDocument(input.text() ?? 'null', bytes);
    if (type === TypeId.COMPACT) return new CompactObject(data, DATA_PAYLOAD_OFFSET, this.#schemas, bytes);
    if (type === TypeId.PORTABLE) return portableOf(data, DATA_PAYLOAD_OFFSET, bytes);
    return new Opaque(bytes);
  }
}

/** Reads a type id and a value nested in another object. Throws MemberError for a type that queries cannot read. */
export function readWithin(input: Input): JavaValue {
  const type = input.int();
  const read = WITHIN.get(type);
  if (read === undefined) throw cannotDeserialize(`a value of type ${type} in a query`);
  return read(input);
}
