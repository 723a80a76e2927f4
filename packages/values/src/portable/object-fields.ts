import { cannotDeserialize } from '../errors/serialization-error.js';
import type { ObjectDataInput } from '../data/object-data-input.js';
import { nameOfClass, type ClassDefinition, type FieldDefinition } from './class-definition.js';
import { FIELD_CODECS } from './field-codecs.js';
import { FieldType } from './field-type.js';
import { POSITION_BYTES, readElements, UNWRITTEN } from './positions.js';

const NULL_LENGTH = -1;

/**
 * Reads an object within another, and leaves the input behind it.
 *
 * @param limit position at which it must have ended, the end of the other
 */
export type ReadPortable<P> = (factoryId: number, classId: number, limit: number) => P;

/** The fields of one object where they lie, as {@link FieldWriter} lays them out; they can be read in any order. */
export class ObjectFields<P> {
  readonly definition: ClassDefinition;
  /** Position behind the object. */
  readonly end: number;
  readonly #input: ObjectDataInput;
  readonly #readPortable: ReadPortable<P>;
  readonly #table: number;
  /** Position where the fields begin. */
  readonly #start: number;

  /**
   * @param input stands behind the version, and is moved behind the table of positions
   * @param definition the class version that wrote the object
   * @param limit position at which the object must have ended
   */
  constructor(
    input: ObjectDataInput,
    definition: ClassDefinition,
    limit: number,
    readPortable: ReadPortable<P>,
  ) {
    this.#input = input;
    this.definition = definition;
    this.#readPortable = readPortable;
    this.end = input.readInt();
    const count = input.readInt();
    if (count !== definition.fields.size) {
      throw this.error(`${count} fields, and ${definition.fields.size} in its definition`);
    }
    this.#table = input.position();
    input.skipBytes((count + 1) * POSITION_BYTES);
    this.#start = input.position();
    if (this.end < this.#start || this.end > limit) {
      throw this.error(`end ${this.end}, which is not from ${this.#start} to ${limit}`);
    }
  }

  /** Reads a field, and leaves the input behind it. Throws HazelcastSerializationError. */
  read(field: FieldDefinition): unknown {
    const input = this.#input;
    const { name, index, label } = field;
    const position = this.#positionAt(index);
    // The definition may be that of other bytes, of a writer with other fields.
    if (!input.matches(position, label)) {
      throw this.error(
        `at ${position} there is another field than '${name}' of type ${FieldType[field.type]}`,
      );
    }
    const start = position + label.length;
    input.position(start);
    if (field.type === FieldType.PORTABLE) return this.#readPortableField();
    if (field.type === FieldType.PORTABLE_ARRAY) return this.#readPortableArray();
    const value = FIELD_CODECS[field.type].read(input);
    input.spend(input.position() - start);
    return value;
  }

  /** Returns the position of the data that were written behind the fields. Throws if there are none. */
  rawDataPosition(): number {
    return this.#positionAt(this.definition.fields.size);
  }

  /** Makes the error for an object whose bytes are wrong. */
  error(why: string): Error {
    return cannotDeserialize(`a Portable of ${nameOfClass(this.definition)}: ${why}`);
  }

  #readPortableField(): P | null {
    const input = this.#input;
    const isNull = input.readBoolean();
    const factoryId = input.readInt();
    const classId = input.readInt();
    return isNull ? null : this.#readPortable(factoryId, classId, this.end);
  }

  #readPortableArray(): P[] | null {
    const input = this.#input;
    const length = input.readInt();
    const factoryId = input.readInt();
    const classId = input.readInt();
    if (length === NULL_LENGTH) return null;
    return readElements(input, length, () => this.#readPortable(factoryId, classId, this.end));
  }

  /** Reads an entry of the table of positions. */
  #positionAt(index: number): number {
    const position = this.#input.readInt(this.#table + index * POSITION_BYTES);
    if (position >= this.#start && position <= this.end) return position;
    const what = index === this.definition.fields.size ? 'raw data' : `field ${index}`;
    if (position === UNWRITTEN) throw this.error(`${what} was not written`);
    throw this.error(`${what} at ${position}, which is not from ${this.#start} to ${this.end}`);
  }
}
