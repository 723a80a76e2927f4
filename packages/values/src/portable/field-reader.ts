import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { cannotDeserialize } from '../errors/serialization-error.js';
import type { ObjectDataInput } from '../data/object-data-input.js';
import type { DataInput } from '../data/serializer.js';
import {
  nameOfClass,
  officialNameOfClass,
  type ClassDefinition,
  type FieldDefinition,
} from './class-definition.js';
import { FIELD_CODECS } from './field-codecs.js';
import { FieldSource } from './field-methods.js';
import { FieldType } from './field-type.js';
import { POSITION_BYTES, readElements, UNWRITTEN } from './positions.js';
import type { Portable, PortableReader } from './portable.js';
import { wideningOf } from './widening.js';

const NULL_LENGTH = -1;

const RAW = 'getRawDataInput was called';
const ENDED = 'readPortable has returned';

/** Reads an object within another; it must end before `limit`, the end of the other. */
export type ReadPortable = (factoryId: number, classId: number, limit: number) => Portable;

/** Reads the fields of one object, as {@link FieldWriter} lays them out. */
export class FieldReader extends FieldSource implements PortableReader {
  readonly #input: ObjectDataInput;
  readonly #definition: ClassDefinition;
  readonly #isOtherVersion: boolean;
  readonly #readPortable: ReadPortable;
  readonly #table: number;
  /** Positions where the fields begin, and where the object ends. */
  readonly #start: number;
  readonly #end: number;
  /** Reason why no field can be read any more. */
  #closed: typeof RAW | typeof ENDED | null = null;

  /**
   * @param definition the class version that wrote the object
   * @param isOtherVersion true if the object that reads is of another version
   * @param limit position at which the object must have ended
   */
  constructor(
    input: ObjectDataInput,
    definition: ClassDefinition,
    isOtherVersion: boolean,
    limit: number,
    readPortable: ReadPortable,
  ) {
    super();
    this.#input = input;
    this.#definition = definition;
    this.#isOtherVersion = isOtherVersion;
    this.#readPortable = readPortable;
    this.#end = input.readInt();
    const count = input.readInt();
    if (count !== definition.fields.size) {
      throw this.#error(`${count} fields, and ${definition.fields.size} in its definition`);
    }
    this.#table = input.position();
    input.skipBytes((count + 1) * POSITION_BYTES);
    this.#start = input.position();
    if (this.#end < this.#start || this.#end > limit) {
      throw this.#error(`end ${this.#end}, which is not from ${this.#start} to ${limit}`);
    }
  }

  getVersion(): number {
    return this.#definition.version;
  }

  hasField(fieldName: string): boolean {
    return this.#definition.fields.has(fieldName);
  }

  getFieldNames(): string[] {
    return [...this.#definition.fields.keys()];
  }

  getFieldType(fieldName: string): FieldType {
    const field = this.#definition.fields.get(fieldName);
    // The class that the official client documents.
    if (field === undefined) throw new RangeError(`Field ${fieldName} does not exist.`);
    return field.type;
  }

  protected override take(fieldName: string, type: FieldType): unknown {
    if (this.#closed === RAW)
      throw this.#refusal('Cannot read portable fields after getRawDataInput called!');
    if (this.#closed !== null) throw this.#error(`no field can be read after ${this.#closed}`);
    const field = this.#definition.fields.get(fieldName);
    if (field === undefined) {
      if (this.#isOtherVersion) return undefined;
      throw this.#refusal(`Unknown field name: '${fieldName}' for ${officialNameOfClass(this.#definition)}`);
    }
    if (field.type === type) return this.#readField(field);
    const widen = this.#isOtherVersion ? wideningOf(field.type, type) : undefined;
    if (widen === undefined) {
      throw this.#refusal(
        this.#isOtherVersion
          ? `Incompatible to read ${type} from ${field.type} while reading field : ${fieldName}`
          : `Not a '${type}' field: ${fieldName}`,
        `; it is of type ${FieldType[field.type]}, not ${FieldType[type]}`,
      );
    }
    return widen(this.#readField(field) as never);
  }

  getRawDataInput(): DataInput {
    if (this.#closed === ENDED) throw this.#error(`no raw data can be read after ${ENDED}`);
    if (this.#closed === null) {
      this.#input.position(this.#positionAt(this.#definition.fields.size));
      this.#closed = RAW;
    }
    return this.#input;
  }

  /** Ends reading, and leaves the input behind the object. */
  end(): void {
    this.#closed = ENDED;
    this.#input.position(this.#end);
  }

  #readField(field: FieldDefinition): unknown {
    const input = this.#input;
    const { name, index, label } = field;
    const position = this.#positionAt(index);
    // The definition may be that of other bytes, of a writer with other fields.
    if (!input.matches(position, label)) {
      throw this.#error(
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

  #readPortableField(): Portable | null {
    const input = this.#input;
    const isNull = input.readBoolean();
    const factoryId = input.readInt();
    const classId = input.readInt();
    return isNull ? null : this.#readPortable(factoryId, classId, this.#end);
  }

  #readPortableArray(): Portable[] | null {
    const input = this.#input;
    const length = input.readInt();
    const factoryId = input.readInt();
    const classId = input.readInt();
    if (length === NULL_LENGTH) return null;
    return readElements(input, length, () => this.#readPortable(factoryId, classId, this.#end));
  }

  /** Reads an entry of the table of positions. */
  #positionAt(index: number): number {
    const position = this.#input.readInt(this.#table + index * POSITION_BYTES);
    if (position >= this.#start && position <= this.#end) return position;
    const what = index === this.#definition.fields.size ? 'raw data' : `field ${index}`;
    if (position === UNWRITTEN) throw this.#error(`${what} was not written`);
    throw this.#error(`${what} at ${position}, which is not from ${this.#start} to ${this.#end}`);
  }

  #refusal(opening: string, more = ''): Error {
    return new HazelcastSerializationError(
      `${opening}${more} (a Portable of ${nameOfClass(this.#definition)})`,
    );
  }

  #error(why: string): Error {
    return cannotDeserialize(`a Portable of ${nameOfClass(this.#definition)}: ${why}`);
  }
}
