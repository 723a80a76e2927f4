import { notSupported } from '../errors/not-supported.js';

/** Methods of the official client's maps that are not there yet. The types have none of them; programs without types may call them. */
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

/** Makes them reject with UnsupportedOperationError, by their name. */
export function refuseNotYet(prototype: object): void {
  for (const name of NOT_YET) {
    const value = (): Promise<never> => Promise.reject(notSupported(`IMap.${name}`));
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}
