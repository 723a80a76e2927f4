import { decodeEvent, decodeRequest, encodeRequest, messages } from '@offloop/wire';
import type { ToWorker } from '@offloop/contract';
import { decodeKey } from '../exchange/data.js';
import { listenerName, listenerOf } from '../exchange/names.js';
import type { EventOracle } from '../oracle/event-oracle.js';
import type { EventLoop } from '../time/event-loop.js';
import type { World } from '../time/world.js';
import type { ListenerStage, SimulatedClient } from './simulated-client.js';

const { map } = messages;
const NO_ID = { msb: 0n, lsb: 0n };
/** Milliseconds until listeners change again. */
const SOONEST = 100;
const LATEST = 4000;

/** The application's listeners, all on the caller's thread: they are added and removed. Their number is that of their map. */
export class Listening {
  readonly #world: World;
  readonly #loop: EventLoop;
  readonly #oracle: EventOracle;
  readonly #client: () => SimulatedClient;
  /** Ids of the registrations that were made, by listener. */
  readonly #listeners = new Map<number, string | undefined>();
  /** Listeners by the numbers of their registrations. */
  readonly #byRegistration = new Map<number, number>();
  #next = 0;

  constructor(world: World, loop: EventLoop, oracle: EventOracle, client: () => SimulatedClient) {
    this.#world = world;
    this.#loop = loop;
    this.#oracle = oracle;
    this.#client = client;
  }

  /** Milliseconds until `change` is due. */
  get pause(): number {
    return this.#world.random.skewed(SOONEST, LATEST);
  }

  add(): void {
    const listener = this.#next++;
    this.#listeners.set(listener, undefined);
    void this.#add(listener);
  }

  /** One of them goes, and another comes. Only one that was made has an id to be removed by. */
  change(): void {
    const made = [...this.#listeners].filter(([, id]) => id !== undefined);
    if (made.length === 0) return;
    const [listener, id] = this.#world.random.pick(made);
    this.#listeners.delete(listener);
    this.#oracle.onStage(listener, 'leaving');
    void this.#client().listeners.remove(id!);
    this.add();
  }

  /** The leader's worker is told of a registration, for the first time or by a leader that is new. */
  onTold(message: ToWorker): void {
    if (message.type !== 'listen' || message.nearCache !== undefined) return;
    const request = Buffer.from(message.add, 'base64');
    const listener = listenerOf(decodeRequest(map.addEntryListener, request, 0, request.length).name);
    this.#byRegistration.set(message.registration, listener);
    this.#oracle.onStage(listener, 'wanted');
  }

  onStage(registration: number, stage: ListenerStage): void {
    const listener = this.#byRegistration.get(registration);
    if (listener === undefined) return;
    if (stage !== 'listening') this.#oracle.onStage(listener, 'gone');
    else if (this.#listeners.has(listener)) this.#oracle.onStage(listener, stage);
  }

  /** An event has come to the caller's thread. */
  onEvent(registration: number, bytes: Buffer, start: number, end: number): void {
    const listener = this.#byRegistration.get(registration);
    if (listener === undefined) return;
    const { key, value } = decodeEvent(map.addEntryListener, 'Entry', bytes, start, end);
    this.#oracle.onEvent(listener, decodeKey(key!), decodeKey(value!));
  }

  async #add(listener: number): Promise<void> {
    const name = listenerName(listener);
    const add = { name, includeValue: true, listenerFlags: 1, localOnly: true };
    try {
      const id = await this.#client().listeners.add({
        add: encodeRequest(map.addEntryListener, add),
        remove: encodeRequest(map.removeEntryListener, { name, registrationId: NO_ID }),
        nearCache: undefined,
        onEvent: (bytes, start, end) => {
          const { oldValue } = decodeEvent(map.addEntryListener, 'Entry', bytes, start, end);
          this.#oracle.onHeard(listener, decodeKey(oldValue!));
        },
      });
      this.#listeners.set(listener, id);
    } catch {
      // After passing errors for too long: the application tries another one. Not if the client is shut down.
      this.#listeners.delete(listener);
      this.#loop.addInput(this, () => {
        if (!this.#client().shards.isStopped) this.add();
      });
    }
  }
}
