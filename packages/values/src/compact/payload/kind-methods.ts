import { HazelcastSerializationError } from '../../errors/hierarchy.js';
import { defineMethod, methodName } from '../../data/method-names.js';
import type { CompactReader } from '../compact-reader.js';
import type { CompactWriter } from '../compact-writer.js';
import type { GenericRecord, KindGets } from '../generic-record.js';
import { FieldKind, isFieldKind } from '../schema/field-kind.js';
import type { Schema, SchemaField } from '../schema/schema.js';

/*
 * The methods of readers, records and writers follow from the names of the kinds:
 *
 *     ARRAY_OF_NULLABLE_INT8  ->  readArrayOfNullableInt8, getArrayOfNullableInt8, writeArrayOfNullableInt8
 *
 * Each is made once and stands on a prototype, as if it were written in the class.
 */

interface NamedKind {
  /** Name of the kind within method names: `ArrayOfInt8`. */
  readonly name: string;
  readonly kind: FieldKind;
  /**
   * The nullable kind of a plain one, and the other way round: the methods of either read both. `kind` itself if there is none.
   */
  readonly other: FieldKind;
}

const KINDS = namedKinds();

/** The fields of one value, which are read by name and kind. */
abstract class Fields {
  readonly schema: Schema;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /** Returns the value of a field, as its own kind has it. */
  abstract valueOfField(field: SchemaField): unknown;

  /**
   * Returns the error message for a field that does not exist. It begins as the official one, and so does {@link otherKind};
   * records override both.
   */
  unknownField(fieldName: string): string {
    return `No field with the name '${fieldName}' in compact schema of type '${this.schema.typeName}'`;
  }

  /**
   * Returns the error message for a field that is neither of the kind asked for nor of the other one; the two are equal if there
   * is only one.
   */
  otherKind({ fieldName, kind: found }: SchemaField, kind: FieldKind, other: FieldKind): string {
    if (kind === other) {
      return `Mismatched field kinds while reading a compact field: Requested field kind for ${fieldName} is ${FieldKind[kind]} but the field's actual type is ${FieldKind[found]}`;
    }
    // The plain kind comes first.
    const [first, second] = kind < other ? [kind, other] : [other, kind];
    return `The kind of field ${fieldName} must be one of ${FieldKind[first]}, ${FieldKind[second]} but it is ${FieldKind[found]}`;
  }
}

abstract class ReadFields extends Fields {
  static {
    defineReads(this.prototype, ({ name }) => `read${name}`);
  }

  getFieldKind(fieldName: string): FieldKind {
    return this.schema.field(fieldName)?.kind ?? FieldKind.NOT_AVAILABLE;
  }
}

abstract class RecordFields extends Fields {
  static {
    defineReads(this.prototype, ({ name }) => `get${name.replace('Compact', 'GenericRecord')}`);
  }
}

abstract class WrittenFields {
  /** Takes the value of a field. Throws HazelcastSerializationError for a field or a value that does not fit. */
  protected abstract put(fieldName: string, kind: FieldKind, value: unknown): void;

  static {
    for (const { name, kind } of KINDS) {
      defineMethod(
        this.prototype,
        `write${name}`,
        function (this: WrittenFields, fieldName: string, value: unknown) {
          this.put(fieldName, kind, value);
        },
      );
    }
  }
}

/** Base class of readers: the `read` methods. Subclasses find the value of a field. */
export const KindReader: abstract new (schema: Schema) => Fields & CompactReader =
  ReadFields as typeof KindReader;

/** Base class of records: the `get` methods. Subclasses find the value of a field. */
export const KindGetter: abstract new (
  schema: Schema,
) => Fields & Pick<GenericRecord, keyof KindGets | 'getGenericRecord' | 'getArrayOfGenericRecord'> =
  RecordFields as typeof KindGetter;

/** Base class of writers: the `write` methods. Subclasses take the value of a field. */
export const KindWriter: abstract new () => WrittenFields & CompactWriter =
  WrittenFields as typeof KindWriter;

function namedKinds(): readonly NamedKind[] {
  const kinds = new Map<string, FieldKind>();
  for (const [name, kind] of Object.entries(FieldKind)) {
    if (typeof kind === 'number' && isFieldKind(kind)) kinds.set(name, kind);
  }
  return Array.from(kinds, ([name, kind]) => {
    const other = name.includes('NULLABLE_')
      ? name.replace('NULLABLE_', '')
      : name.replace(/^(?:ARRAY_OF_)?/, '$&NULLABLE_');
    return { name: methodName(name), kind, other: kinds.get(other) ?? kind };
  });
}

function defineReads(prototype: Fields, nameOf: (kind: NamedKind) => string): void {
  for (const each of KINDS) defineMethod(prototype, nameOf(each), readOf(each));
}

/** Makes the method that reads a field of a kind. It throws for a null, or an element that is null, unless the kind allows it. */
function readOf({ name, kind, other }: NamedKind): (this: Fields, fieldName: string) => unknown {
  const isArray = name.startsWith('Array');
  if (kind === other || (!isArray && name.includes('Nullable'))) {
    return function (fieldName) {
      return this.valueOfField(fieldOf(this, fieldName, kind, other));
    };
  }
  if (!isArray) {
    return function (fieldName) {
      const value = this.valueOfField(fieldOf(this, fieldName, kind, other));
      if (value === null) throw isNull(this, fieldName);
      return value;
    };
  }
  if (name.includes('Nullable')) {
    return function (fieldName) {
      const items = this.valueOfField(fieldOf(this, fieldName, kind, other));
      return Buffer.isBuffer(items) ? Array.from(items, (byte) => (byte << 24) >> 24) : items;
    };
  }
  return function (fieldName) {
    const field = fieldOf(this, fieldName, kind, other);
    const items = this.valueOfField(field);
    if (field.kind === kind || !Array.isArray(items)) return items;
    if (items.includes(null)) throw isNull(this, fieldName);
    return kind === FieldKind.ARRAY_OF_INT8 ? Buffer.from(items) : items;
  };
}

function fieldOf(fields: Fields, fieldName: string, kind: FieldKind, other: FieldKind): SchemaField {
  const field = fields.schema.field(fieldName);
  if (field !== undefined && (field.kind === kind || field.kind === other)) return field;
  throw new HazelcastSerializationError(
    field === undefined
      ? fields.unknownField(fieldName)
      : `${fields.otherKind(field, kind, other)}, in Compact type '${fields.schema.typeName}'`,
  );
}

function isNull({ schema }: Fields, fieldName: string): HazelcastSerializationError {
  return new HazelcastSerializationError(
    `Error while reading ${fieldName}. null value can not be read via the methods of fields that are not nullable; the field is of Compact type '${schema.typeName}'`,
  );
}
