import type { FieldKind } from '../schema/field-kind.js';
import { KindWriter } from './kind-methods.js';
import { Schema, type FieldDescriptor, type SchemaField } from '../schema/schema.js';

/** The schema of a class, and the order in which its serializer writes the fields. */
export interface WrittenSchema {
  readonly schema: Schema;
  readonly order: readonly SchemaField[];
}

/** Learns the fields that a serializer writes; ignores their values. */
export class SchemaWriter extends KindWriter {
  readonly #typeName: string;
  readonly #fields: FieldDescriptor[] = [];

  constructor(typeName: string) {
    super();
    this.#typeName = typeName;
  }

  /** Returns the schema of the fields written so far. Throws HazelcastSerializationError for a field that was written twice. */
  build(): WrittenSchema {
    const schema = new Schema(this.#typeName, this.#fields);
    return { schema, order: this.#fields.map(({ fieldName }) => schema.field(fieldName)!) };
  }

  protected override put(fieldName: string, kind: FieldKind): void {
    this.#fields.push({ fieldName, kind });
  }
}
