import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { numberOf } from '../../../src/thread/connection/socket-number.js';

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
    other.on('error', () => undefined);
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
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepting = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect({ port: (server.address() as AddressInfo).port });
  await once(socket, 'connect');
  const [other] = await accepting;
  server.close();
  return new Pair(socket, other);
}
