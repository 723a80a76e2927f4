import { REST_VALUE_FACTORY_ID, restValueFactory } from '../rest-value.js';
import type { FactoryOfSome } from './identified.js';
import type { SerializationSettings } from './settings.js';

/** The factories of Hazelcast's own classes, by their ids: they come before the application's, as in the official client. */
const PREDEFINED: ReadonlyArray<readonly [number, FactoryOfSome]> = [
  [REST_VALUE_FACTORY_ID, restValueFactory],
];

const byId = new WeakMap<SerializationSettings, ReadonlyMap<number, FactoryOfSome>>();

/** All factories there are under these settings; derived once. */
export function factoriesById(settings: SerializationSettings): ReadonlyMap<number, FactoryOfSome> {
  let factories = byId.get(settings);
  if (factories === undefined) {
    factories = new Map([...settings.dataSerializableFactories, ...PREDEFINED]);
    byId.set(settings, factories);
  }
  return factories;
}
