import type { Muxer } from '../types/connection.js';
import type { StreamView } from './stream-view.js';

/** What stands in the place of a queue before a socket that may live in another thread. */
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
