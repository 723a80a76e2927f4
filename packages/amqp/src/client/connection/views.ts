import { EventEmitter } from 'node:events';
import type { Opened } from '../../link/settings.js';
import type { Heartbeats, Muxer, StreamEnds } from '../types/connection.js';

/** Stands for a socket that may live in another thread: its addresses, and a way to close it. */
export class StreamView extends EventEmitter implements StreamEnds {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly #destroy: (error?: Error) => void;
  #isDestroyed = false;

  constructor(opened: Opened, destroy: (error?: Error) => void) {
    super();
    const { remoteAddress, remotePort, localAddress, localPort } = opened;
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
    this.localAddress = localAddress;
    this.localPort = localPort;
    this.#destroy = destroy;
  }

  get destroyed(): boolean {
    return this.#isDestroyed;
  }

  destroy(error?: Error): void {
    this.#isDestroyed = true;
    this.#destroy(error);
  }

  /** The socket is gone. */
  ended(): void {
    this.#isDestroyed = true;
    this.emit('close');
  }
}

/** Stands for the queue before such a socket. */
export class MuxerView implements Muxer {
  readonly out: StreamView;
  readonly #host: { readonly waiting: number };

  constructor(out: StreamView, host: { readonly waiting: number }) {
    this.out = out;
    this.#host = host;
  }

  get blocked(): boolean {
    return this.#host.waiting > 0;
  }
}

/** Stands for heartbeats that may live in another thread. */
export class HeartbeatsView extends EventEmitter implements Heartbeats {
  readonly interval: number;

  constructor(interval: number) {
    super();
    this.interval = interval;
  }

  clear(): void {
    // The heartbeats are not here.
  }
}
