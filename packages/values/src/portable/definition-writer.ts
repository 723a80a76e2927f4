import { describe } from '../errors/describe.js';
import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { cannotSerialize } from '../errors/serialization-error.js';
import type { DataOutput } from '../data/serializer.js';
import { nameOfClass, type ClassDefinition, type PortableClass } from './class-definition.js';
import type { PlainFieldType } from './field-codecs.js';
import { FieldSink } from './field-methods.js';
import { FieldType } from './field-type.js';
import type { Portable, PortableWriter } from './portable.js';

/** Greatest length of a name, which is written as an int16. */
const MAX_NAME_LENGTH = 0x7fff;

/** Finds the classes of Portables in fields, for a definition writer. */
export interface KnownClasses {
  /** Learns the class of an object within another. Throws if it does not fit what is known of the class. */
  define(portable: Portable): PortableClass;
  findNull(factoryId: number, classId: number): PortableClass | undefined;
}

/** Learns the fields of a class version from an object that writes itself: keeps names and types, ignores values. */
export class DefinitionWriter extends FieldSink implements PortableWriter {
  readonly #portable: Portable;
  readonly #definition: ClassDefinition;
  readonly #classes: KnownClasses;
  readonly #rawOutput: DataOutput;
  #isClosed = false;

  /** @param rawOutput takes raw data, which the caller discards: a definition has none. */
  constructor(portable: Portable, definition: ClassDefinition, classes: KnownClasses, rawOutput: DataOutput) {
    super();
    this.#portable = portable;
    this.#definition = definition;
    this.#classes = classes;
    this.#rawOutput = rawOutput;
  }

  protected override put(fieldName: string, type: PlainFieldType): void {
    this.#add(fieldName, type, null);
  }

  writePortable(fieldName: string, value: Portable | null): void {
    if (value === null || value === undefined) throw this.#unknownClass(fieldName);
    this.#add(fieldName, FieldType.PORTABLE, this.#classes.define(value));
  }

  writeNullPortable(fieldName: string, factoryId: number, classId: number): void {
    const portableClass = this.#classes.findNull(factoryId, classId);
    if (portableClass === undefined) throw this.#unknownClass(fieldName);
    this.#add(fieldName, FieldType.PORTABLE, portableClass);
  }

  writePortableArray(fieldName: string, values: Portable[] | null): void {
    const first = values?.[0];
    if (first === null || first === undefined) throw this.#unknownClass(fieldName);
    this.#add(fieldName, FieldType.PORTABLE_ARRAY, this.#classes.define(first));
  }

  getRawDataOutput(): DataOutput {
    this.#checkOpen();
    return this.#rawOutput;
  }

  /** Ends writing: the definition stays as it is from now on. */
  end(): void {
    this.#isClosed = true;
  }

  #add(name: string, type: FieldType, portableClass: PortableClass | null): void {
    this.#checkOpen();
    if (typeof name !== 'string') throw this.#error(`a name of a field is ${describe(name)}`);
    // Members read one byte a character, whatever the official client writes.
    if (name.length > MAX_NAME_LENGTH || /[^\0-\xff]/.test(name)) {
      throw this.#error(
        `a name of a field has ${name.length} characters; it may have ${MAX_NAME_LENGTH}, of Latin-1 only`,
      );
    }
    if (portableClass?.classId === 0)
      throw new HazelcastSerializationError(
        `Portable class ID cannot be zero! It stands for null, in field '${name}' of ${nameOfClass(this.#definition)}`,
      );
    if (!this.#definition.add(name, type, portableClass)) {
      throw this.#error(`field '${name}' has already been written`);
    }
  }

  #checkOpen(): void {
    if (this.#isClosed) throw this.#error('no field can be written after writePortable has returned');
  }

  #unknownClass(fieldName: string): Error {
    return new HazelcastSerializationError(
      `Cannot write null portable without explicitly registering class definition! In ${nameOfClass(this.#definition)}, field '${fieldName}' is a Portable, or an array of them, of a class not known yet; first write or read one that is neither null nor empty`,
    );
  }

  #error(why: string): Error {
    return cannotSerialize(this.#portable, `${nameOfClass(this.#definition)}: ${why}`);
  }
}
