/** Values nested deeper stay text: unpacking them takes stack space, which `JSON.parse` does not. */
const MAX_DEPTH = 64;

/** msgpackr keeps 64 shapes a document, and forgets the first when there is one more. */
const MAX_SHAPES = 48;

/**
 * What unpacking costs for each new shape, which it has to learn key by key and to make a reader for. The unit is what it
 * saves for one value. Measured on Node 20 and 24 (docs/decisions/0016).
 */
const COST_OF_A_SHAPE = 16;
const COST_OF_A_KEY = 4;

/** A value that saves takes at least this many bytes of text: once the costs exceed what all bytes may save, the walk ends. */
const BYTES_A_SAVING = 16;

/** Keys that have a meaning of their own to msgpackr. */
const ODD_KEYS: ReadonlySet<string> = new Set(['__proto__', '__keys__', 'constructor']);

/**
 * Walks a parsed JSON value once and says whether msgpackr would give it back unchanged, and faster than `JSON.parse`:
 * it has no −0, no odd key and no deep nesting, and many of its objects have the same keys.
 */
export class JsonShapes {
  /** Each shape's keys, by the first of them. */
  readonly #known = new Map<string, string[][]>();
  readonly #mustPay: boolean;
  #shapes = 0;
  #costs = 0;
  #savings = 0;
  #mostCosts = 0;

  /** @param mustPay false: whether it is faster does not matter. */
  constructor(mustPay: boolean) {
    this.#mustPay = mustPay;
  }

  /** @param length of the document in bytes. */
  isPackable(value: unknown, length: number): boolean {
    this.#known.clear();
    this.#shapes = 0;
    this.#costs = 0;
    this.#savings = 0;
    this.#mostCosts = this.#mustPay ? length / BYTES_A_SAVING : Infinity;
    return this.#walk(value, MAX_DEPTH) && (this.#savings >= this.#costs || !this.#mustPay);
  }

  #walk(value: unknown, depth: number): boolean {
    if (typeof value === 'number') return value !== 0 || !Object.is(value, -0);
    if (typeof value !== 'object' || value === null) return true;
    if (depth === 0) return false;
    if (Array.isArray(value)) {
      this.#savings += value.length;
      for (let i = 0; i < value.length; i++) if (!this.#walk(value[i], depth - 1)) return false;
      return true;
    }
    const object = value as Record<string, unknown>;
    const keys = Object.keys(object);
    if (this.#isKnown(keys)) this.#savings += keys.length;
    else if (!this.#learn(keys)) return false;
    for (let i = 0; i < keys.length; i++) if (!this.#walk(object[keys[i]], depth - 1)) return false;
    return true;
  }

  #isKnown(keys: string[]): boolean {
    const candidates = this.#known.get(keys[0] ?? '');
    if (candidates === undefined) return false;
    next: for (const shape of candidates) {
      if (shape.length !== keys.length) continue;
      for (let i = 1; i < keys.length; i++) if (shape[i] !== keys[i]) continue next;
      return true;
    }
    return false;
  }

  #learn(keys: string[]): boolean {
    this.#costs += COST_OF_A_SHAPE + COST_OF_A_KEY * keys.length;
    if (++this.#shapes > MAX_SHAPES || this.#costs > this.#mostCosts) return false;
    for (let i = 0; i < keys.length; i++) if (ODD_KEYS.has(keys[i])) return false;
    const first = keys[0] ?? '';
    const candidates = this.#known.get(first);
    if (candidates === undefined) this.#known.set(first, [keys]);
    else candidates.push(keys);
    return true;
  }
}
