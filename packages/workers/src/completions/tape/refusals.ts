/** Kinds that are told apart, roughly. */
const KINDS = 64;

/** Documents of a kind passed over after one that had to stay text: 2ⁿ − 1 after the n-th in a row, and at most 63. */
const MOST_DOUBLINGS = 6;

/**
 * Remembers which kinds of documents had to stay text of late, so that most of them are not even tried: a scan for nothing costs.
 * Documents of one kind begin alike, with the same key.
 */
export class Refusals {
  readonly #inARow = new Uint8Array(KINDS);
  readonly #toSkip = new Uint8Array(KINDS);

  /** Returns the kind of the document in `bytes[start, …)`, which has eight bytes at least. */
  kindOf(bytes: Buffer, start: number): number {
    const first = bytes.readInt32LE(start) ^ Math.imul(bytes.readInt32LE(start + 4), 31);
    return Math.imul(first, 0x9e3779b1) >>> 26;
  }

  /** Counts a document of this kind. @returns true if it is not even to be tried. */
  passOver(kind: number): boolean {
    if (this.#toSkip[kind] === 0) return false;
    this.#toSkip[kind]--;
    return true;
  }

  /** To be called when a document of this kind became a tape. */
  onTaped(kind: number): void {
    this.#inARow[kind] = 0;
  }

  /** To be called when a document of this kind had to stay text. */
  onRefused(kind: number): void {
    this.#toSkip[kind] = 2 ** this.#inARow[kind] - 1;
    if (this.#inARow[kind] < MOST_DOUBLINGS) this.#inARow[kind]++;
  }
}
