import { HazelcastSerializationError } from '../../../../errors/hierarchy.js';
import { FieldKind } from '../schema/field-kind.js';
import type { Schema, SchemaField } from '../schema/schema.js';

/** Finds fields by name and kind. A field of a kind that may be null is taken for one of the plain kind, and the other way round. */
export abstract class FieldAccess {
  readonly schema: Schema;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /** The value of a field, as its own kind says. */
  abstract valueOfField(field: SchemaField): unknown;

  /** The value of a field that is of one of the two kinds. Throws HazelcastSerializationError. */
  protected either(fieldName: string, kind: FieldKind, other: FieldKind = kind): unknown {
    return this.valueOfField(this.#field(fieldName, kind, other));
  }

  /** The same, of one that may be null but is not. */
  protected present(fieldName: string, kind: FieldKind, nullable: FieldKind): unknown {
    const value = this.either(fieldName, kind, nullable);
    if (value === null) throw this.#isNull(fieldName);
    return value;
  }

  /** An array in which nothing is null. */
  protected presentItems(fieldName: string, kind: FieldKind, nullable: FieldKind): unknown {
    const field = this.#field(fieldName, kind, nullable);
    const items = this.valueOfField(field) as unknown[] | null;
    if (field.kind === kind || items === null) return items;
    if (items.includes(null)) throw this.#isNull(fieldName);
    return kind === FieldKind.ARRAY_OF_INT8 ? Buffer.from(items as number[]) : items;
  }

  /** An array in which something may be null. */
  protected items(fieldName: string, kind: FieldKind, nullable: FieldKind): unknown {
    const items = this.either(fieldName, kind, nullable);
    return Buffer.isBuffer(items) ? Array.from(items, (byte) => (byte << 24) >> 24) : items;
  }

  #field(fieldName: string, kind: FieldKind, other: FieldKind): SchemaField {
    const field = this.schema.field(fieldName);
    if (field !== undefined && (field.kind === kind || field.kind === other)) return field;
    const { typeName } = this.schema;
    const asked = kind === other ? FieldKind[kind] : `${FieldKind[kind]} or ${FieldKind[other]}`;
    throw new HazelcastSerializationError(
      field === undefined
        ? `Compact type '${typeName}' has no field '${fieldName}'`
        : `field '${fieldName}' of Compact type '${typeName}' is of the kind ${FieldKind[field.kind]}, not ${asked}`,
    );
  }

  #isNull(fieldName: string): HazelcastSerializationError {
    return new HazelcastSerializationError(
      `field '${fieldName}' of Compact type '${this.schema.typeName}' has a null, which only the methods for nullable fields give`,
    );
  }
}
