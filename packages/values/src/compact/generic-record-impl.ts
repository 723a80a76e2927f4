import Long from 'long';
import { BigDecimal } from '../classes/big-decimal.js';
import { LocalDate } from '../classes/local-date.js';
import { LocalDateTime } from '../classes/local-date-time.js';
import { LocalTime } from '../classes/local-time.js';
import { OffsetDateTime } from '../classes/offset-date-time.js';
import { describe } from '../errors/describe.js';
import { Problem } from './payload/elements.js';
import { FieldKind } from './schema/field-kind.js';
import type { Field } from './fields.js';
import type { GenericRecord } from './generic-record.js';
import { KindGetter } from './payload/kind-methods.js';
import { Form, specOf } from './payload/kinds.js';
import { Schema, type SchemaField } from './schema/schema.js';

/** Classes that JSON has no type for, by the names that stand for them in a record's text. */
const TEXTUAL: Readonly<Record<string, abstract new (...args: never[]) => { toString(): string }>> = {
  BigDecimal,
  Long,
  LocalTime,
  LocalDate,
  LocalDateTime,
  OffsetDateTime,
};

/** A {@link GenericRecord}: a schema, and a value for each of its fields. */
export class GenericRecordImpl extends KindGetter implements GenericRecord {
  readonly #values: ReadonlyMap<string, unknown>;

  /** @param values one value for each field of the schema, of the field's kind. */
  constructor(schema: Schema, values: ReadonlyMap<string, unknown>) {
    super(schema);
    this.#values = values;
  }

  /** Makes a record from its type name, fields and values. Throws as `GenericRecords.compact`. */
  static of(
    typeName: string,
    fields: Readonly<Record<string, Field<unknown>>>,
    values: Readonly<Record<string, unknown>>,
  ): GenericRecordImpl {
    if (typeof typeName !== 'string') {
      throw new TypeError(`Type name must be a string, got ${describe(typeName)}`);
    }
    const descriptors = Object.entries(fields).map(([fieldName, { kind }]) => ({ fieldName, kind }));
    const schema = new Schema(typeName, descriptors);
    const given = descriptors.map(({ fieldName, kind }): [string, unknown] => {
      const value = values[fieldName];
      checkValue(fieldName, kind, value);
      return [fieldName, value];
    });
    return new GenericRecordImpl(schema, new Map(given));
  }

  clone(fieldsToUpdate: Readonly<Record<string, unknown>> = {}): GenericRecord {
    const values = new Map([...this.#values].map(([name, value]) => [name, copyOf(value)]));
    for (const [fieldName, value] of Object.entries(fieldsToUpdate ?? {})) {
      const field = this.schema.field(fieldName);
      if (field === undefined) {
        throw new RangeError(
          `Generic to be cloned does not have a field with name ${fieldName}; it is of Compact type '${this.schema.typeName}'`,
        );
      }
      checkValue(fieldName, field.kind, value);
      values.set(fieldName, value);
    }
    return new GenericRecordImpl(this.schema, values);
  }

  getFieldNames(): Set<string> {
    return new Set(this.#values.keys());
  }

  getFieldKind(fieldName: string): FieldKind {
    const field = this.schema.field(fieldName);
    if (field === undefined) {
      throw new RangeError(
        `There is no field named as ${fieldName} in Compact type '${this.schema.typeName}'`,
      );
    }
    return field.kind;
  }

  hasField(fieldName: string): boolean {
    return this.#values.has(fieldName);
  }

  override unknownField(fieldName: string): string {
    return `Invalid field name: '${fieldName}' for schema of Compact type '${this.schema.typeName}'`;
  }

  override otherKind({ fieldName, kind: found }: SchemaField, kind: FieldKind): string {
    return `Invalid field kind: '${kind}' for schema: field '${fieldName}' is ${FieldKind[found]}, not ${FieldKind[kind]}`;
  }

  valueOfField({ fieldName }: SchemaField): unknown {
    return this.#values.get(fieldName);
  }

  override toString(): string {
    return JSON.stringify({ [this.schema.typeName]: this.#toPlain() }, (_key, value: unknown) => {
      if (value instanceof GenericRecordImpl) return value.#toPlain();
      const type = Object.keys(TEXTUAL).find((name) => value instanceof TEXTUAL[name]);
      return type === undefined ? value : { type, data: String(value) };
    });
  }

  #toPlain(): object {
    return Object.fromEntries(this.#values);
  }
}

/** Throws TypeError for a value of another type than its field's, RangeError for a number out of range. */
function checkValue(fieldName: string, kind: FieldKind, value: unknown): void {
  const spec = specOf(kind);
  const place = `field ${fieldName} (${FieldKind[kind]})`;
  const wrong = (takes: string, found: unknown): TypeError =>
    new TypeError(
      `Generic record field validation error: Expected ${takes} for ${place}, got ${describe(found)}`,
    );
  const takes = spec === undefined ? 'a GenericRecord' : spec.element.takes;
  const check = (each: unknown): void => {
    const problem =
      spec !== undefined
        ? spec.element.problemOf(each)
        : each instanceof GenericRecordImpl
          ? Problem.NONE
          : Problem.TYPE;
    if (problem === Problem.RANGE)
      throw new RangeError(`Generic record field validation error: Expected ${takes} for ${place}`);
    if (problem !== Problem.NONE) throw wrong(takes, each);
  };
  if (value === null && spec?.form !== Form.FIXED) return;
  if (kind === FieldKind.ARRAY_OF_INT8) {
    if (!Buffer.isBuffer(value)) throw wrong('a Buffer or null', value);
  } else if (spec?.form === Form.ARRAY || spec?.form === Form.ITEMS || kind === FieldKind.ARRAY_OF_COMPACT) {
    if (!Array.isArray(value))
      throw new TypeError(`Expected an array or null for ${place}, got ${describe(value)}`);
    for (const item of value) {
      if (item !== null || spec?.form === Form.ARRAY) check(item);
    }
  } else check(value);
}

/** Copies a value that can be changed in place: a record, a Buffer, an array. Returns any other value itself. */
function copyOf(value: unknown): unknown {
  if (value instanceof GenericRecordImpl) return value.clone();
  if (Buffer.isBuffer(value)) return Buffer.from(value);
  return Array.isArray(value) ? value.map(copyOf) : value;
}
