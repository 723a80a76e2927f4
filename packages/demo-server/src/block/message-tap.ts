/** Length of a frame's header in bytes: the frame's length (int32), and its flags (uint16). */
const HEADER = 6;
const FLAGS = 4;
/** The flag of a message's last frame. */
const FINAL = 0x2000;
/** A message's type is an int32 at the start of its first frame's content. */
const TYPE_BYTES = 4;

/** Finds the types of the messages in a stream of the Hazelcast protocol, which it is given in pieces of any size. */
export class MessageTap {
  readonly #onMessage: (type: number) => void;
  readonly #head: Buffer = Buffer.alloc(HEADER + TYPE_BYTES);
  #held = 0;
  /** Number of bytes to pass over: the protocol's name at first, then the rest of each frame. */
  #skip: number;
  #isFirst = true;

  /**
   * @param skip number of bytes before the first message
   * @param onMessage is called with the type of each message
   */
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

  /** Returns the number of bytes to collect: a message's first frame has a type, other frames may have no content at all. */
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
