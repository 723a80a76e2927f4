export type Resolve = (value: unknown) => void;
export type Reject = (error: unknown) => void;

/**
 * Makes promises that are settled from outside. One object makes all of them, with one executor: a closure for each would be
 * garbage of its own at every call.
 */
export class Settlers {
  /** Resolves the promise made last. Read it before the next promise is made. */
  resolve!: Resolve;
  /** Rejects the promise made last. Read it before the next promise is made. */
  reject!: Reject;
  readonly #take = (resolve: Resolve, reject: Reject): void => {
    this.resolve = resolve;
    this.reject = reject;
  };

  /** Makes a promise, which `resolve` or `reject` settles. @typeParam T its value, which nothing checks. */
  promise<T>(): Promise<T> {
    return new Promise<unknown>(this.#take) as Promise<T>;
  }
}
