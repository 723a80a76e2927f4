/** Where the answers to the parts of one call go, each once. */
export interface PartSink {
  answer(part: number, answer: unknown): void;
  fail(part: number, error: unknown): void;
}

/**
 * The answers to the parts of one call. Waits for all, so that no late failure goes unheard; then it is the answers in the
 * parts' order, or the first failure in that order. A promise for each part would cost three times as much.
 */
export class PartAnswers implements PartSink {
  readonly all: Promise<unknown[]>;
  readonly #answers: unknown[] = [];
  #waiting: number;
  #failedPart = Infinity;
  #failure: unknown;
  #resolve!: (answers: unknown[]) => void;
  #reject!: (error: unknown) => void;

  constructor(parts: number) {
    this.all = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    for (let part = 0; part < parts; part++) this.#answers.push(undefined);
    this.#waiting = parts;
    if (parts === 0) this.#resolve([]);
  }

  answer(part: number, answer: unknown): void {
    this.#answers[part] = answer;
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
    if (this.#failedPart === Infinity) this.#resolve(this.#answers);
    else this.#reject(this.#failure);
  }
}
