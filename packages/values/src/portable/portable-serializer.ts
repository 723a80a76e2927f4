import { describe } from '../errors/describe.js';
import type { ObjectDataInput } from '../data/object-data-input.js';
import { MAX_DEPTH } from '../data/object-data-input.js';
import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { cannotSerialize } from '../errors/serialization-error.js';
import type { DataOutput } from '../data/serializer.js';
import { ClassDefinition } from './class-definition.js';
import { definitionOf } from './definition-reader.js';
import { DefinitionRegistry } from './definition-registry.js';
import { DefinitionWriter, type KnownClasses } from './definition-writer.js';
import { FieldReader } from './field-reader.js';
import { FieldWriter } from './field-writer.js';
import type { ReadPortable } from './object-fields.js';
import type { Portable, PortableFactory, PortableSettings, VersionedPortable } from './portable.js';

const MAX_INT = 0x7fff_ffff;
/** Least bytes that an object takes, without its fields. */
const OBJECT_BYTES = 16;

/**
 * Returns true for an object that is written as a Portable, by the official rule: both methods, and two numbers, own or
 * inherited.
 */
export function isPortable(value: object): value is Portable {
  const { factoryId, classId, readPortable, writePortable }: Partial<Portable> = value;
  return (
    typeof factoryId === 'number' &&
    typeof classId === 'number' &&
    Boolean(readPortable) &&
    Boolean(writePortable)
  );
}

/** Writes and reads Portables, and remembers the class versions it has met. */
export class PortableSerializer {
  readonly #factories: ReadonlyMap<number, PortableFactory>;
  readonly #portableVersion: number;
  readonly #registry = new DefinitionRegistry();
  /** Number of objects that are being written within one another, by all encoders: user code may begin another value. */
  #depth = 0;

  constructor({ portableFactories, portableVersion }: PortableSettings) {
    this.#factories = portableFactories;
    this.#portableVersion = portableVersion;
  }

  /**
   * Writes the object at the output's position, which must be its place in the whole value. Runs user code.
   *
   * Throws HazelcastSerializationError for fields, or their values, that do not fit the class version.
   */
  write(output: DataOutput, portable: Portable): void {
    const definition = this.#definitionFor(output, portable);
    output.writeInt(definition.factoryId);
    output.writeInt(definition.classId);
    this.#writeObject(output, portable, definition);
  }

  /**
   * Reads the object at the input's position, and leaves the input behind it. Runs user code.
   *
   * Throws HazelcastSerializationError for a factory or class that does not exist, and for bytes that do not match the class
   * version they name.
   */
  read(input: ObjectDataInput): Portable {
    const limit = input.position() + input.available();
    return this.#readObject(input, input.readInt(), input.readInt(), limit);
  }

  #writeObject(output: DataOutput, portable: Portable, definition: ClassDefinition): void {
    output.writeInt(definition.version);
    const writer = new FieldWriter(portable, output, definition, (inner) =>
      this.#writeObject(output, inner, this.#definitionFor(output, inner)),
    );
    this.#within(portable, () => portable.writePortable(writer));
    writer.end();
  }

  #definitionFor(output: DataOutput, portable: Portable): ClassDefinition {
    const known = this.#registry.find(portable.factoryId, portable.classId, this.#versionOf(portable));
    return known ?? this.#define(output, portable);
  }

  #define(output: DataOutput, portable: Portable): ClassDefinition {
    if (!isPortable(portable)) throw cannotSerialize(portable, 'it is not a Portable');
    const version = this.#versionOf(portable);
    const { factoryId, classId } = portable;
    if ((factoryId | 0) !== factoryId || (classId | 0) !== classId) {
      throw cannotSerialize(portable, 'factoryId and classId must be whole numbers of 32 bits');
    }
    const definition = new ClassDefinition({ factoryId, classId, version }, output.isBigEndian());
    const classes: KnownClasses = {
      define: (inner) => this.#define(output, inner),
      findNull: (factory, ofClass) => this.#registry.find(factory, ofClass, this.#portableVersion),
    };
    const before = output.position();
    const writer = new DefinitionWriter(portable, definition, classes, output);
    this.#within(portable, () => portable.writePortable(writer));
    writer.end();
    // Raw data is all that was written.
    output.position(before);
    return this.#registry.register(definition);
  }

  #within(portable: Portable, write: () => void): void {
    if (this.#depth === MAX_DEPTH) {
      throw cannotSerialize(portable, `it is a Portable within ${MAX_DEPTH} others, or within itself`);
    }
    this.#depth++;
    try {
      write();
    } finally {
      this.#depth--;
    }
  }

  #readObject(input: ObjectDataInput, factoryId: number, classId: number, limit: number): Portable {
    input.spend(OBJECT_BYTES);
    const portable = this.#create(factoryId, classId);
    const version = input.readInt();
    const definition = definitionOf(input, this.#registry, { factoryId, classId, version }, limit);
    const readInner: ReadPortable<Portable> = (factory, ofClass, end) =>
      this.#readObject(input, factory, ofClass, end);
    const isOtherVersion = version !== this.#versionOf(portable);
    const reader = new FieldReader(input, definition, isOtherVersion, limit, readInner);
    input.enter();
    portable.readPortable(reader);
    input.leave();
    reader.end();
    return portable;
  }

  #create(factoryId: number, classId: number): Portable {
    const factory = this.#factories.get(factoryId);
    if (factory === undefined) {
      throw new HazelcastSerializationError(
        `There is no suitable portable factory for ${factoryId}. serialization.portableFactories has none`,
      );
    }
    const portable: Portable | null | undefined = factory(classId);
    if (typeof portable?.readPortable !== 'function') {
      throw new HazelcastSerializationError(
        `Could not create Portable for class-id: ${classId}: serialization.portableFactories[${factoryId}] returned ${describe(portable)}`,
      );
    }
    return portable;
  }

  /** Returns the version of the object's class: its own, or that of the configuration. */
  #versionOf(portable: Portable): number {
    const { version }: Partial<VersionedPortable> = portable;
    if (typeof version !== 'number') return this.#portableVersion;
    if (!(Number.isInteger(version) && version >= 0 && version <= MAX_INT)) {
      throw cannotSerialize(portable, `its version must be a whole number from 0 to ${MAX_INT}`);
    }
    return version;
  }
}

const serializers = new WeakMap<PortableSettings, PortableSerializer>();

/** Returns the serializer of these settings, whose encoders and decoders share what they learn. */
export function portableSerializerOf(settings: PortableSettings): PortableSerializer {
  let serializer = serializers.get(settings);
  if (serializer === undefined) serializers.set(settings, (serializer = new PortableSerializer(settings)));
  return serializer;
}
