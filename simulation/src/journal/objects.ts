import { NO_KEY } from './journal.js';

/** Objects that the keys are of, in turn. The first is the one that never belongs to the thread. */
export const OBJECTS = 3;

/** Returns the number of the object that a key is of. */
export function objectOf(key: number): number {
  return key === NO_KEY ? 0 : key % OBJECTS;
}
