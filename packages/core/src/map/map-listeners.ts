import { decodeEvent, mapMessages, type EventOf, type RequestOf } from '@offloop/wire/protocol';
import type { ClusterService } from '../cluster/cluster-service.js';
import type { Member } from '../cluster/member.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';
import { EntryEvent, MapEvent, type MapListener } from '../listeners/entry-listener.js';
import { listenerRequest, noRegistration, type ListenerRegistry } from '../listeners/listener-registry.js';
import type { DataDecoder } from '../serialization/data-decoder.js';
import { uuidFromHalves } from '../values/uuid.js';

/** What a listener can be told of: the bit in its flags, and the type of the event. */
const EVENT_TYPES = {
  added: 1,
  removed: 2,
  updated: 4,
  evicted: 8,
  expired: 16,
  mapEvicted: 32,
  mapCleared: 64,
  merged: 128,
  loaded: 512,
} as const;
type Callback = keyof typeof EVENT_TYPES;

const CALLBACKS: ReadonlyMap<number, Callback> = new Map(
  (Object.keys(EVENT_TYPES) as Callback[]).map((name) => [EVENT_TYPES[name], name]),
);

type EntryMessage = EventOf<typeof mapMessages.addEntryListener, 'Entry'>;

export interface MapListenersContext {
  readonly listeners: ListenerRegistry;
  readonly cluster: ClusterService;
  readonly decoder: DataDecoder;
  /** Whether each member has a connection, so that each tells of its own entries only. */
  readonly smartRouting: boolean;
}

/** The entry listeners of one map. */
export class MapListeners {
  readonly #name: string;
  readonly #context: MapListenersContext;

  constructor(name: string, context: MapListenersContext) {
    this.#name = name;
    this.#context = context;
  }

  /**
   * @param key of the only entry to hear of, serialized; undefined: all of them.
   * @param predicate of the entries to hear of, serialized; undefined: any.
   */
  add(
    listener: MapListener<unknown, unknown>,
    key: Buffer | undefined,
    predicate: Buffer | undefined,
    includeValue: boolean,
  ): Promise<string> {
    const flags = flagsOf(listener);
    const { listeners, smartRouting } = this.#context;
    const common = { name: this.#name, includeValue, listenerFlags: flags, localOnly: smartRouting };
    const [spec, add] = addRequest(common, key, predicate);
    return listeners.add({
      add,
      remove: listenerRequest(mapMessages.removeEntryListener, { name: this.#name, ...noRegistration }),
      onEvent: (bytes, start, end) => this.#deliver(listener, decodeEvent(spec, 'Entry', bytes, start, end)),
    });
  }

  remove(id: string): Promise<boolean> {
    return this.#context.listeners.remove(id);
  }

  #deliver(listener: MapListener<unknown, unknown>, message: EntryMessage): void {
    const callback = CALLBACKS.get(message.eventType);
    if (callback === undefined) return;
    // A listener may have lost the function it was registered with.
    if (typeof listener[callback] !== 'function') return;
    // Undefined for a member that has left meanwhile, which the official types do not say either.
    const member = this.#context.cluster.member(uuidFromHalves(message.uuid).toString()) as Member;
    if (callback === 'mapCleared' || callback === 'mapEvicted') {
      listener[callback](new MapEvent(this.#name, message.numberOfAffectedEntries, member));
    } else {
      listener[callback](
        new EntryEvent(
          this.#name,
          this.#decode(message.key),
          this.#decode(message.value),
          this.#decode(message.oldValue),
          this.#decode(message.mergingValue),
          member,
        ),
      );
    }
  }

  #decode(data: Buffer | null): unknown {
    return data === null ? null : this.#context.decoder.decodeData(data, 0, data.length);
  }
}

type Common = RequestOf<typeof mapMessages.addEntryListener>;

/** The message that registers such a listener, and the request. All of them tell of the same events. */
function addRequest(common: Common, key: Buffer | undefined, predicate: Buffer | undefined) {
  const m = mapMessages;
  if (key === undefined && predicate === undefined) {
    return [m.addEntryListener, listenerRequest(m.addEntryListener, common)] as const;
  }
  if (predicate === undefined) {
    const spec = m.addEntryListenerToKey;
    return [spec, listenerRequest(spec, { ...common, key: key! })] as const;
  }
  if (key === undefined) {
    const spec = m.addEntryListenerWithPredicate;
    return [spec, listenerRequest(spec, { ...common, predicate })] as const;
  }
  const spec = m.addEntryListenerToKeyWithPredicate;
  return [spec, listenerRequest(spec, { ...common, key, predicate })] as const;
}

/** Throws IllegalArgumentError for what is no listener. */
function flagsOf(listener: MapListener<unknown, unknown>): number {
  if (typeof listener !== 'object' || listener === null) {
    throw new IllegalArgumentError(`a map listener must be an object, got ${String(listener)}`);
  }
  let flags = 0;
  for (const name of CALLBACKS.values()) {
    if (listener[name] !== undefined && listener[name] !== null) flags |= EVENT_TYPES[name];
  }
  return flags;
}
