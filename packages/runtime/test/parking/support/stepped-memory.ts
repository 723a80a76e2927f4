import { SPILLS_TAKEN_INDEX } from '../../../src/ring/control-block.js';
import type { Replay } from '../../support/stepped/replay.js';

/** First word behind the lines of a ring. */
const LINES_END = 160;

/** Words of a buffer that are part of a state. Of each line the first; in the control block also what is taken of spills. */
function significantWords(length: number): number[] {
  const indexes: number[] = [];
  for (let i = 1; i < length; i++) {
    if (i % 32 === 0 || i === SPILLS_TAKEN_INDEX || i >= LINES_END) indexes.push(i);
  }
  return indexes;
}

interface SharedBuffer {
  readonly words: Int32Array;
  readonly indexes: readonly number[];
}

/** Of a ring's header: `layout.ts` has them. */
const CAPACITY_INDEX = 2;
const TAIL_INDEX = 32;
const HEAD_INDEX = 64;

/** Shared memory whose every `Atomics` access is a step. */
export class SteppedMemory {
  readonly #buffers = new Map<SharedArrayBuffer, SharedBuffer>();
  readonly #words = new WeakMap<object, SharedBuffer>();
  readonly #names = new Map<SharedBuffer, string>();
  /** The access by which the side that runs looks at the flag that only it raises. */
  ownFlagLook = '';
  readonly #replay: Replay<unknown>;

  constructor(replay: Replay<unknown>) {
    this.#replay = replay;
  }

  /** For the code under test, in place of the global object's. */
  readonly atomics: Pick<typeof Atomics, 'load' | 'store' | 'exchange' | 'add'> = {
    load: (words: Int32Array, index: number) =>
      this.#atomic('load', words, index, (w) => Atomics.load(w, index)),
    store: (words: Int32Array, index: number, value: number) =>
      this.#atomic('store', words, index, (w) => Atomics.store(w, index, value)),
    exchange: (words: Int32Array, index: number, value: number) =>
      this.#atomic('exchange', words, index, (w) => Atomics.exchange(w, index, value)),
    add: (words: Int32Array, index: number, value: number) =>
      this.#atomic('add', words, index, (w) => Atomics.add(w, index, value)),
  } as Pick<typeof Atomics, 'load' | 'store' | 'exchange' | 'add'>;

  /** What the code under test gets for `new Int32Array(buffer)`. */
  readonly wordsOf = (buffer: SharedArrayBuffer): Int32Array => {
    let shared = this.#buffers.get(buffer);
    if (shared === undefined) {
      const words = new Int32Array(buffer);
      shared = { words, indexes: significantWords(words.length) };
      this.#buffers.set(buffer, shared);
    }
    const { words } = shared;
    const seen = new Proxy(words, {
      get: (_, key) => {
        if (key === 'length') return words.length;
        return this.#replay.plain(() => words[Number(key)]);
      },
      set: (_, key, value: number) => {
        if (!this.#replay.isSuspended) words[Number(key)] = value;
        return true;
      },
    });
    this.#words.set(seen, shared);
    return seen;
  };

  isMemory(value: object): boolean {
    return (
      this.#words.has(value) || (value instanceof Uint8Array && value.buffer instanceof SharedArrayBuffer)
    );
  }

  name(buffer: SharedArrayBuffer, name: string): void {
    this.#names.set(this.#buffers.get(buffer)!, name);
  }

  save(): Int32Array {
    const values: number[] = [];
    for (const { words, indexes } of this.#buffers.values()) {
      const capacity = words[CAPACITY_INDEX];
      const tail = words[TAIL_INDEX];
      const head = words[HEAD_INDEX];
      for (const index of indexes) {
        // What lies there and is not published, or was given back, is nobody's: an operation under way writes its own again.
        const isRecord = index >= LINES_END;
        const isVoid = isRecord && (((index - LINES_END) * 4 - head) & (capacity - 1)) >= ((tail - head) | 0);
        values.push(isVoid ? 0 : words[index]);
      }
    }
    return Int32Array.from(values);
  }

  restore(memory: Int32Array): void {
    let at = 0;
    for (const { words, indexes } of this.#buffers.values())
      for (const index of indexes) words[index] = memory[at++];
  }

  #atomic(what: string, seen: object, index: number, run: (words: Int32Array) => number): number {
    const shared = this.#words.get(seen)!;
    const name = `${what} ${this.#names.get(shared) ?? ''}${index === SPILLS_TAKEN_INDEX ? '.spillsTaken' : LINE_NAMES[index / 32]}`;
    // Nobody but the one who asks raises this flag: what comes between this look and the next access might as well come before.
    const isFree = (value: number): boolean => value === 0 && name === this.ownFlagLook;
    return this.#replay.access(name, 1, () => run(shared.words), isFree);
  }
}

const LINE_NAMES: readonly (string | undefined)[] = [undefined, '.tail', '.head', '.parked', '.starved'];
