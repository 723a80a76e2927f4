import { ACKNOWLEDGE, LENGTH_BYTES, REPORT_BYTES } from './block-writer.js';

/** Counts the blocks of a stream, wherever that is cut. */
export class BlockCounter {
  readonly #answer: (bytes: Buffer) => void;
  readonly #header: Buffer = Buffer.alloc(LENGTH_BYTES);
  #headerLength = 0;
  /** Number of bytes that the block still lacks. */
  #missing = 0;
  #acknowledge = false;
  #blocks = 0;
  #bytes = 0;

  /** @param answer sends bytes back to the sender */
  constructor(answer: (bytes: Buffer) => void) {
    this.#answer = answer;
  }

  receive(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#headerLength < LENGTH_BYTES) {
        const copied = chunk.copy(
          this.#header,
          this.#headerLength,
          at,
          at + LENGTH_BYTES - this.#headerLength,
        );
        this.#headerLength += copied;
        at += copied;
        if (this.#headerLength < LENGTH_BYTES) return;
        this.#begin(this.#header.readUInt32LE(0));
      }
      const taken = Math.min(this.#missing, chunk.length - at);
      this.#missing -= taken;
      at += taken;
      if (this.#missing === 0) this.#end();
    }
  }

  #begin(header: number): void {
    this.#acknowledge = header >= ACKNOWLEDGE;
    this.#missing = this.#acknowledge ? header - ACKNOWLEDGE : header;
    if (this.#missing === 0 && this.#acknowledge) return this.#report();
    this.#blocks++;
    this.#bytes += this.#missing;
  }

  #end(): void {
    this.#headerLength = 0;
    if (this.#acknowledge) this.#answer(ACK);
    this.#acknowledge = false;
  }

  #report(): void {
    const report = Buffer.alloc(REPORT_BYTES);
    report.writeUInt32LE(this.#blocks % 2 ** 32, 0);
    report.writeUInt32LE(this.#bytes % 2 ** 32, 4);
    this.#answer(report);
    this.#acknowledge = false;
  }
}

const ACK = Buffer.alloc(1, 0x06);
