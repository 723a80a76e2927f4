import { MAX_DEPTH } from '../data/object-data-input.js';
import { cannotSerialize } from '../errors/serialization-error.js';
import type { CompactTypes } from './compact-types.js';
import { GenericRecordImpl } from './generic-record-impl.js';
import { PayloadOutput } from './payload/payload-output.js';
import { PayloadWriter, type NestedWriter } from './payload/payload-writer.js';

/** Returns true for an object that is written as Compact: a generic record, or one whose class has a serializer. */
export function isCompact(value: object, types: CompactTypes): boolean {
  return value instanceof GenericRecordImpl || (!types.isEmpty && types.ofObject(value) !== undefined);
}

/**
 * Encodes an object that `isCompact` to its payload; runs its serializer.
 *
 * Throws SchemaAbsent while its schema, or one within it, is not in the cluster, and HazelcastSerializationError for values that
 * their fields cannot hold.
 */
export function encodeCompact(object: object, types: CompactTypes, littleEndian: boolean): Buffer {
  const output = new PayloadOutput(littleEndian);
  new Encoding(types).write(output, object);
  return output.toBuffer();
}

class Encoding implements NestedWriter {
  readonly #types: CompactTypes;
  #depth = 0;

  constructor(types: CompactTypes) {
    this.#types = types;
  }

  write(output: PayloadOutput, value: unknown): void {
    // What is nested deeper could be written, but not read.
    if (this.#depth > MAX_DEPTH) {
      throw cannotSerialize(value, `values are nested more than ${MAX_DEPTH} deep`);
    }
    this.#depth++;
    this.#write(output, value);
    this.#depth--;
  }

  #write(output: PayloadOutput, value: unknown): void {
    if (value instanceof GenericRecordImpl) {
      this.#writeRecord(output, value);
      return;
    }
    const type = this.#types.mustBeOf(value);
    const { schema, order } = type.schemaFor(value as object);
    const writer = new PayloadWriter(output, schema, order, this);
    type.serializer.write(writer, value);
    writer.end();
  }

  areAlike(first: unknown, other: unknown): boolean {
    if (!(first instanceof GenericRecordImpl) || !(other instanceof GenericRecordImpl)) {
      return this.#types.mustBeOf(first) === this.#types.mustBeOf(other);
    }
    return first.schema.equals(other.schema);
  }

  isRecord(value: unknown): boolean {
    return value instanceof GenericRecordImpl;
  }

  #writeRecord(output: PayloadOutput, record: GenericRecordImpl): void {
    const { schema } = record;
    this.#types.schemas.require(schema);
    const writer = new PayloadWriter(output, schema, schema.fields, this);
    for (const field of schema.fields) writer.putField(field, record.valueOfField(field));
    writer.end();
  }
}
