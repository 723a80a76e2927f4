import { ErrorCode } from '@offloop/wire';
import { HazelcastError, type ErrorRow, type HazelcastErrorClass, OFFICIAL_ERRORS } from '@offloop/values';
import { OWN_ERRORS, SPECIAL_ERRORS } from './own-errors.js';

/** All classes that can be rebuilt from their code and a message. */
const REBUILDABLE: readonly ErrorRow[] = [
  [HazelcastError, ErrorCode.HAZELCAST, ErrorCode.HAZELCAST_OVERLOAD],
  ...OFFICIAL_ERRORS,
  ...OWN_ERRORS,
];

/** All classes of the hierarchy, each with a `code` of its own. */
export const ERROR_CLASSES: readonly { readonly code: string; readonly name: string }[] = [
  ...REBUILDABLE.map(([errorClass]) => errorClass),
  ...SPECIAL_ERRORS,
];

const byCode: ReadonlyMap<string, HazelcastErrorClass> = new Map(
  REBUILDABLE.map(([errorClass]) => [errorClass.code, errorClass]),
);

const byNumber: ReadonlyMap<number, HazelcastErrorClass> = new Map(
  REBUILDABLE.flatMap(([errorClass, ...numbers]) => numbers.map((number) => [number, errorClass])),
);

/** Returns the class with a code; undefined if its errors cannot be made from a message alone. */
export function errorClassByCode(code: string): HazelcastErrorClass | undefined {
  return byCode.get(code);
}

/** Returns the class of a member's error number; undefined when this client has none for it. */
export function errorClassByNumber(errorCode: number): HazelcastErrorClass | undefined {
  return byNumber.get(errorCode);
}
