/**
 * Calls that are made one after the other, in the order in which they came. A member carries out the calls of one transaction in
 * several threads, and what it keeps of the transaction bears only one at a time.
 */
export class CallLine {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;
  #failure: { readonly error: unknown } | undefined;

  /** True if a call would be made at once. */
  get isFree(): boolean {
    return this.#length === 0;
  }

  /** Makes a call when all before it have settled; at once if there are none. */
  run<R>(call: () => Promise<R>): Promise<R> {
    const result = this.isFree ? call() : this.#last.then(call);
    this.#length++;
    this.#last = this.#settle(result);
    return result;
  }

  async #settle(result: Promise<unknown>): Promise<void> {
    try {
      await result;
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#length--;
    }
  }

  /** Resolves when all calls have settled, to the error of the first that has failed since; undefined if none has. */
  async drained(): Promise<{ readonly error: unknown } | undefined> {
    this.#failure = undefined;
    await this.#last;
    return this.#failure;
  }
}
