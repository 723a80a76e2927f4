/** Runs functions of the application, all of them, whatever they throw. */
export class Attempts {
  #hasFailed = false;
  #error: unknown;

  run(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (this.#hasFailed) return;
      this.#hasFailed = true;
      this.#error = error;
    }
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** What was thrown first. */
  get error(): unknown {
    return this.#error;
  }

  /** Throws what was thrown first. */
  finish(): void {
    if (this.#hasFailed) throw this.#error;
  }
}
