import { describe } from '../../errors/describe.js';
import { HazelcastSerializationError } from '../../errors/hierarchy.js';
import { Problem, type Element } from './elements.js';
import { FieldKind } from '../schema/field-kind.js';
import { KindWriter } from './kind-methods.js';
import { Form, specOf } from './kinds.js';
import type { PayloadOutput } from './payload-output.js';
import { offsetBytes, type Schema, type SchemaField } from '../schema/schema.js';

/** Entries in a table of offsets: for a null, and for a field that was not written yet. */
const NULL_OFFSET = -1;
const UNWRITTEN = -2;

/** Writes Compact values that stand in fields of others. */
export interface NestedWriter {
  /** Writes one value. Throws HazelcastSerializationError. */
  write(output: PayloadOutput, value: unknown): void;
  /** Returns true if the two values may stand in one array. */
  areAlike(first: unknown, other: unknown): boolean;
  /** Returns true for a GenericRecord. */
  isRecord(value: unknown): boolean;
}

/** Writes the fields of one object in the layout of its schema. */
export class PayloadWriter extends KindWriter {
  readonly #output: PayloadOutput;
  readonly #schema: Schema;
  readonly #order: readonly SchemaField[];
  readonly #nested: NestedWriter;
  readonly #dataStart: number;
  readonly #offsets: number[];
  #written = 0;
  /** Fields written so far. Undefined while they come in the expected order, as they nearly always do. */
  #outOfOrder: Set<SchemaField> | undefined;

  /** @param order all fields of the schema, in the order in which they are expected. */
  constructor(output: PayloadOutput, schema: Schema, order: readonly SchemaField[], nested: NestedWriter) {
    super();
    this.#output = output;
    this.#schema = schema;
    this.#order = order;
    this.#nested = nested;
    output.putInt64(output.claim(8), schema.high, schema.low);
    if (schema.variableCount > 0) output.claim(4);
    this.#dataStart = output.claimZeros(schema.fixedBytes);
    this.#offsets = schema.variableCount === 0 ? [] : new Array<number>(schema.variableCount).fill(UNWRITTEN);
  }

  /** Completes the value; call it when all fields are written. Throws HazelcastSerializationError if one is missing. */
  end(): void {
    const { variableCount } = this.#schema;
    if (this.#written < this.#order.length) throw this.#missing();
    if (variableCount === 0) return;
    const output = this.#output;
    const length = output.at - this.#dataStart;
    output.putInt32(this.#dataStart - 4, length);
    writeOffsets(output, length, this.#offsets);
  }

  /** Writes a field without looking it up by name, as records do. */
  putField(field: SchemaField, value: unknown): void {
    this.#written++;
    if (field.index < 0) this.#putFixed(field, value);
    else this.#putVariable(field, value);
  }

  protected override put(fieldName: string, kind: FieldKind, value: unknown): void {
    const expected = this.#order[this.#written];
    const field =
      this.#outOfOrder === undefined && expected !== undefined && expected.fieldName === fieldName
        ? expected
        : this.#take(fieldName);
    if (field.kind !== kind) {
      throw this.#refusal(
        `Invalid field type: ${fieldName}`,
        `it is ${FieldKind[field.kind]} in the schema, not ${FieldKind[kind]}`,
      );
    }
    this.putField(field, value);
  }

  #take(fieldName: string): SchemaField {
    this.#outOfOrder ??= new Set(this.#order.slice(0, this.#written));
    const field = this.#schema.field(fieldName);
    if (field === undefined) {
      throw this.#refusal(
        `Invalid field name: ${fieldName}`,
        'it is not in the schema, which the first object of the class made',
      );
    }
    if (this.#outOfOrder.has(field)) throw this.#wrong(`field '${fieldName}' is written twice`);
    this.#outOfOrder.add(field);
    return field;
  }

  #missing(): Error {
    const written = this.#outOfOrder ?? new Set(this.#order.slice(0, this.#written));
    const left = this.#order.find((field) => !written.has(field));
    return this.#wrong(`field '${left?.fieldName}' of the schema was not written`);
  }

  #putFixed(field: SchemaField, value: unknown): void {
    const spec = specOf(field.kind);
    if (spec?.form !== Form.FIXED) throw this.#wrong(`field '${field.fieldName}' has no fixed size`);
    const checked = this.#checked(field, spec.element, value);
    const at = this.#dataStart + field.offset;
    if (field.kind !== FieldKind.BOOLEAN) spec.element.put(this.#output, at, checked);
    else if (value === true) this.#output.putBits(at, 1 << field.bit);
  }

  #putVariable(field: SchemaField, value: unknown): void {
    const isNull = value === null || value === undefined;
    this.#offsets[field.index] = isNull ? NULL_OFFSET : this.#output.at - this.#dataStart;
    if (isNull) return;
    const spec = specOf(field.kind);
    if (spec === undefined) this.#writeNested(field, value);
    else if (spec.form === Form.SINGLE) {
      spec.element.write(this.#output, this.#checked(field, spec.element, value));
    } else if (spec.form === Form.ITEMS) {
      const { element } = spec;
      this.#writeItems(field, value, (item) =>
        element.write(this.#output, this.#checked(field, element, item)),
      );
    } else if (field.kind === FieldKind.ARRAY_OF_INT8) this.#writeBytes(field, value);
    else if (field.kind === FieldKind.ARRAY_OF_BOOLEAN) this.#writeBits(field, spec.element, value);
    else if (spec.form === Form.ARRAY) {
      const { element } = spec;
      const items = this.#arrayOf(field, value);
      const output = this.#output;
      output.writeInt32(items.length);
      let at = output.claim(items.length * element.bytes);
      for (let index = 0; index < items.length; index++) {
        element.put(output, at, this.#checked(field, element, items[index]));
        at += element.bytes;
      }
    }
  }

  #writeNested(field: SchemaField, value: unknown): void {
    const nested = this.#nested;
    if (field.kind === FieldKind.COMPACT) {
      nested.write(this.#output, value);
      return;
    }
    let first: unknown;
    this.#writeItems(field, value, (item) => {
      first ??= item;
      if (!nested.areAlike(first, item)) {
        const what = nested.isRecord(item)
          ? 'GenericRecord objects containing different schemas'
          : 'objects containing different item types';
        throw new HazelcastSerializationError(
          `It is not allowed to serialize an array of Compact serializable ${what}: field '${field.fieldName}' of Compact type '${this.#schema.typeName}'`,
        );
      }
      nested.write(this.#output, item);
    });
  }

  #writeItems(field: SchemaField, value: unknown, write: (item: unknown) => void): void {
    const items = this.#arrayOf(field, value);
    const output = this.#output;
    const lengthAt = output.claim(4);
    output.writeInt32(items.length);
    const start = output.at;
    const offsets = new Array<number>(items.length);
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      offsets[index] = item === null || item === undefined ? NULL_OFFSET : output.at - start;
      if (item !== null && item !== undefined) write(item);
    }
    const length = output.at - start;
    output.putInt32(lengthAt, length);
    writeOffsets(output, length, offsets);
  }

  #writeBytes(field: SchemaField, value: unknown): void {
    if (!(value instanceof Uint8Array)) throw this.#refused(field, 'a Buffer', value);
    this.#output.writeBytes(value);
  }

  #writeBits(field: SchemaField, element: Element, value: unknown): void {
    const items = this.#arrayOf(field, value);
    const output = this.#output;
    output.writeInt32(items.length);
    const start = output.claimZeros((items.length + 7) >> 3);
    for (let index = 0; index < items.length; index++) {
      this.#checked(field, element, items[index]);
      if (items[index] === true) output.putBits(start + (index >> 3), 1 << (index & 7));
    }
  }

  #arrayOf(field: SchemaField, value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) throw this.#refused(field, 'an array', value);
    return value;
  }

  #checked<T>(field: SchemaField, element: Element<T>, value: unknown): T {
    if (element.problemOf(value) !== Problem.NONE) throw this.#refused(field, element.takes, value);
    return value as T;
  }

  #refused({ fieldName, kind }: SchemaField, takes: string, value: unknown): Error {
    return this.#wrong(`field '${fieldName}' (${FieldKind[kind]}) takes ${takes}, got ${describe(value)}`);
  }

  #refusal(opening: string, why: string): HazelcastSerializationError {
    return new HazelcastSerializationError(
      `${opening} for the schema of Compact type '${this.#schema.typeName}': ${why}`,
    );
  }

  #wrong(why: string): HazelcastSerializationError {
    return new HazelcastSerializationError(`Compact type '${this.#schema.typeName}': ${why}`);
  }
}

function writeOffsets(output: PayloadOutput, dataLength: number, offsets: readonly number[]): void {
  const bytes = offsetBytes(dataLength);
  let at = output.claim(bytes * offsets.length);
  for (let index = 0; index < offsets.length; index++) {
    if (bytes === 1) output.putByte(at, offsets[index]);
    else if (bytes === 2) output.putInt16(at, offsets[index]);
    else output.putInt32(at, offsets[index]);
    at += bytes;
  }
}
