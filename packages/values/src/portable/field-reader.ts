import { HazelcastSerializationError } from '../errors/hierarchy.js';
import type { ObjectDataInput } from '../data/object-data-input.js';
import type { DataInput } from '../data/serializer.js';
import { nameOfClass, officialNameOfClass, type ClassDefinition } from './class-definition.js';
import { FieldSource } from './field-methods.js';
import { FieldType } from './field-type.js';
import { ObjectFields, type ReadPortable } from './object-fields.js';
import type { Portable, PortableReader } from './portable.js';
import { wideningOf } from './widening.js';

const RAW = 'getRawDataInput was called';
const ENDED = 'readPortable has returned';

/** Gives the fields of one object to its own `readPortable`. */
export class FieldReader extends FieldSource implements PortableReader {
  readonly #input: ObjectDataInput;
  readonly #definition: ClassDefinition;
  readonly #isOtherVersion: boolean;
  readonly #fields: ObjectFields<Portable>;
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
    readPortable: ReadPortable<Portable>,
  ) {
    super();
    this.#input = input;
    this.#definition = definition;
    this.#isOtherVersion = isOtherVersion;
    this.#fields = new ObjectFields(input, definition, limit, readPortable);
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
    if (this.#closed !== null) throw this.#fields.error(`no field can be read after ${this.#closed}`);
    const field = this.#definition.fields.get(fieldName);
    if (field === undefined) {
      if (this.#isOtherVersion) return undefined;
      throw this.#refusal(`Unknown field name: '${fieldName}' for ${officialNameOfClass(this.#definition)}`);
    }
    if (field.type === type) return this.#fields.read(field);
    const widen = this.#isOtherVersion ? wideningOf(field.type, type) : undefined;
    if (widen === undefined) {
      throw this.#refusal(
        this.#isOtherVersion
          ? `Incompatible to read ${type} from ${field.type} while reading field : ${fieldName}`
          : `Not a '${type}' field: ${fieldName}`,
        `; it is of type ${FieldType[field.type]}, not ${FieldType[type]}`,
      );
    }
    return widen(this.#fields.read(field) as never);
  }

  getRawDataInput(): DataInput {
    if (this.#closed === ENDED) throw this.#fields.error(`no raw data can be read after ${ENDED}`);
    if (this.#closed === null) {
      this.#input.position(this.#fields.rawDataPosition());
      this.#closed = RAW;
    }
    return this.#input;
  }

  /** Ends reading, and leaves the input behind the object. */
  end(): void {
    this.#closed = ENDED;
    this.#input.position(this.#fields.end);
  }

  #refusal(opening: string, more = ''): Error {
    return new HazelcastSerializationError(
      `${opening}${more} (a Portable of ${nameOfClass(this.#definition)})`,
    );
  }
}
