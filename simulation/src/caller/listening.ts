import { decodeEvent, encodeRequest, messages } from '@offloop/wire/protocol';
import type { FromWorker, ToWorker } from '@offloop/workers';
import { decodeKey } from '../exchange/data.js';
import { listenerName } from '../exchange/names.js';
import type { EventOracle } from '../oracle/event-oracle.js';
import type { World } from '../time/world.js';

const { map } = messages;
const NO_ID = { msb: 0n, lsb: 0n };
/** Milliseconds until listeners change again. */
const SOONEST = 100;
const LATEST = 4000;

/** The application's listeners, all on the caller's thread: they are added and removed, and told to an agent that is new. */
export class Listening {
  readonly #world: World;
  readonly #oracle: EventOracle;
  readonly #tell: (message: ToWorker) => void;
  readonly #listeners = new Set<number>();
  #next = 0;

  constructor(world: World, oracle: EventOracle, tell: (message: ToWorker) => void) {
    this.#world = world;
    this.#oracle = oracle;
    this.#tell = tell;
  }

  /** Milliseconds until `change` is due. */
  get pause(): number {
    return this.#world.random.skewed(SOONEST, LATEST);
  }

  add(): void {
    const listener = this.#next++;
    this.#listeners.add(listener);
    this.#tellOf(listener);
  }

  /** One of them goes, and another comes. */
  change(): void {
    const listener = this.#world.random.pick([...this.#listeners]);
    this.#listeners.delete(listener);
    this.#oracle.onStage(listener, 'leaving');
    this.#tell({ type: 'unlisten', registration: listener });
    this.add();
  }

  /** A new agent, without connections yet: it is told everything. */
  onRestart(): void {
    for (const listener of this.#listeners) this.#tellOf(listener);
  }

  onControl(message: FromWorker): void {
    if (message.type === 'listening' && this.#listeners.has(message.registration))
      this.#oracle.onStage(message.registration, 'listening');
    else if (message.type === 'unlistened') this.#oracle.onStage(message.registration, 'gone');
    else if (message.type === 'listen-failed') this.#onFailed(message.registration);
  }

  onEvent(listener: number, bytes: Buffer, start: number, end: number): void {
    const { key, value } = decodeEvent(map.addEntryListener, 'Entry', bytes, start, end);
    this.#oracle.onEvent(listener, decodeKey(key!), decodeKey(value!));
  }

  /** After passing errors for too long. The application tries another one. */
  #onFailed(listener: number): void {
    this.#oracle.onStage(listener, 'gone');
    if (this.#listeners.delete(listener)) this.add();
  }

  #tellOf(listener: number): void {
    this.#oracle.onStage(listener, 'wanted');
    const name = listenerName(listener);
    const add = encodeRequest(map.addEntryListener, {
      name,
      includeValue: true,
      listenerFlags: 1,
      localOnly: true,
    });
    const remove = encodeRequest(map.removeEntryListener, { name, registrationId: NO_ID });
    this.#tell({
      type: 'listen',
      registration: listener,
      add: add.toString('base64'),
      remove: remove.toString('base64'),
      isTakenOver: false,
    });
  }
}
