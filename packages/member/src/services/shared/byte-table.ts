import { murmur3 } from '@offloop/wire';

import type { Slice } from '../../protocol/slice.js';

/** An entry of a {@link ByteTable}: an object with its key and the key's hash. */
export interface Keyed {
  /** Hash of the compared part of `key`, by {@link hashOf}. */
  readonly hash: number;
  readonly key: Buffer;
}

/** Returns the hash of `bytes[start, end)` for {@link ByteTable}. */
export function hashOf(bytes: Buffer, start: number, end: number): number {
  return murmur3(bytes, start, end);
}

const LEAST_CAPACITY = 16;
// For keys of at least this length a call into native code is faster than a loop.
const NATIVE_COMPARE_BYTES = 48;

/**
 * A hash table keyed by bytes. A look-up takes the bytes from any buffer and allocates nothing, while a `Map` would need a string
 * for each request.
 *
 * Open addressing with linear probing; a removal moves later entries back, so there are no tombstones. Two keys are equal when
 * their bytes from offset `skip` on are equal.
 */
export class ByteTable<E extends Keyed> {
  readonly #skip: number;
  #slots: (E | undefined)[] = new Array<E | undefined>(LEAST_CAPACITY).fill(undefined);
  #mask: number = LEAST_CAPACITY - 1;
  #size = 0;
  #cursor = 0;

  /** @param skip number of bytes at the start of each stored key that are ignored in comparison and hash. */
  constructor(skip: number) {
    this.#skip = skip;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the entry whose compared part is `bytes[start, end)`, which must have the hash `hash`. */
  find(bytes: Buffer, start: number, end: number, hash: number): E | undefined {
    const slots = this.#slots;
    const mask = this.#mask;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const entry = slots[at];
      if (entry === undefined) return undefined;
      if (entry.hash === hash && this.#matches(entry.key, bytes, start, end)) return entry;
    }
  }

  /** Returns the entry of a key that lies in a slice, with the bytes at its start that are ignored. */
  lookUp({ bytes, start, end }: Slice): E | undefined {
    const from = start + this.#skip;
    return this.find(bytes, from, end, hashOf(bytes, from, end));
  }

  /** Adds an entry. Its key must not be in the table. */
  add(entry: E): void {
    if ((this.#size + 1) * 2 > this.#slots.length) this.#resize(this.#slots.length * 2);
    this.#place(entry);
    this.#size += 1;
  }

  /** Removes this object; returns false if it is not in the table. */
  remove(entry: E): boolean {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = entry.hash & mask;
    while (slots[hole] !== entry) {
      if (slots[hole] === undefined) return false;
      hole = (hole + 1) & mask;
    }
    for (let at = (hole + 1) & mask; ; at = (at + 1) & mask) {
      const candidate = slots[at];
      if (candidate === undefined) break;
      // The candidate may move back into the hole unless that lies before the slot its hash points to.
      const wandered = (at - candidate.hash) & mask;
      if (wandered >= ((at - hole) & mask)) {
        slots[hole] = candidate;
        hole = at;
      }
    }
    slots[hole] = undefined;
    this.#size -= 1;
    return true;
  }

  clear(): void {
    this.#slots = new Array<E | undefined>(LEAST_CAPACITY).fill(undefined);
    this.#mask = LEAST_CAPACITY - 1;
    this.#size = 0;
    this.#cursor = 0;
  }

  /** Visits every entry, in no particular order. The table must not change meanwhile. */
  forEach(visit: (entry: E) => void): void {
    for (const entry of this.#slots) if (entry !== undefined) visit(entry);
  }

  /**
   * Visits the entries in the next `slots` slots, starting where the last call ended: a bounded step of an endless scan. `visit`
   * may remove the entry it is given. An entry moved by such a removal may be missed until the next round.
   */
  sweep(slots: number, visit: (entry: E) => void): void {
    for (let left = Math.min(slots, this.#slots.length); left > 0; left -= 1) {
      const at = this.#cursor & this.#mask;
      const entry = this.#slots[at];
      if (entry !== undefined) visit(entry);
      // A removal may have shifted another entry into this slot: look again.
      if (this.#slots[at] === undefined || this.#slots[at] === entry) this.#cursor = (at + 1) & this.#mask;
    }
  }

  #matches(key: Buffer, bytes: Buffer, start: number, end: number): boolean {
    const skip = this.#skip;
    const length = end - start;
    if (key.length - skip !== length) return false;
    if (length >= NATIVE_COMPARE_BYTES) return key.compare(bytes, start, end, skip) === 0;
    for (let i = 0; i < length; i += 1) if (key[skip + i] !== bytes[start + i]) return false;
    return true;
  }

  #resize(capacity: number): void {
    const old = this.#slots;
    this.#slots = new Array<E | undefined>(capacity).fill(undefined);
    this.#mask = capacity - 1;
    for (const entry of old) if (entry !== undefined) this.#place(entry);
  }

  #place(entry: E): void {
    const mask = this.#mask;
    let at = entry.hash & mask;
    while (this.#slots[at] !== undefined) at = (at + 1) & mask;
    this.#slots[at] = entry;
  }
}
