import { TypeId } from '@offloop/wire';

import { cannotDeserialize, queryFailed } from '../calls/errors.js';
import { readDecimal } from './big-numbers.js';
import { Input } from './input.js';
import { JavaList, JavaNumber, Structure, type JavaValue } from './java-values.js';
import { readPortableMoment, type MomentType } from './moments.js';

const POSITION_BYTES = 4;
/** Size in bytes of a factory id, a class id and a version. */
const CLASS_BYTES = 12;

interface Field {
  readonly type: number;
  /** Offset of its value. */
  readonly start: number;
}

type ReadField = (input: Input, object: PortableObject) => JavaValue;

const number =
  (type: JavaNumber['type'], read: (input: Input) => bigint | number): ReadField =>
  (input) =>
    new JavaNumber(type, read(input));

const array =
  (size: number, read: ReadField): ReadField =>
  (input, object) => {
    if (isNullArray(input)) return null;
    const count = input.count(size);
    const items = Array.from({ length: count }, () => read(input, object));
    return new JavaList(() => items);
  };

const BYTE = number('byte', (input) => BigInt(input.byte()));
const BOOLEAN: ReadField = (input) => input.boolean();
const CHAR: ReadField = (input) => String.fromCharCode(input.unsignedShort());
const SHORT = number('short', (input) => BigInt(input.short()));
const INT = number('int', (input) => BigInt(input.int()));
const LONG = number('long', (input) => input.long());
const FLOAT = number('float', (input) => input.float());
const DOUBLE = number('double', (input) => input.double());
const TEXT: ReadField = (input) => input.text();
const nullable =
  (read: (input: Input) => JavaValue): ReadField =>
  (input) =>
    input.boolean() ? null : read(input);
const moment = (type: MomentType): ReadField => nullable((input) => readPortableMoment(type, input));

/**
 * Functions that read a field, at the index of its type; undefined for types that queries cannot read: arrays of decimals, dates
 * and times.
 */
const READERS: readonly (ReadField | undefined)[] = [
  (input, object) => object.nested(input),
  BYTE,
  BOOLEAN,
  CHAR,
  SHORT,
  INT,
  LONG,
  FLOAT,
  DOUBLE,
  TEXT,
  (input, object) => object.nestedArray(input),
  array(1, BYTE),
  array(1, BOOLEAN),
  array(2, CHAR),
  array(2, SHORT),
  array(4, INT),
  array(8, LONG),
  array(4, FLOAT),
  array(8, DOUBLE),
  array(4, TEXT),
  nullable((input) => readDecimal(input)),
  undefined,
  moment(TypeId.LOCAL_TIME),
  undefined,
  moment(TypeId.LOCAL_DATE),
  undefined,
  moment(TypeId.LOCAL_DATE_TIME),
  undefined,
  moment(TypeId.OFFSET_DATE_TIME),
];

/** A Portable object. The bytes contain the names of its fields, so no class definition is needed. */
export class PortableObject extends Structure {
  readonly bytes: Buffer | undefined;
  readonly #data: Buffer;
  readonly #fields = new Map<string, Field>();

  /**
   * @param data the whole value; positions in it count from its beginning.
   * @param at offset behind the factory id and the class id.
   * @param bytes type id and payload of the whole value, if it is this object; otherwise undefined.
   */
  constructor(data: Buffer, at: number, bytes: Buffer | undefined) {
    super();
    this.#data = data;
    this.bytes = bytes;
    const input = new Input(data, at);
    // The class version and the end position.
    input.take(2 * POSITION_BYTES);
    const count = input.count(POSITION_BYTES);
    for (let index = 0; index < count; index++) {
      const position = input.int();
      const label = new Input(data, position);
      const length = label.unsignedShort();
      const start = label.take(length);
      const type = label.byte();
      this.#fields.set(data.toString('latin1', start, start + length), { type, start: label.at });
    }
  }

  field(name: string): JavaValue {
    const field = this.#fields.get(name);
    if (field === undefined) return null;
    const read = READERS[field.type];
    const input = new Input(this.#data, field.start);
    // Nothing says how long such a field is, so it cannot be read.
    if (read === undefined)
      throw queryFailed(`The embedded member cannot query a field of type ${field.type}`);
    return read(input, this);
  }

  nested(input: Input): JavaValue {
    const isNull = input.boolean();
    input.take(2 * POSITION_BYTES);
    return isNull ? null : new PortableObject(this.#data, input.at, undefined);
  }

  nestedArray(input: Input): JavaValue {
    if (isNullArray(input)) return null;
    const count = input.int();
    input.take(2 * POSITION_BYTES);
    if (count < 0 || count * (POSITION_BYTES + CLASS_BYTES) > input.left)
      throw cannotDeserialize(`an array of ${count} Portable objects`);
    const items = Array.from({ length: count }, () => new PortableObject(this.#data, input.int(), undefined));
    return new JavaList(() => items);
  }
}

/** Returns true and skips the length if it is -1; otherwise leaves it to be read next. */
function isNullArray(input: Input): boolean {
  const isNull = input.int() === -1;
  if (!isNull) input.at -= 4;
  return isNull;
}

/** Reads a whole Portable value. `at` is the offset of the factory id, `bytes` its type id and payload. */
export function portableOf(data: Buffer, at: number, bytes: Buffer): PortableObject {
  const input = new Input(data, at);
  // The factory id and the class id.
  input.take(2 * POSITION_BYTES);
  return new PortableObject(data, input.at, bytes);
}
