import { copyBytes } from '@offloop/wire/ring';

/** Bytes of a word. */
const WORD = 4;

/** The first bytes of an operation's requests, the same in every call: built once and copied. */
export class RequestPrefix {
  readonly length: number;
  readonly #bytes: Buffer;
  /** The same, filled up to whole words: a word is stored as fast as a byte. */
  readonly #words: Int32Array;

  constructor(bytes: Buffer) {
    this.length = bytes.length;
    this.#bytes = bytes;
    this.#words = new Int32Array(Math.ceil(bytes.length / WORD));
    Buffer.from(this.#words.buffer).set(bytes);
  }

  /**
   * Writes it at `at` and spoils up to three bytes behind it, which the request's next frame then overwrites.
   *
   * @param words the memory of `target`, and `at` a multiple of four; undefined where that is not at hand.
   */
  write(target: Buffer, words: Int32Array | undefined, at: number): void {
    if (words === undefined) {
      copyBytes(this.#bytes, 0, this.length, target, at);
      return;
    }
    const own = this.#words;
    const first = at >> 2;
    for (let word = 0; word < own.length; word++) words[first + word] = own[word];
  }
}
