interface Waiter<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

/** The callers that wait for a value. */
export class Waiting<Value> {
  #waiters: Waiter<Value>[] = [];

  add(): Promise<Value> {
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  resolve(value: Value): void {
    for (const { resolve } of this.#waiters.splice(0)) resolve(value);
  }

  reject(error: Error): void {
    for (const { reject } of this.#waiters.splice(0)) reject(error);
  }
}
