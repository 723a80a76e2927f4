import { RequestFlag } from '@offloop/contract';
import type { NearCachedMap } from 'offloop/internal';
import { NEAR_MAP } from '../exchange/names.js';
import { CallKind, isRead, type CallJournal } from '../journal/journal.js';
import type { World } from '../time/world.js';
import type { Calling, Manner } from './calling.js';
import { nearMap, type MapCall } from './near-map.js';
import { OPERATIONS } from './protocol.js';
import { SERIALIZATION, type SimulatedClient } from './simulated-client.js';
import type { WorkloadEvents } from './workload-events.js';

/** How a call of the map is made. */
export type NearManner = Pick<Manner, 'timeout' | 'signal' | 'goOn'>;

/** What it needs of the application. */
export interface NearCaller {
  readonly client: SimulatedClient;
  readonly calling: Calling;
  /** Whether no more calls are to be made. */
  isOver(): boolean;
}

/** The application's calls of the map with the near cache. What that does not answer becomes a call like any other. */
export class NearCalling {
  readonly #world: World;
  readonly #journal: CallJournal;
  readonly #caller: NearCaller;
  readonly #events: WorkloadEvents;
  readonly #readsBack: number;
  readonly #map: NearCachedMap<number, number>;
  /** How the call is to be made that the map is about to make. */
  #manner: NearManner = {};

  /** @param readsBack how likely a write is followed by reads of its key, which have to see it. */
  constructor(
    world: World,
    journal: CallJournal,
    caller: NearCaller,
    events: WorkloadEvents,
    readsBack: number,
  ) {
    this.#world = world;
    this.#journal = journal;
    this.#caller = caller;
    this.#events = events;
    this.#readsBack = readsBack;
    const { nearCaches, decoder, shards } = caller.client;
    this.#map = nearMap(NEAR_MAP, {
      nearCaches,
      decoder,
      serialization: SERIALIZATION,
      partitionCount: () => shards.partitionCount,
      call: (call) => this.#callForMap(call),
    });
  }

  /** Reads a key. @returns the value, and whether it was there; undefined for an error. */
  async read(key: number): Promise<{ readonly value: unknown; readonly isHit: boolean } | undefined> {
    const before = this.#journal.calls.length;
    this.#manner = {};
    const read = this.#map.get(key);
    const isHit = this.#journal.calls.length === before;
    try {
      return { value: await read, isHit };
    } catch {
      return undefined;
    }
  }

  make(kind: CallKind, key: number, manner: NearManner): void {
    const end = this.#ask(kind, key, manner);
    if (isRead(kind) || !this.#world.random.chance(this.#readsBack)) return;
    void this.#ask(CallKind.GET, key, { ...manner, goOn: undefined });
    void this.#readAfter(end, key);
  }

  async #readAfter(end: Promise<void>, key: number): Promise<void> {
    await end;
    if (!this.#caller.isOver()) await this.#ask(CallKind.GET, key, {});
  }

  async #ask(kind: CallKind, key: number, manner: NearManner): Promise<void> {
    const map = this.#map;
    this.#manner = manner;
    const before = this.#journal.calls.length;
    const own = this.#events.ownWrite(key);
    const result: Promise<unknown> =
      kind === CallKind.GET ? map.get(key) : kind === CallKind.PUT ? map.put(key, 0) : map.set(key, 0);
    const isHit = this.#journal.calls.length === before;
    if (isHit) {
      const value = await result;
      this.#events.onHit(key, value, own);
      manner.goOn?.(true);
      return;
    }
    try {
      await result;
    } catch {
      // The oracles judge why.
      return;
    }
    const call = this.#journal.calls[before];
    if (!isRead(call.kind)) this.#events.onNearWrite(call);
  }

  #callForMap({ kind, key, decode }: MapCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const onEnd = (error: unknown, value: unknown): void => {
        if (error === undefined) resolve(value);
        else reject(error);
      };
      const { flags } = OPERATIONS[kind];
      const operation =
        decode === undefined ? OPERATIONS[kind] : { kind, flags: flags | RequestFlag.FRAMES, decode };
      const call = this.#caller.calling.make(kind, key, { ...this.#manner, own: { operation, onEnd } });
      call.isOfNearMap = true;
    });
  }
}
