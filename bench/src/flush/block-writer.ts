import type { Socket } from 'node:net';

/** Length in bytes of a block's header, which has the block's length. */
export const LENGTH_BYTES = 4;
/** Bit of a header by which the receiver answers this block with one byte, when it has all of it. */
export const ACKNOWLEDGE: number = 0x8000_0000;
/** Length in bytes of the receiver's answer to an empty block that wants one: the numbers of blocks and bytes so far, uint32 each. */
export const REPORT_BYTES = 8;

/** A rule that says when a writer's buffer goes to the socket, beside the times when it is full. */
export interface FlushPolicy {
  /** Size of the buffer in bytes. */
  readonly capacity: number;
  /** Called when there is something to flush and no flush is planned. */
  plan(flush: () => void): void;
}

/**
 * A buffered writer like Go's `bufio`: what fits is gathered, what does not fills the buffer up, and the rest of a long piece goes straight
 * to the socket.
 */
export class BlockWriter {
  writes = 0;
  readonly #socket: Socket;
  readonly #policy: FlushPolicy;
  readonly #flush: () => void;
  #buffer: Buffer;
  #length = 0;
  #planned = false;
  readonly #header: Buffer = Buffer.alloc(LENGTH_BYTES);

  constructor(socket: Socket, policy: FlushPolicy) {
    this.#socket = socket;
    this.#policy = policy;
    this.#buffer = Buffer.allocUnsafeSlow(policy.capacity);
    this.#flush = () => {
      this.#planned = false;
      this.#send();
    };
  }

  /** Writes a block. @param block must not be changed afterwards: the socket may keep it for a while */
  write(block: Buffer, acknowledge: boolean): void {
    this.#header.writeUInt32LE(block.length + (acknowledge ? ACKNOWLEDGE : 0), 0);
    this.#put(this.#header);
    this.#put(block);
    if (this.#planned || this.#length === 0) return;
    this.#planned = true;
    this.#policy.plan(this.#flush);
  }

  #put(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > this.#policy.capacity - this.#length) {
      if (this.#length === 0) return this.#hand(rest);
      const copied = rest.copy(this.#buffer, this.#length);
      this.#length += copied;
      rest = rest.subarray(copied);
      this.#send();
    }
    this.#length += rest.copy(this.#buffer, this.#length);
  }

  #send(): void {
    if (this.#length === 0) return;
    this.#hand(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
    // Node writes at once what the kernel takes; only if something is left does the socket still need the bytes.
    if (this.#socket.writableLength > 0) this.#buffer = Buffer.allocUnsafeSlow(this.#policy.capacity);
  }

  #hand(bytes: Buffer): void {
    this.writes++;
    this.#socket.write(bytes);
  }
}
