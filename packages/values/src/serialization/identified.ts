import { HazelcastSerializationError } from '../errors/hierarchy.js';
import { describe } from '../errors/describe.js';
import { cannotDeserialize } from '../errors/serialization-error.js';
import type { DataInput, DataOutput } from '../data/serializer.js';

/** An object of a class that members have, too, and know by two numbers. It writes and reads its own fields. */
export interface IdentifiedDataSerializable {
  factoryId: number;
  /** Number of the object's class among those of its factory. */
  classId: number;
  /** Reads the fields of this object, just made by the factory, in the order in which `writeData` writes them. */
  readData(input: DataInput): void;
  /** Writes the fields. An error that it throws rejects the call. */
  writeData(output: DataOutput): void;
}

/** Makes an empty object of a class; its `readData` is called next. Returns null, or throws, for an unknown `classId`. */
export type IdentifiedDataSerializableFactory = (classId: number) => IdentifiedDataSerializable;

/** Base class of objects that only this client writes, and never reads, such as its predicates. */
export abstract class Identified {
  abstract readonly factoryId: number;
  abstract readonly classId: number;
  abstract writeData(output: DataOutput): void;
}

/** The set of different values that members make for `Aggregators.distinct`. */
class DistinctValues extends Set<unknown> implements IdentifiedDataSerializable {
  static readonly FACTORY_ID: number = -29;
  static readonly CLASS_ID: number = 19;
  readonly factoryId: number = DistinctValues.FACTORY_ID;
  readonly classId: number = DistinctValues.CLASS_ID;

  readData(input: DataInput): void {
    const count = input.readInt();
    for (let i = 0; i < count; i++) this.add(input.readObject());
  }

  writeData(output: DataOutput): void {
    output.writeInt(this.size);
    for (const value of this) output.writeObject(value);
  }
}

/** An object that is written by its `writeData`: an IdentifiedDataSerializable or an Identified. */
export type IdentifiedWriter = Pick<IdentifiedDataSerializable, 'writeData'> & {
  readonly factoryId: number;
  readonly classId: number;
};

/**
 * Returns true for an object with both methods and both numbers of an IdentifiedDataSerializable, own or inherited: the official
 * rule.
 */
export function isIdentified(value: object): value is IdentifiedWriter {
  if (value instanceof Identified) return true;
  const candidate: Partial<IdentifiedDataSerializable> = value;
  return (
    typeof candidate.factoryId === 'number' &&
    typeof candidate.classId === 'number' &&
    Boolean(candidate.readData) &&
    Boolean(candidate.writeData)
  );
}

export function writeIdentified(output: DataOutput, object: IdentifiedWriter): void {
  // The other kind of these objects, with versions, is of Hazelcast Enterprise.
  output.writeBoolean(true);
  output.writeInt(object.factoryId);
  output.writeInt(object.classId);
  object.writeData(output);
}

/** A factory that returns null for a class it does not have. */
export type FactoryOfSome = (classId: number) => IdentifiedDataSerializable | null;

/**
 * Reads an IdentifiedDataSerializable. Throws HazelcastSerializationError for objects without ids, and for a factory or class
 * that does not exist.
 */
export function readIdentified(
  input: DataInput,
  factories: ReadonlyMap<number, FactoryOfSome>,
): IdentifiedDataSerializable {
  if (!input.readBoolean()) {
    throw new HazelcastSerializationError(
      'Native clients does not support Data Serializable. Please use Identified Data Serializable: without factory and class ids only Java can read it',
    );
  }
  const factoryId = input.readInt();
  const classId = input.readInt();
  const factory = factories.get(factoryId);
  if (
    factory === undefined &&
    factoryId === DistinctValues.FACTORY_ID &&
    classId === DistinctValues.CLASS_ID
  ) {
    const values = new DistinctValues();
    values.readData(input);
    return values;
  }
  if (factory === undefined) {
    throw new HazelcastSerializationError(
      `There is no Identified Data Serializer factory with id ${factoryId}. serialization.dataSerializableFactories has none`,
    );
  }
  const object: IdentifiedDataSerializable | null | undefined = factory(classId);
  if (typeof object?.readData !== 'function') {
    throw cannotDeserialize(
      `serialization.dataSerializableFactories[${factoryId}] returned ${describe(object)} for the class id ${classId}`,
    );
  }
  object.readData(input);
  return object;
}
