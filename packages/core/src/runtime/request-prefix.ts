/** Bytes of a word. */
const WORD = 4;

/** The first bytes of an operation's requests, the same in every call: built once and copied. */
export class RequestPrefix {
  readonly length: number;
  /** Filled up to whole words: a word is stored as fast as a byte. */
  readonly #words: Int32Array;

  constructor(bytes: Buffer) {
    this.length = bytes.length;
    const whole = new DataView(new ArrayBuffer(Math.ceil(bytes.length / WORD) * WORD));
    Buffer.from(whole.buffer).set(bytes);
    this.#words = Int32Array.from({ length: whole.byteLength / WORD }, (_, word) =>
      whole.getInt32(word * WORD, true),
    );
  }

  /** Writes it at `at` and spoils up to three bytes behind it, which the request's next frame then overwrites. */
  write(view: DataView, at: number): void {
    const words = this.#words;
    for (let word = 0; word < words.length; word++) view.setInt32(at + word * WORD, words[word], true);
  }
}
