export type Resolve = (value: unknown) => void;
export type Reject = (error: unknown) => void;

/** Gets the functions that settle a promise. */
export interface Settling {
  resolve: Resolve;
  reject: Reject;
}

/** Takes the functions of no promise. */
const NOBODY: Settling = { resolve: () => undefined, reject: () => undefined };

/**
 * Makes promises that are settled from outside. One object makes all of them, with one executor: a closure for each would be
 * garbage of its own at every call.
 *
 * It keeps neither function: each holds its promise, and so the value, which may be a list of any length.
 */
export class Settlers {
  #settling: Settling = NOBODY;
  readonly #take = (resolve: Resolve, reject: Reject): void => {
    const settling = this.#settling;
    settling.resolve = resolve;
    settling.reject = reject;
  };

  /** Makes a promise, and gives its functions to `settling`. @typeParam T its value, which nothing checks. */
  promise<T>(settling: Settling): Promise<T> {
    this.#settling = settling;
    const promise = new Promise<unknown>(this.#take) as Promise<T>;
    this.#settling = NOBODY;
    return promise;
  }
}
