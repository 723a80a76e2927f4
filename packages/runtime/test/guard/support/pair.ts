import type { Socket } from 'node:net';

import { numberOf } from '../../../src/thread/connection/socket-number.js';
import { socketPair } from '../../support/sockets.js';

/** A socket, its number, and what arrives at the other side. */
export class Pair {
  readonly socket: Socket;
  readonly fd: number;
  readonly other: Socket;
  text = '';
  #onArrived: (() => void) | undefined;

  constructor(socket: Socket, other: Socket) {
    this.socket = socket;
    this.other = other;
    this.fd = numberOf(socket)!;
    socket.on('error', () => undefined);
    other.on('data', (bytes) => {
      this.text += bytes.toString('latin1');
      this.#onArrived?.();
    });
  }

  forget(): void {
    this.text = '';
  }

  /** Waits until this has arrived. */
  async arrives(text: string): Promise<void> {
    while (!this.text.includes(text)) {
      await new Promise<void>((resolve) => {
        this.#onArrived = resolve;
      });
    }
  }

  close(): void {
    this.socket.destroy();
    this.other.destroy();
  }
}

export async function pair(): Promise<Pair> {
  const { socket, other } = await socketPair();
  return new Pair(socket, other);
}
