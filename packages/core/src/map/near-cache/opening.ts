import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import { withResolvers } from '../../calls/with-resolvers.js';

/**
 * Milliseconds for which a near cache is waited for: connections to some members may still be made, and a member may be silent. The
 * official client waits for both, as long as they take.
 */
const PATIENCE_MILLIS = 5000;

/** The time from the making of a near cache until it keeps values, in which its map's proxy is held back. */
export class Opening {
  readonly #over = withResolvers<void>();
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor() {
    this.#timer = setTimeout(() => this.end(), PATIENCE_MILLIS);
    this.#timer.unref();
  }

  /** Resolves when the near cache keeps values, or is not waited for any longer. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Members were asked, or will not be. */
  end(): void {
    clearTimeout(this.#timer);
    this.#over.resolve();
  }
}
