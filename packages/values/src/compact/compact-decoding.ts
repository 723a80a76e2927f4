import type { ObjectDataInput } from '../data/object-data-input.js';
import type { CompactTypes } from './compact-types.js';
import { GenericRecordImpl } from './generic-record-impl.js';
import { holdsOthers, PayloadReader, type ReadNested } from './payload/payload-reader.js';
import { SchemaAbsent } from './schema/schema-absent.js';
import type { Schema } from './schema/schema.js';

/** Decodes Compact values: by the serializer that is configured for a type's name, otherwise to generic records. */
export class CompactDecoder {
  readonly #types: CompactTypes;
  readonly #nestedObject: ReadNested = (input) => this.#nested(input, () => this.read(input));
  // What stands within a record is a record, too, as on members.
  readonly #nestedRecord: ReadNested = (input) =>
    this.#nested(input, () => this.#readRecord(input, this.#schemaOf(input)));
  readonly #nestedSchema: ReadNested = (input) => this.#nested(input, () => this.#require(input));

  constructor(types: CompactTypes) {
    this.#types = types;
  }

  /**
   * Reads the value whose payload begins at the input's position, and moves behind it.
   *
   * Throws SchemaAbsent for a schema that is not known yet, HazelcastSerializationError for malformed bytes, and what the
   * serializer throws.
   */
  read(input: ObjectDataInput): unknown {
    const schema = this.#schemaOf(input);
    const type = this.#types.byName(schema.typeName);
    if (type === undefined) return this.#readRecord(input, schema);
    const reader = new PayloadReader(input, schema, this.#nestedObject);
    const value = type.serializer.read(reader);
    reader.release();
    return value;
  }

  /**
   * Throws SchemaAbsent unless the schemas of the value and of those within it are known. Other defects of the value are ignored.
   */
  requireSchemas(input: ObjectDataInput): void {
    try {
      this.#require(input);
    } catch (error) {
      if (error instanceof SchemaAbsent) throw error;
    }
  }

  #require(input: ObjectDataInput): void {
    const schema = this.#schemaOf(input);
    const reader = new PayloadReader(input, schema, this.#nestedSchema);
    for (const field of schema.fields) {
      if (holdsOthers(field.kind)) reader.valueOfField(field);
    }
  }

  #readRecord(input: ObjectDataInput, schema: Schema): GenericRecordImpl {
    return new GenericRecordImpl(schema, new PayloadReader(input, schema, this.#nestedRecord).readAll());
  }

  #schemaOf(input: ObjectDataInput): Schema {
    const first = input.readInt();
    const second = input.readInt();
    return input.isBigEndian()
      ? this.#types.schemas.get(first, second)
      : this.#types.schemas.get(second, first);
  }

  #nested(input: ObjectDataInput, read: () => unknown): unknown {
    input.enter();
    const value = read();
    input.leave();
    return value;
  }
}
