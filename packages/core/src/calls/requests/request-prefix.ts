/** Size of a word in bytes. */
const WORD = 4;

/** The first frames of an operation's requests on one object. They are the same in every call: built once and copied. */
export class RequestPrefix {
  readonly length: number;
  readonly #bytes: Buffer;
  /** The bytes, filled up to whole words: a word is stored as fast as a byte. */
  readonly #words: Int32Array;

  /** @param bytes the frames; they are kept, not copied. */
  constructor(bytes: Buffer) {
    this.length = bytes.length;
    this.#bytes = bytes;
    const whole = new DataView(new ArrayBuffer(Math.ceil(bytes.length / WORD) * WORD));
    Buffer.from(whole.buffer).set(bytes);
    this.#words = Int32Array.from({ length: whole.byteLength / WORD }, (_, word) =>
      whole.getInt32(word * WORD, true),
    );
  }

  /**
   * Writes the prefix at `at`, and spoils up to three bytes behind it: another frame must follow, which then overwrites them.
   *
   * @returns the offset behind it.
   */
  write(view: DataView, at: number): number {
    const words = this.#words;
    for (let word = 0; word < words.length; word++) view.setInt32(at + word * WORD, words[word], true);
    return at + this.length;
  }

  /** Writes the prefix as the end of a message, and touches no byte behind it. @returns the offset behind it. */
  writeExactly(view: DataView, at: number): number {
    const bytes = this.#bytes;
    for (let i = 0; i < bytes.length; i++) view.setUint8(at + i, bytes[i]);
    return at + this.length;
  }
}
