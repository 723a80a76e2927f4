import { notSupported } from '../errors/not-supported.js';

/** Methods of the official client's maps that this client does not have yet. TypeScript refuses calls of them. */
const NOT_YET = [
  'addIndex',
  'aggregate',
  'aggregateWithPredicate',
  'containsValue',
  'executeOnEntries',
  'executeOnKey',
  'executeOnKeys',
  'flush',
  'loadAll',
  'putTransient',
  'removeAll',
];

/**
 * Gives a map's prototype the methods that are not there yet. Each rejects with an UnsupportedOperationError that names it.
 * Throws TypeError when one of them exists, so that a new method cannot be hidden by its old entry here.
 */
export function refuseNotYet(prototype: object): void {
  for (const name of NOT_YET) {
    if (name in prototype) throw new TypeError(`IMap.${name} exists: remove it from map/not-yet.ts`);
    const value = (): Promise<never> => Promise.reject(notSupported(`IMap.${name}`));
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}
