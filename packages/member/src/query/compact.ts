import { TypeId, type StructOf } from '@offloop/wire';

import { cannotDeserialize, queryFailed } from '../calls/errors.js';
import { readDecimal } from './big-numbers.js';
import { Input } from './input.js';
import { JavaList, JavaNumber, Structure, type JavaValue, type NumberType } from './java-values.js';
import { readMoment, type MomentType } from './moments.js';

/** The schema of a Compact value, its fields sorted by name. */
export type Schema = StructOf<'Schema'>;

/** Schemas of Compact values that clients have sent, by id. */
export interface Schemas {
  find(id: bigint): Schema | undefined;
}

type Read = (input: Input) => JavaValue;

const number =
  (type: NumberType, read: (input: Input) => bigint | number): Read =>
  (input) =>
    new JavaNumber(type, read(input));

const BOOLEAN: Read = (input) => input.boolean();
const INT8 = number('byte', (input) => BigInt(input.byte()));
const INT16 = number('short', (input) => BigInt(input.short()));
const INT32 = number('int', (input) => BigInt(input.int()));
const INT64 = number('long', (input) => input.long());
const FLOAT32 = number('float', (input) => input.float());
const FLOAT64 = number('double', (input) => input.double());
const STRING: Read = (input) => input.text();
const DECIMAL: Read = (input) => readDecimal(input);
const moment =
  (type: MomentType): Read =>
  (input) =>
    readMoment(type, input);
const TIME = moment(TypeId.LOCAL_TIME);
const DATE = moment(TypeId.LOCAL_DATE);
const TIMESTAMP = moment(TypeId.LOCAL_DATE_TIME);
const TIMESTAMP_WITH_TIMEZONE = moment(TypeId.OFFSET_DATE_TIME);

interface FixedKind {
  readonly size: number;
  readonly read: Read;
}

/** Field kinds of fixed size, by the protocol's numbers. Booleans are not among them: they are stored as bits behind these. */
const FIXED: ReadonlyMap<number, FixedKind> = new Map([
  [3, { size: 1, read: INT8 }],
  [7, { size: 2, read: INT16 }],
  [9, { size: 4, read: INT32 }],
  [11, { size: 8, read: INT64 }],
  [13, { size: 4, read: FLOAT32 }],
  [15, { size: 8, read: FLOAT64 }],
]);
const KIND_BOOLEAN = 1;
const KIND_COMPACT = 29;
const KIND_ARRAY_OF_COMPACT = 30;

const array =
  (size: number, read: Read): Read =>
  (input) => {
    const list = Array.from({ length: input.count(size) }, () => read(input));
    return new JavaList(() => list);
  };

const bits: Read = (input) => {
  const count = input.int();
  const start = input.take((count + 7) >> 3);
  const bit = (_: unknown, index: number): boolean =>
    ((input.bytes[start + (index >> 3)] >> (index & 7)) & 1) === 1;
  const list = Array.from({ length: count }, bit);
  return new JavaList(() => list);
};

/** Reads items of variable size, followed by a table of their offsets. */
const items =
  (read: Read): Read =>
  (input) => {
    const length = input.int();
    const count = input.count(1);
    const start = input.take(length);
    const list = Array.from({ length: count }, (_, index) => {
      const offset = offsetAt(input.bytes, start + length, index, length);
      return offset === undefined ? null : read(new Input(input.bytes, start + offset, start + length));
    });
    return new JavaList(() => list);
  };

/** Field kinds of variable size that queries can read, by the protocol's numbers. */
const VARIABLE: ReadonlyMap<number, Read> = new Map<number, Read>([
  [2, bits],
  [4, array(1, INT8)],
  [8, array(2, INT16)],
  [10, array(4, INT32)],
  [12, array(8, INT64)],
  [14, array(4, FLOAT32)],
  [16, array(8, FLOAT64)],
  [17, STRING],
  [18, items(STRING)],
  [19, DECIMAL],
  [20, items(DECIMAL)],
  [21, TIME],
  [22, items(TIME)],
  [23, DATE],
  [24, items(DATE)],
  [25, TIMESTAMP],
  [26, items(TIMESTAMP)],
  [27, TIMESTAMP_WITH_TIMEZONE],
  [28, items(TIMESTAMP_WITH_TIMEZONE)],
  [33, BOOLEAN],
  [34, items(BOOLEAN)],
  [35, INT8],
  [36, items(INT8)],
  [37, INT16],
  [38, items(INT16)],
  [39, INT32],
  [40, items(INT32)],
  [41, INT64],
  [42, items(INT64)],
  [43, FLOAT32],
  [44, items(FLOAT32)],
  [45, FLOAT64],
  [46, items(FLOAT64)],
]);

interface Place {
  readonly kind: number;
  /** Offset in the fixed part, or index in the table of offsets. */
  readonly offset: number;
  readonly bit: number;
}

interface Layout {
  readonly places: ReadonlyMap<string, Place>;
  readonly hasVariable: boolean;
  readonly fixedBytes: number;
}

const layouts = new WeakMap<Schema, Layout>();

/**
 * Returns the places of a schema's fields: those of fixed size by descending size, then by name; booleans as bits behind them;
 * the others by name.
 */
function layoutOf(schema: Schema): Layout {
  const known = layouts.get(schema);
  if (known !== undefined) return known;
  const places = new Map<string, Place>();
  let offset = 0;
  for (const size of [8, 4, 2, 1]) {
    for (const { fieldName, kind } of schema.fields) {
      if (FIXED.get(kind)?.size !== size) continue;
      places.set(fieldName, { kind, offset, bit: 0 });
      offset += size;
    }
  }
  let bit = 0;
  let variable = 0;
  for (const { fieldName, kind } of schema.fields) {
    if (kind === KIND_BOOLEAN) {
      places.set(fieldName, { kind, offset: offset + (bit >> 3), bit: bit & 7 });
      bit++;
    } else if (!FIXED.has(kind)) places.set(fieldName, { kind, offset: variable++, bit: 0 });
  }
  const layout = { places, hasVariable: variable > 0, fixedBytes: offset + ((bit + 7) >> 3) };
  layouts.set(schema, layout);
  return layout;
}

/** A Compact value, whose fields are read by its schema. */
export class CompactObject extends Structure {
  readonly bytes: Buffer | undefined;
  readonly #data: Buffer;
  readonly #start: number;
  readonly #length: number;
  readonly #layout: Layout;
  readonly #schemas: Schemas;

  /**
   * @param at offset of its schema id.
   * @param bytes type id and payload of the whole value, if it is this object; otherwise undefined.
   * @throws MemberError if no client has sent its schema, or the bytes are cut off.
   */
  constructor(data: Buffer, at: number, schemas: Schemas, bytes: Buffer | undefined) {
    super();
    const input = new Input(data, at);
    const id = input.long();
    const schema = schemas.find(id);
    if (schema === undefined) throw cannotDeserialize(`a Compact value of the unknown schema ${id}`);
    const layout = layoutOf(schema);
    const length = layout.hasVariable ? input.int() : layout.fixedBytes;
    if (length < layout.fixedBytes) throw cannotDeserialize(`a Compact value of ${length} bytes`);
    this.#start = input.take(length);
    this.#length = length;
    this.#layout = layout;
    this.#data = data;
    this.#schemas = schemas;
    this.bytes = bytes;
  }

  field(name: string): JavaValue {
    const place = this.#layout.places.get(name);
    if (place === undefined) return null;
    const { kind, offset, bit } = place;
    const end = this.#start + this.#length;
    if (kind === KIND_BOOLEAN) return ((this.#data[this.#start + offset] >> bit) & 1) === 1;
    const fixed = FIXED.get(kind);
    if (fixed !== undefined) return fixed.read(new Input(this.#data, this.#start + offset, end));
    const from = offsetAt(this.#data, end, offset, this.#length);
    if (from === undefined) return null;
    return this.#readerOf(kind)(new Input(this.#data, this.#start + from, end));
  }

  #readerOf(kind: number): Read {
    const nested: Read = (input) => new CompactObject(input.bytes, input.at, this.#schemas, undefined);
    if (kind === KIND_COMPACT) return nested;
    if (kind === KIND_ARRAY_OF_COMPACT) return items(nested);
    const read = VARIABLE.get(kind);
    if (read === undefined)
      throw queryFailed(`The embedded member cannot query a Compact field of kind ${kind}`);
    return read;
  }
}

/** Returns an entry of a table of offsets, whose width depends on `length`, the bytes of data before it; undefined for null. */
function offsetAt(bytes: Buffer, table: number, index: number, length: number): number | undefined {
  const size = length < 0xff ? 1 : length < 0xffff ? 2 : 4;
  const input = new Input(bytes, table + size * index);
  const offset = size === 1 ? input.byte() : size === 2 ? input.short() : input.int();
  if (offset === -1) return undefined;
  return size === 1 ? offset & 0xff : size === 2 ? offset & 0xffff : offset;
}
