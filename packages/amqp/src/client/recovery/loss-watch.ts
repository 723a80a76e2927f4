import type { EventEmitter } from 'node:events';
import { asError } from './as-error.js';

/** Notices the loss of a connection that is being prepared, when nobody else listens yet. */
export class LossWatch {
  readonly #model: EventEmitter;
  readonly #onClose: (error?: Error) => void;
  #loss: Error | undefined;

  constructor(model: EventEmitter) {
    this.#model = model;
    this.#onClose = (error) => {
      this.#loss = asError(error, 'Connection closed');
    };
    model.on('close', this.#onClose);
    model.on('error', ignore);
  }

  /** Ends the watch. Throws if the connection is lost: its errors are then still ignored. */
  end(): void {
    if (this.#loss !== undefined) throw this.#loss;
    this.#model.off('close', this.#onClose);
    this.#model.off('error', ignore);
  }
}

function ignore(): void {
  // Its event `close` follows.
}
