import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, TypeId } from '@offloop/wire';

import { cannotDeserialize } from '../calls/errors.js';
import { Input } from './input.js';

/** A class that members have, as the object of a request begins. */
export interface Identified {
  readonly factoryId: number;
  readonly classId: number;
}

/** Reads the ids of a class, and leaves the input before its fields. */
export function readIdentity(input: Input): Identified {
  if (!input.boolean()) throw cannotDeserialize('an object of a Java class');
  return { factoryId: input.int(), classId: input.int() };
}

/** The type of a `Data`. Throws MemberError for one that is too short to have a type. */
export function typeOf(data: Buffer): number {
  if (data.length < DATA_PAYLOAD_OFFSET) throw cannotDeserialize(`a value of ${data.length} bytes`);
  return data.readInt32BE(DATA_TYPE_OFFSET);
}

/** Opens the `Data` of a predicate, an aggregator or a projection. Throws MemberError. */
export function openIdentified(data: Buffer, what: string): Input {
  const type = typeOf(data);
  if (type !== TypeId.IDENTIFIED_DATA_SERIALIZABLE) throw cannotDeserialize(`${what} of type ${type}`);
  return new Input(data, DATA_PAYLOAD_OFFSET);
}

/** For a class that this member does not have. */
export function unknownClass({ factoryId, classId }: Identified): Error {
  return cannotDeserialize(`the class ${classId} of the factory ${factoryId}: it has no Java classes`);
}
