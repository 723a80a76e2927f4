import type { ObjectDataInput } from '../data/object-data-input.js';
import { definitionOf } from './definition-reader.js';
import { DefinitionRegistry } from './definition-registry.js';
import type { FieldType } from './field-type.js';
import { ObjectFields, type ReadPortable } from './object-fields.js';

/**
 * A Portable without its class: its fields, by name, each read when it is asked for first. A Portable within it is a record, too.
 *
 * What the bytes say of its class is used for this value alone, so values of writers with other fields can be read beside it.
 */
export class PortableRecord {
  readonly #fields: ObjectFields<PortableRecord>;
  /** What was read, as reading it again would count as the work of damaged bytes. */
  readonly #values = new Map<string, unknown>();

  private constructor(fields: ObjectFields<PortableRecord>) {
    this.#fields = fields;
  }

  /**
   * Opens the object at the input's position, which must be its place in the whole value, and leaves the input behind it. The
   * record reads from this input later.
   *
   * Throws HazelcastSerializationError for bytes that do not make a Portable.
   */
  static open(input: ObjectDataInput): PortableRecord {
    const registry = new DefinitionRegistry();
    const open: ReadPortable<PortableRecord> = (factoryId, classId, limit) => {
      const portableClass = { factoryId, classId, version: input.readInt() };
      const definition = definitionOf(input, registry, portableClass, limit);
      const fields = new ObjectFields(input, definition, limit, open);
      input.position(fields.end);
      return new PortableRecord(fields);
    };
    const limit = input.position() + input.available();
    return open(input.readInt(), input.readInt(), limit);
  }

  /** Returns the type of a field; undefined if there is no such field. */
  typeOf(fieldName: string): FieldType | undefined {
    return this.#fields.definition.fields.get(fieldName)?.type;
  }

  /**
   * Returns the value of a field as a {@link PortableReader} does; undefined if there is no such field.
   *
   * Throws HazelcastSerializationError for bytes that do not match the field's type, RangeError for a date or time that does not
   * exist.
   */
  read(fieldName: string): unknown {
    const field = this.#fields.definition.fields.get(fieldName);
    if (field === undefined) return undefined;
    if (!this.#values.has(fieldName)) this.#values.set(fieldName, this.#fields.read(field));
    return this.#values.get(fieldName);
  }
}
