export type Resolve = (value: unknown) => void;
export type Reject = (error: unknown) => void;

/**
 * Makes promises that are settled from outside. One object makes all of them, with one executor: a closure for each would be
 * garbage of its own at every call.
 */
export class Settlers {
  /** Settles the promise that was made last. Take it before another one is made. */
  resolve!: Resolve;
  /** Rejects the promise that was made last. Take it before another one is made. */
  reject!: Reject;
  readonly #take = (resolve: Resolve, reject: Reject): void => {
    this.resolve = resolve;
    this.reject = reject;
  };

  /** @typeParam T what `resolve` will be called with. Nothing checks it. */
  promise<T>(): Promise<T> {
    return new Promise<unknown>(this.#take) as Promise<T>;
  }
}
