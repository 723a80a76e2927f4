import type { Replay } from '../../support/stepped/replay.js';

/** Words that do not change while a socket has the place: to read them is no step. */
const CONSTANT = new Set(['beatLength', 'stall']);

const NAMES: Readonly<Record<number, string>> = {
  0: 'alarm',
  1: 'stopped',
  2: 'stall',
  32: 'lock',
  33: 'fd',
  34: 'interval',
  35: 'sent',
  36: 'owed',
  37: 'beatLength',
};
/** Words that are part of a state: those with names, and the first of the beat. */
const SIGNIFICANT = [...Object.keys(NAMES).map(Number), 40];

/** Memory of guards whose every access is a step. */
export class SteppedMemory {
  readonly #replay: Replay<unknown>;
  readonly #memories: Int32Array[] = [];
  /** The memory behind what the code under test sees. */
  readonly #words = new WeakMap<object, Int32Array>();

  constructor(replay: Replay<unknown>) {
    this.#replay = replay;
  }

  /** For the code under test, in place of the global object's. */
  readonly atomics: Pick<typeof Atomics, 'load' | 'store' | 'add' | 'compareExchange' | 'notify'> = {
    load: (words: Int32Array, index: number) => words[index],
    store: (words: Int32Array, index: number, value: number) => (words[index] = value),
    add: (words: Int32Array, index: number, value: number) =>
      this.#replay.access(`add to ${NAMES[index]}`, 1, () => {
        const before = this.#behind(words)[index];
        this.#behind(words)[index] = before + value;
        return before;
      }),
    compareExchange: (words: Int32Array, index: number, expected: number, value: number) =>
      this.#replay.access(`exchange ${NAMES[index]} for ${value}`, 1, () => {
        const before = this.#behind(words)[index];
        if (before === expected) this.#behind(words)[index] = value;
        return before;
      }),
    notify: () => 0,
  } as unknown as typeof Atomics;

  /** What the code under test gets for `new Int32Array(buffer)`. */
  readonly wordsOf = (buffer: SharedArrayBuffer): Int32Array => {
    const words = new Int32Array(buffer);
    if (!this.#memories.some((known) => known.buffer === buffer)) this.#memories.push(words);
    const seen = new Proxy(words, {
      get: (_, key) => {
        const index = Number(key);
        if (CONSTANT.has(NAMES[index])) return words[index];
        return this.#replay.access(`read ${NAMES[index]}`, 1, () => words[index]);
      },
      set: (_, key, value: number) => {
        const index = Number(key);
        this.#replay.access(`write ${NAMES[index]} ${value}`, 1, () => (words[index] = value));
        return true;
      },
    });
    this.#words.set(seen, words);
    return seen;
  };

  isMemory(value: object): boolean {
    return value instanceof SharedArrayBuffer || this.#words.has(value);
  }

  save(): number[] {
    return this.#memories.flatMap((words) => SIGNIFICANT.map((index) => words[index]));
  }

  restore(memory: readonly number[]): void {
    let at = 0;
    for (const words of this.#memories) for (const index of SIGNIFICANT) words[index] = memory[at++];
  }

  #behind(seen: object): Int32Array {
    return this.#words.get(seen)!;
  }
}
