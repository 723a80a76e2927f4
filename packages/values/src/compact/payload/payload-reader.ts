import type { ObjectDataInput } from '../../data/object-data-input.js';
import { cannotDeserialize } from '../../errors/serialization-error.js';
import { FieldKind } from '../schema/field-kind.js';
import { offsetBytes, type Schema, type SchemaField } from '../schema/schema.js';
import { KindReader } from './kind-methods.js';
import { Form, specOf, type KindSpec } from './kinds.js';

const NULL_OFFSET = -1;

/** Returns true if fields of this kind hold Compact values. */
export function holdsOthers(kind: FieldKind): boolean {
  return kind === FieldKind.COMPACT || kind === FieldKind.ARRAY_OF_COMPACT;
}

/** Reads the Compact value that begins at an input's position, and moves behind it. Throws HazelcastSerializationError. */
export type ReadNested = (input: ObjectDataInput) => unknown;

/**
 * Reads the fields of one Compact value where they lie.
 *
 * The bytes are not trusted: each part must lie within the data of its value, and no two items of an array, nor two fields that
 * hold values with parts of their own, may share bytes. Otherwise a kilobyte could stand for more values than any memory holds.
 */
export class PayloadReader extends KindReader {
  readonly #nested: ReadNested;
  readonly #dataStart: number;
  readonly #dataLength: number;
  #input: ObjectDataInput | undefined;
  /** Bytes of the fields read so far that must not share any, which `#counted` has. */
  #used = 0;
  #counted: Set<SchemaField> | undefined;

  /** @param input stands behind the schema's id, and is moved behind the value. Throws HazelcastSerializationError. */
  constructor(input: ObjectDataInput, schema: Schema, nested: ReadNested) {
    super(schema);
    const { fixedBytes, variableCount } = schema;
    this.#input = input;
    this.#nested = nested;
    const length = variableCount === 0 ? fixedBytes : input.readInt();
    this.#dataStart = input.position();
    this.#dataLength = length;
    if (length < fixedBytes || length + variableCount * offsetBytes(length) > input.available()) {
      throw cannotDeserialize(
        `Compact type '${schema.typeName}' has ${fixedBytes} bytes of fixed size and ${variableCount} offsets; its data are ` +
          `${length} bytes, with ${input.available()} left`,
      );
    }
    input.skipBytes(length + variableCount * offsetBytes(length));
  }

  /** Reads the values of all fields, by name. Throws HazelcastSerializationError. */
  readAll(): Map<string, unknown> {
    return new Map(this.schema.fields.map((field) => [field.fieldName, this.#readCounted(field)]));
  }

  /** Ends the use of the input, whose bytes will belong to something else. Reading a field throws from now on. */
  release(): void {
    this.#input = undefined;
  }

  override valueOfField(field: SchemaField): unknown {
    // If values that hold others could share bytes, the effort would double with each level.
    return holdsOthers(field.kind) ? this.#readCounted(field) : this.#read(field);
  }

  #readCounted(field: SchemaField): unknown {
    if (field.index < 0) return this.#read(field);
    if (this.#counted?.has(field) === true) return this.#read(field);
    (this.#counted ??= new Set()).add(field);
    return this.#read(field, true);
  }

  /** @param counts true if its bytes must not be those of another field that is read so. */
  #read(field: SchemaField, counts: boolean = false): unknown {
    const input = this.#open();
    if (field.index < 0) return this.#readFixed(input, field);
    const offset = this.#offsetOf(input, field);
    if (offset === NULL_OFFSET) return null;
    const before = input.position(this.#dataStart + offset);
    try {
      const value = this.#readVariable(input, field);
      const length = input.position() - this.#dataStart - offset;
      if (counts) this.#used += length;
      if (offset + length > this.#dataLength || this.#used > this.#dataLength - this.schema.fixedBytes) {
        throw this.#wrong(field, 'reaches over the end of the data, or into another field');
      }
      return value;
    } finally {
      input.position(before);
    }
  }

  #readFixed(input: ObjectDataInput, field: SchemaField): unknown {
    const at = this.#dataStart + field.offset;
    if (field.kind === FieldKind.BOOLEAN) return ((input.readByte(at) >> field.bit) & 1) === 1;
    const spec = specOf(field.kind);
    if (spec?.form !== Form.FIXED) throw this.#wrong(field, 'has no fixed size');
    return spec.element.read(input, at);
  }

  #readVariable(input: ObjectDataInput, field: SchemaField): unknown {
    const spec = specOf(field.kind);
    if (spec === undefined) {
      return field.kind === FieldKind.COMPACT
        ? this.#nested(input)
        : readItems(input, this.#nested, (why) => this.#wrong(field, why));
    }
    switch (spec.form) {
      case Form.SINGLE:
        return spec.element.read(input);
      case Form.ITEMS:
        return readItems(input, spec.element.read, (why) => this.#wrong(field, why));
      default:
        return readArray(input, field.kind, spec);
    }
  }

  /** Returns where a field of variable size begins, in bytes from the start of the data. */
  #offsetOf(input: ObjectDataInput, field: SchemaField): number {
    const length = this.#dataLength;
    const offset = readOffset(input, this.#dataStart + length, offsetBytes(length), field.index);
    if (offset === NULL_OFFSET) return NULL_OFFSET;
    if (offset < this.schema.fixedBytes || offset >= length)
      throw this.#wrong(field, 'begins outside of the data');
    return offset;
  }

  #open(): ObjectDataInput {
    if (this.#input === undefined) {
      throw cannotDeserialize(
        `the reader of Compact type '${this.schema.typeName}' was used after its serializer's read had returned`,
      );
    }
    return this.#input;
  }

  #wrong({ fieldName }: SchemaField, why: string): Error {
    return cannotDeserialize(`field '${fieldName}' of Compact type '${this.schema.typeName}' ${why}`);
  }
}

/** An entry of a table of offsets. */
function readOffset(input: ObjectDataInput, table: number, bytes: 1 | 2 | 4, index: number): number {
  const at = table + bytes * index;
  if (bytes === 4) return input.readInt(at);
  const offset = bytes === 1 ? input.readByte(at) : input.readUnsignedShort(at);
  return offset === (bytes === 1 ? 0xff : 0xffff) ? NULL_OFFSET : offset;
}

/** Reads items of any size, and moves behind them. */
function readItems(
  input: ObjectDataInput,
  read: (input: ObjectDataInput) => unknown,
  wrong: (why: string) => Error,
): unknown[] {
  const length = input.readInt();
  const count = input.readInt();
  const bytes = offsetBytes(length);
  if (length < 0 || count < 0 || length + count * bytes > input.available()) {
    throw wrong(`has ${count} items in ${length} bytes, with ${input.available()} left`);
  }
  const start = input.position();
  const items: unknown[] = [];
  let free = 0;
  for (let index = 0; index < count; index++) {
    const offset = readOffset(input, start + length, bytes, index);
    if (offset === NULL_OFFSET) {
      items.push(null);
      continue;
    }
    // Writers put them one behind the other, in order.
    if (offset < free) throw wrong('has an item that begins within another one');
    input.position(start + offset);
    items.push(read(input));
    free = input.position() - start;
    if (free > length) throw wrong('has an item that reaches over its end');
  }
  input.position(start + length + count * bytes);
  return items;
}

function readArray(input: ObjectDataInput, kind: FieldKind, { element }: KindSpec): unknown {
  switch (kind) {
    case FieldKind.ARRAY_OF_BOOLEAN:
      return readBits(input);
    case FieldKind.ARRAY_OF_INT8:
      return input.readByteArray();
    case FieldKind.ARRAY_OF_INT16:
      return input.readShortArray();
    case FieldKind.ARRAY_OF_INT32:
      return input.readIntArray();
    case FieldKind.ARRAY_OF_INT64:
      return input.readLongArray();
    case FieldKind.ARRAY_OF_FLOAT32:
      return input.readFloatArray();
    case FieldKind.ARRAY_OF_FLOAT64:
      return input.readDoubleArray();
    default:
      throw cannotDeserialize(`there is no array of ${element.takes}`);
  }
}

function readBits(input: ObjectDataInput): boolean[] {
  const count = input.readInt();
  if (count < 0 || (count + 7) / 8 >= input.available() + 1) {
    throw cannotDeserialize(`${count} booleans, with ${input.available()} bytes left`);
  }
  const values: boolean[] = [];
  let byte = 0;
  for (let index = 0; index < count; index++) {
    if ((index & 7) === 0) byte = input.readByte();
    values.push(((byte >> (index & 7)) & 1) === 1);
  }
  return values;
}
