import type { Writable } from 'node:stream';

/** Writes the bytes of a connection, one behind the other. */
export interface SocketWriter {
  /** Bytes that were written here, and that the kernel has not taken. */
  readonly unsent: number;
  /** Writes parts, which hold until `onTaken`. That runs, also within this, when the socket has taken all of them. */
  write(parts: readonly Buffer[], onTaken?: () => void): void;
  /** Ends this side of the connection behind what was written. */
  end(onEnded: () => void): void;
  /** Ends the connection behind what was written. */
  destroySoon(): void;
}

/** The stream that a connection is written to: a socket of `node:net` or `node:tls`. */
export interface WritableSocket extends Pick<
  Writable,
  'cork' | 'write' | 'uncork' | 'end' | 'writableLength'
> {
  destroySoon(): void;
}

/** Writes by the socket's own methods. */
export class StreamWriter implements SocketWriter {
  readonly #socket: WritableSocket;

  constructor(socket: WritableSocket) {
    this.#socket = socket;
  }

  get unsent(): number {
    return this.#socket.writableLength;
  }

  write(parts: readonly Buffer[], onTaken?: () => void): void {
    const socket = this.#socket;
    const last = parts.length - 1;
    if (last > 0) socket.cork();
    parts.forEach((part, index) => socket.write(part, index < last ? undefined : onTaken));
    if (last > 0) socket.uncork();
  }

  end(onEnded: () => void): void {
    this.#socket.end(onEnded);
  }

  destroySoon(): void {
    this.#socket.destroySoon();
  }
}
