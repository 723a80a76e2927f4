/** Takes the results of the parts of one call, each once. */
export interface PartSink<R> {
  succeed(part: number, result: R): void;
  fail(part: number, error: unknown): void;
}

/**
 * Collects the results of the parts of one call. `all` waits for every part, so that no late failure is lost; then it resolves to
 * the results in the parts' order, or rejects with the first failure in that order. A promise for each part would cost three
 * times as much.
 */
export class PartResults<R> implements PartSink<R> {
  readonly all: Promise<R[]>;
  readonly #results: R[] = [];
  #waiting: number;
  #failedPart = Infinity;
  #failure: unknown;
  #resolve!: (results: R[]) => void;
  #reject!: (error: unknown) => void;

  constructor(parts: number) {
    this.all = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#results.length = parts;
    this.#waiting = parts;
    if (parts === 0) this.#resolve([]);
  }

  succeed(part: number, result: R): void {
    this.#results[part] = result;
    this.#settle();
  }

  fail(part: number, error: unknown): void {
    if (part < this.#failedPart) {
      this.#failedPart = part;
      this.#failure = error;
    }
    this.#settle();
  }

  #settle(): void {
    this.#waiting--;
    if (this.#waiting > 0) return;
    if (this.#failedPart === Infinity) this.#resolve(this.#results);
    else this.#reject(this.#failure);
  }
}
