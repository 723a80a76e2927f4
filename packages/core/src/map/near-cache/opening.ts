import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import { withResolvers } from '../../calls/with-resolvers.js';

/**
 * Milliseconds for which the first success is waited for after a failure: while connections to some members are being made, those
 * cannot be asked. The official client waits for them before a client is there, as long as one may take.
 */
const PATIENCE_MILLIS = 5000;

/** The time from the making of a near cache until it keeps values, in which its map's proxy is held back. */
export class Opening {
  readonly #over = withResolvers<void>();
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Resolves when the near cache keeps values, or is not waited for any longer. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Members were asked, or will not be. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#over.resolve();
  }

  /** Members could not be asked: they are asked again with each new connection. */
  fail(): void {
    if (this.#isOver || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.end(), PATIENCE_MILLIS);
    this.#timer.unref();
  }
}
