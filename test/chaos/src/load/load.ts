import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@offloop/tools/random';
import type { ChaosMap } from './clients.js';
import { valueOf, type ChaosValue, type Ledger, type State } from './ledger.js';
import { counted, type Tally } from './tally.js';

const KEYS = 16;
/** Time between two bursts of a flow, in ms: the CPUs belong to the members as well. */
const REST = 4;

/**
 * Makes calls on keys that nobody else writes, as one of several flows: bursts over different keys, with one call at a time for each key.
 */
export class Flow {
  readonly #map: ChaosMap;
  readonly #ledger: Ledger;
  readonly #tally: Tally;
  readonly #random: Random;
  readonly #name: string;
  readonly #keys: string[] = [];
  #generation = 0;

  constructor(map: ChaosMap, ledger: Ledger, tally: Tally, random: Random, name: string) {
    this.#map = map;
    this.#ledger = ledger;
    this.#tally = tally;
    this.#random = random;
    this.#name = name;
    for (let i = 0; i < KEYS; i++) this.#keys.push(this.#newKey());
  }

  /** Keys that this flow writes at the moment. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  /** Makes calls until the signal aborts, and resolves when the burst under way has settled. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const first = this.#random.below(KEYS);
      const burst = 1 + this.#random.below(8);
      await Promise.all(Array.from({ length: burst }, (_, i) => this.#step((first + i) % KEYS)));
      await pause(REST);
    }
  }

  #newKey(): string {
    const key = `${this.#name}/${this.#generation++}`;
    this.#ledger.open(key);
    return key;
  }

  async #step(index: number): Promise<void> {
    const key = this.#keys[index];
    await counted(this.#tally, () => this.#operate(key));
    if (this.#ledger.isRetired(key)) this.#keys[index] = this.#newKey();
  }

  async #operate(key: string): Promise<void> {
    const map = this.#map;
    const ledger = this.#ledger;
    const dice = this.#random.below(100);
    if (dice < 40) {
      ledger.expectValue(key, await map.get(key), 'get');
      return;
    }
    if (dice >= 92) {
      this.#settle(key, null, await this.#write(key, null, () => map.remove(key)), 'remove');
      return;
    }
    const serial = ledger.nextSerial(key);
    const value = valueOf(key, serial);
    const before = ledger.stateOf(key);
    if (dice < 60) {
      await this.#write(key, serial, () => map.set(key, value));
      this.#acknowledge(key, serial);
    } else if (dice < 72) {
      const old = await this.#write(key, serial, () => map.put(key, value));
      this.#settle(key, serial, old, 'put');
    } else if (before === null) {
      const old = await this.#write(key, serial, () => map.putIfAbsent(key, value));
      this.#settle(key, serial, old, 'putIfAbsent');
    } else {
      // This is how an increment is made. If it ran twice, the second run would find another value and return false.
      const old = valueOf(key, before);
      const done = await this.#write(key, serial, () => map.replaceIfSame(key, old, value));
      if (!done) ledger.violation(`replaceIfSame: ${key} did not hold #${before}, or it ran twice`);
      this.#acknowledge(key, serial);
    }
  }

  /** Acknowledges a write that answers what was there before, which it compares. */
  #settle(key: string, state: State, old: ChaosValue | null, during: string): void {
    this.#ledger.expectValue(key, old, during);
    this.#acknowledge(key, state);
  }

  #acknowledge(key: string, state: State): void {
    this.#tally.acknowledgedWrites++;
    this.#ledger.acknowledge(key, state);
  }

  async #write<T>(key: string, state: State, write: () => Promise<T>): Promise<T> {
    this.#ledger.begin(key, state);
    try {
      return await write();
    } catch (error) {
      this.#ledger.doubt(key, state);
      throw error;
    }
  }
}
