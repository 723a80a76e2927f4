/** Thrown through the code under test when it comes to an access that is not its turn yet. What it does then is void. */
const SUSPENDED = new Error('suspended');

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

/** What one step of an operation has led to. */
export interface Step {
  /** What the operation has read so far. */
  readonly log: readonly number[];
  readonly isOver: boolean;
  /** Ways in which the access could have ended. */
  readonly options: number;
  readonly what: string;
}

/**
 * Memory of a guard whose every access is a step, and other accesses that may end in several ways. An operation is run again from its beginning for
 * each of its steps: what it has read so far is given to it from a log, then it makes one access, and at the one after that it is left.
 */
export class Steps {
  readonly #memories: Int32Array[] = [];
  /** The memory behind what the code under test sees. */
  readonly #words = new WeakMap<object, Int32Array>();
  readonly #saveShared: () => void;
  #log: number[] = [];
  #at = 0;
  #stepsLeft = Infinity;
  #suspended = false;
  #option = 0;
  #options = 1;
  #what = '';

  /** @param saveShared runs behind a step, before what the code under test does on its way out */
  constructor(saveShared: () => void) {
    this.#saveShared = saveShared;
  }

  /** For the code under test, in place of the global object's. */
  readonly atomics: Pick<typeof Atomics, 'load' | 'store' | 'add' | 'compareExchange' | 'notify'> = {
    load: (words: Int32Array, index: number) => words[index],
    store: (words: Int32Array, index: number, value: number) => (words[index] = value),
    add: (words: Int32Array, index: number, value: number) =>
      this.access(`add to ${NAMES[index]}`, 1, () => {
        const before = this.#behind(words)[index];
        this.#behind(words)[index] = before + value;
        return before;
      }),
    compareExchange: (words: Int32Array, index: number, expected: number, value: number) =>
      this.access(`exchange ${NAMES[index]} for ${value}`, 1, () => {
        const before = this.#behind(words)[index];
        if (before === expected) this.#behind(words)[index] = value;
        return before;
      }),
    notify: () => 0,
  } as unknown as typeof Atomics;

  #behind(seen: object): Int32Array {
    return this.#words.get(seen)!;
  }

  /** What the code under test gets for `new Int32Array(buffer)`. */
  readonly wordsOf = (buffer: SharedArrayBuffer): Int32Array => {
    const words = new Int32Array(buffer);
    if (!this.#memories.some((known) => known.buffer === buffer)) this.#memories.push(words);
    const seen = new Proxy(words, {
      get: (_, key) => {
        const index = Number(key);
        if (CONSTANT.has(NAMES[index])) return words[index];
        return this.access(`read ${NAMES[index]}`, 1, () => words[index]);
      },
      set: (_, key, value: number) => {
        const index = Number(key);
        this.access(`write ${NAMES[index]} ${value}`, 1, () => (words[index] = value));
        return true;
      },
    });
    this.#words.set(seen, words);
    return seen;
  };

  isMemory(value: object): boolean {
    return value instanceof SharedArrayBuffer || this.#words.has(value);
  }

  /** An access that the other side may come before. @param options number of ways in which it may end */
  access(what: string, options: number, run: (option: number) => number): number {
    if (this.#suspended) throw SUSPENDED;
    if (this.#at < this.#log.length) return this.#log[this.#at++];
    if (this.#stepsLeft === 0) {
      this.#saveShared();
      this.#suspended = true;
      throw SUSPENDED;
    }
    this.#stepsLeft--;
    const value = run(this.#option);
    this.#what = `${what} = ${value}`;
    this.#options = options;
    this.#log.push(value);
    this.#at++;
    return value;
  }

  /** Runs without steps; for what comes before the search. */
  unstepped<T>(run: () => T): T {
    this.#begin([], Infinity, 0);
    return run();
  }

  /** One step of an operation that has read `log` so far. @param option how its access ends */
  step(log: readonly number[], option: number, run: () => void): Step {
    this.#begin([...log], 1, option);
    try {
      run();
    } catch (error) {
      if (error !== SUSPENDED) throw error;
    }
    if (!this.#suspended) this.#saveShared();
    return { log: this.#log, isOver: !this.#suspended, options: this.#options, what: this.#what };
  }

  memory(): number[] {
    return this.#memories.flatMap((words) => SIGNIFICANT.map((index) => words[index]));
  }

  restore(memory: readonly number[]): void {
    let at = 0;
    for (const words of this.#memories) for (const index of SIGNIFICANT) words[index] = memory[at++];
  }

  #begin(log: number[], steps: number, option: number): void {
    this.#log = log;
    this.#at = 0;
    this.#stepsLeft = steps;
    this.#suspended = false;
    this.#option = option;
    this.#options = 1;
    this.#what = '';
  }
}
