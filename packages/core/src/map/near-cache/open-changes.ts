/** Most characters of keys that are kept for all maps together. */
const MOST_CHARACTERS = 1024 * 1024;

/** Stands for all keys of a map. */
const ALL_KEYS: unique symbol = Symbol('all keys');

/**
 * The changes whose calls have failed, and that members may carry out all the same, at any time: a call that was given up may wait
 * there for a lock. They are never settled, so what is kept of them is bounded: beyond it, a map has such changes of all its keys.
 */
export class OpenChanges {
  readonly #maps = new Map<string, Set<string> | typeof ALL_KEYS>();
  readonly #mostCharacters: number;
  #characters = 0;

  constructor(mostCharacters: number = MOST_CHARACTERS) {
    this.#mostCharacters = mostCharacters;
  }

  /** Adds a change. @param identity of its key; undefined: it may change any. */
  add(map: string, identity: string | undefined): void {
    const keys = this.#maps.get(map) ?? new Set<string>();
    if (keys === ALL_KEYS) return;
    if (identity === undefined || this.#characters + identity.length > this.#mostCharacters) {
      for (const each of keys) this.#characters -= each.length;
      this.#maps.set(map, ALL_KEYS);
      return;
    }
    if (!keys.has(identity)) this.#characters += identity.length;
    this.#maps.set(map, keys.add(identity));
  }

  /** Returns true if a change of the key was added. */
  has(map: string, identity: string): boolean {
    const keys = this.#maps.get(map);
    return keys !== undefined && (keys === ALL_KEYS || keys.has(identity));
  }
}
