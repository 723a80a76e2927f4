/** Bytes before a frame's content: its length (int32), and its flags (uint16). */
const HEADER = 6;
const FLAGS = 4;
/** The flag of a message's last frame. */
const FINAL = 0x2000;
/** What a message is stands first in its first frame. */
const TYPE_BYTES = 4;

/** Reads the types of messages out of a stream of the Hazelcast protocol that passes by in pieces. */
export class MessageTap {
  readonly #onMessage: (type: number) => void;
  readonly #head: Buffer = Buffer.alloc(HEADER + TYPE_BYTES);
  #held = 0;
  /** Bytes that are of no interest: the protocol's name, and the rest of a frame. */
  #skip: number;
  #isFirst = true;

  /** @param skip bytes before the first message */
  constructor(skip: number, onMessage: (type: number) => void) {
    this.#skip = skip;
    this.#onMessage = onMessage;
  }

  take(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      const skipped = Math.min(this.#skip, bytes.length - at);
      this.#skip -= skipped;
      at += skipped;
      if (this.#skip > 0) return;
      const taken = bytes.copy(this.#head, this.#held, at, at + this.#wanted() - this.#held);
      this.#held += taken;
      at += taken;
      if (this.#held === this.#wanted()) this.#frame();
    }
  }

  /** A message's first frame has a type, and no other need have any content. */
  #wanted(): number {
    return this.#isFirst ? HEADER + TYPE_BYTES : HEADER;
  }

  #frame(): void {
    if (this.#isFirst) this.#onMessage(this.#head.readInt32LE(HEADER));
    this.#skip = this.#head.readInt32LE(0) - this.#held;
    this.#isFirst = (this.#head.readUInt16LE(FLAGS) & FINAL) !== 0;
    this.#held = 0;
  }
}
