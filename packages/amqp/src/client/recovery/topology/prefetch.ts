import type { Fields } from './topology-record.js';

/** The prefetch of a channel: what the application has said of it, and what the server knows on this connection. */
export class Prefetch {
  #each: number | undefined;
  /** Messages that all consumers together may have unacknowledged; undefined: none was said. */
  #shared: number | undefined;
  #toldEach: number | undefined;
  #toldShared: number | undefined;

  /** Messages that each further consumer may have unacknowledged; undefined: none was said. */
  get each(): number | undefined {
    return this.#each;
  }

  /** The application has told the server. */
  said({ prefetchCount, global }: Fields): void {
    const count = prefetchCount as number;
    if (global !== true) this.#each = this.#toldEach = count;
    this.#shared = this.#toldShared = global === true ? count : undefined;
  }

  /** The server knows nothing, as on a new connection. */
  forget(): void {
    this.#toldEach = undefined;
    this.#toldShared = undefined;
  }

  /**
   * Returns the arguments of the method that is to be sent now, so that the server knows what was said, and takes them for told; undefined if it
   * knows all. What holds for each consumer comes first, as with that RabbitMQ drops what they share.
   *
   * @param each what is to hold for each consumer; undefined: whatever does
   */
  next(each: number | undefined): Fields | undefined {
    if (each !== undefined && each !== this.#toldEach) {
      this.#toldEach = each;
      this.#toldShared = undefined;
      return { prefetchCount: each, global: false };
    }
    const shared = this.#shared;
    if (shared === undefined || shared === this.#toldShared) return undefined;
    this.#toldShared = shared;
    return { prefetchCount: shared, global: true };
  }
}
