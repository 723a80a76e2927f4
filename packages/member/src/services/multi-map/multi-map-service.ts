import { messages } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import { EVERY_EVENT } from '../shared/entry-listeners.js';
import { registerLocking } from '../shared/locking.js';
import { NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';
import type { Transactions } from '../transactions/transactions.js';
import { registerBulk, registerEntries } from './entries.js';
import { NamedMultiMap } from './named-multi-map.js';
import type { MultiMaps } from './named-multi-map.js';
import { registerTransactional } from './transactional.js';

/** Service of multimaps. */
export class MultiMapService implements Structure {
  readonly serviceName = 'hz:impl:multiMapService';
  readonly #maps: MultiMaps;
  readonly #transactions: Transactions;

  constructor({ memberUuid, options, transactions }: StructureContext) {
    this.#transactions = transactions;
    const lists = options.listMultiMaps.map(patternOf);
    this.#maps = new NamedObjects((name) => {
      const text = name.key.toString('utf8');
      const isList = lists.some((pattern) => pattern.test(text));
      return new NamedMultiMap(name, memberUuid, isList);
    });
  }

  register(handlers: Handlers): void {
    const maps = this.#maps;
    registerEntries(handlers, maps);
    registerBulk(handlers, maps);
    registerTransactional(handlers, maps, this.#transactions);
    registerLocking(handlers, messages.multiMap, (call) => maps.of(call).locks);
    handlers.on(messages.multiMap.addEntryListener, (call) => {
      const map = maps.of(call);
      const spec = messages.multiMap.addEntryListener;
      const { includeValue } = call.decode(spec);
      call.uuid(map.listeners.add(call, { spec, key: undefined, includeValue, flags: EVERY_EVENT }));
    });
    handlers.on(messages.multiMap.addEntryListenerToKey, (call) => {
      const map = maps.of(call);
      const spec = messages.multiMap.addEntryListenerToKey;
      const { key, includeValue } = call.decode(spec);
      call.uuid(map.listeners.add(call, { spec, key: Buffer.from(key), includeValue, flags: EVERY_EVENT }));
    });
    handlers.on(messages.multiMap.removeEntryListener, (call) => {
      const { registrationId } = call.decode(messages.multiMap.removeEntryListener);
      call.boolean(maps.of(call).listeners.remove(registrationId));
    });
  }

  destroy(name: string): void {
    const map = this.#maps.find(name);
    if (map === undefined) return;
    map.clear();
    // Waiting calls run inside this, and may put values.
    map.locks.releaseAll();
    map.clear();
    if (map.listeners.size === 0 && map.keys === 0) this.#maps.remove(map);
  }

  releaseClient(client: string): void {
    this.#maps.forEach((map) => map.locks.releaseClient(client));
  }

  close(): void {
    this.#maps.forEach((map) => map.locks.close());
    this.#maps.clear();
  }
}

function patternOf(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
