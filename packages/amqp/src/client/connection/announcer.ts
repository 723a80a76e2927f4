import type { EventEmitter } from 'node:events';
import { handlerThrew } from './safe-emit.js';

/** Emits the events of a connection, first on its model, then on the connection itself. */
export class Announcer {
  readonly #connection: EventEmitter;
  model: EventEmitter | undefined;

  constructor(connection: EventEmitter) {
    this.#connection = connection;
  }

  /** What a listener throws goes to the listeners of `handler-error`; it is thrown if there are none. */
  emit(event: string, ...values: readonly unknown[]): void {
    try {
      this.model?.emit(event, ...values);
      // The model has told of an error, or has thrown it.
      if (event !== 'error' || this.#connection.listenerCount('error') > 0)
        this.#connection.emit(event, ...values);
    } catch (error) {
      const isHeard = (this.model?.listenerCount('handler-error') ?? 0) > 0;
      handlerThrew(isHeard ? this.model! : this.#connection, event, error);
    }
  }
}
