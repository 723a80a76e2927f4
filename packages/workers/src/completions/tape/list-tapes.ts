import { copyBytes } from '@offloop/runtime/bytes';
import type { JsonTapes } from './json-tapes.js';

/** The tapes of a list's elements, without their texts: first a table of their places, then the tapes, one behind the other. */
export class ListTapes {
  readonly #tapes: JsonTapes;
  #places: Int32Array = new Int32Array(0);
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;
  /** Number of the list of shapes that the tapes were made with. */
  #tree = 0;

  constructor(tapes: JsonTapes) {
    this.#tapes = tapes;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** True if the caller can no longer read these tapes, since the list of shapes has begun anew meanwhile. */
  get areLost(): boolean {
    return this.#length > 0 && this.#tree !== this.#tapes.trees;
  }

  /** Forgets all tapes, to begin another list. */
  begin(): void {
    this.#length = 0;
  }

  /** Adds a tape of the text in `bytes[start, end)`, element `index` of the list. @returns false if the text has to stay text. */
  add(index: number, bytes: Buffer, start: number, end: number): boolean {
    const tape = this.#tapes.apart(bytes, start, end);
    if (tape === undefined) return false;
    const at = this.#length;
    // Not for a further tape: with one of an older list of shapes among them, `areLost` must stay true.
    if (at === 0) this.#tree = this.#tapes.trees;
    if (at + tape.length + 3 > this.#bytes.length) this.#growBytes(at + tape.length + 3);
    if (index >= this.#places.length) this.#growPlaces(index + 1);
    copyBytes(tape, 0, tape.length, this.#bytes, at);
    this.#places[index] = at;
    this.#length = (at + tape.length + 3) & ~3;
    return true;
  }

  /** Number of bytes that `writeTo` writes, for a list of so many elements. */
  lengthFor(count: number): number {
    return 4 * count + this.#length;
  }

  /** Writes the places and tapes of a list of `count` elements. The place of an element without a tape is arbitrary. */
  writeTo(target: Buffer, at: number, count: number): void {
    const places = 4 * count;
    const known = Math.min(count, this.#places.length);
    for (let i = 0; i < known; i++) target.writeInt32LE((places + this.#places[i]) | 0, at + 4 * i);
    copyBytes(this.#bytes, 0, this.#length, target, at + places);
  }

  #growBytes(needed: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    copyBytes(this.#bytes, 0, this.#length, bytes, 0);
    this.#bytes = bytes;
  }

  #growPlaces(needed: number): void {
    const places = new Int32Array(Math.max(needed, 2 * this.#places.length));
    places.set(this.#places);
    this.#places = places;
  }
}
