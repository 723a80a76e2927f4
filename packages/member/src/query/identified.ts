import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, TypeId } from '@offloop/wire';

import { cannotDeserialize } from '../calls/errors.js';
import { Input } from './input.js';

/** Ids of an IdentifiedDataSerializable class of the members, as they stand at the beginning of an object. */
export interface Identified {
  readonly factoryId: number;
  readonly classId: number;
}

/** Reads the ids of a class. The input is then at the class's fields. */
export function readIdentity(input: Input): Identified {
  if (!input.readBoolean()) throw cannotDeserialize('an object of a Java class');
  return { factoryId: input.readInt(), classId: input.readInt() };
}

/** Returns the type id of a `Data`. Throws MemberError if it is too short to have one. */
export function typeOf(data: Buffer): number {
  if (data.length < DATA_PAYLOAD_OFFSET) throw cannotDeserialize(`a value of ${data.length} bytes`);
  return data.readInt32BE(DATA_TYPE_OFFSET);
}

/** Returns true if a `Data` is absent: clients leave it out or serialize null. */
export function isNull(data: Buffer | null): data is null {
  return data === null || typeOf(data) === TypeId.NULL;
}

/**
 * Returns an input behind the type id of a predicate, an aggregator or a projection. `what` names it in errors. Throws
 * MemberError for another type.
 */
export function openIdentified(data: Buffer, what: string): Input {
  const type = typeOf(data);
  if (type !== TypeId.IDENTIFIED_DATA_SERIALIZABLE) throw cannotDeserialize(`${what} of type ${type}`);
  return new Input(data);
}

/** Returns the error for a class that this member does not have. */
export function unknownClass({ factoryId, classId }: Identified): Error {
  return cannotDeserialize(`the class ${classId} of the factory ${factoryId}: it has no Java classes`);
}
