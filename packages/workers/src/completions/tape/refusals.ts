/** Kinds that are told apart, roughly. */
const KINDS = 64;

/** Documents of a kind passed over after one that had to stay text: 2ⁿ − 1 after the n-th in a row, and at most 63. */
const MOST_DOUBLINGS = 6;

/**
 * Which kinds of documents had to stay text of late. A scan for nothing costs, so most of them are not even tried. Documents of a
 * kind begin alike: with the same key.
 */
export class Refusals {
  readonly #inARow = new Uint8Array(KINDS);
  readonly #toSkip = new Uint8Array(KINDS);

  /** @returns the kind of the document in `bytes[start, …)`, which has eight bytes at least. */
  kindOf(bytes: Buffer, start: number): number {
    const first = bytes.readInt32LE(start) ^ Math.imul(bytes.readInt32LE(start + 4), 31);
    return Math.imul(first, 0x9e3779b1) >>> 26;
  }

  /** Whether a document of this kind is not even tried. */
  passOver(kind: number): boolean {
    if (this.#toSkip[kind] === 0) return false;
    this.#toSkip[kind]--;
    return true;
  }

  onTaped(kind: number): void {
    this.#inARow[kind] = 0;
  }

  onRefused(kind: number): void {
    this.#toSkip[kind] = 2 ** this.#inARow[kind] - 1;
    if (this.#inARow[kind] < MOST_DOUBLINGS) this.#inARow[kind]++;
  }
}
