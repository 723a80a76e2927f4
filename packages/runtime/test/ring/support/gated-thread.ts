import { Worker } from 'node:worker_threads';

import { HEAD_INDEX, PARKED_INDEX, STARVED_INDEX, TAIL_INDEX } from '../../../src/ring/layout.js';
import type { Side } from './every-order.js';

/** What a gated thread can be told to race; see the functions of that name in `gated-worker.mjs`. */
export const RACES = [
  'publishThenLook',
  'parkThenLook',
  'lookThenPark',
  'starveThenLook',
  'lookThenStarve',
  'drainThenLook',
] as const;
export type RaceName = (typeof RACES)[number];

// Words of the gate. The thread waits on GRANTED and counts up REPORTED, the test does the opposite.
const GRANTED = 0;
const REPORTED = 1;
const STATUS = 2;
const OPERATION = 3;
const WORD = 4;
const ANSWER = 5;
const COMMAND = 6;
const GATE_WORDS = 7;
const AT_GATE = 1;

const OPERATIONS = ['load', 'store', 'exchange'];
const WORDS = new Map([
  [TAIL_INDEX, 'tail'],
  [HEAD_INDEX, 'head'],
  [PARKED_INDEX, 'parked'],
  [STARVED_INDEX, 'starved'],
]);

// There to end what hangs; a step takes microseconds.
const STUCK_MS = 20_000;

/** A real thread that runs a side of a race and stops before each atomic operation on the ring. */
export class GatedThread implements Side<boolean> {
  readonly canStep = true;
  readonly #worker: Worker;
  readonly #gate = new Int32Array(new SharedArrayBuffer(GATE_WORDS * 4));
  #reports = 0;

  constructor(ring: SharedArrayBuffer) {
    this.#worker = new Worker(new URL('gated-worker.mjs', import.meta.url), {
      workerData: { ring, gate: this.#gate.buffer, races: RACES },
    });
  }

  /** Begins a race; the thread must have ended the one before. */
  start(race: RaceName): this {
    Atomics.store(this.#gate, COMMAND, RACES.indexOf(race));
    this.#grant();
    return this;
  }

  get next(): string | undefined {
    if (Atomics.load(this.#gate, STATUS) !== AT_GATE) return undefined;
    const word = Atomics.load(this.#gate, WORD);
    return `${OPERATIONS[Atomics.load(this.#gate, OPERATION)]} ${WORDS.get(word) ?? word}`;
  }

  step(): void {
    this.#grant();
  }

  get result(): boolean {
    return Atomics.load(this.#gate, ANSWER) === 1;
  }

  /** Lets the thread run to its next gate, or to its end, and waits until it is there. */
  #grant(): void {
    Atomics.add(this.#gate, GRANTED, 1);
    Atomics.notify(this.#gate, GRANTED);
    if (Atomics.wait(this.#gate, REPORTED, this.#reports, STUCK_MS) === 'timed-out') {
      throw new Error(`the thread did not come to its next gate within ${STUCK_MS} ms`);
    }
    this.#reports++;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
