import { clearTimeout, setTimeout } from '@offloop/runtime/clock';

/**
 * Runs a function some time after it was asked to: once for all requests meanwhile, and the same time later once more for them.
 */
export class Later {
  readonly #millis: number;
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAskedAgain = false;

  constructor(millis: number, run: () => void) {
    this.#millis = millis;
    this.#run = run;
  }

  ask(): void {
    if (this.#timer !== undefined) {
      this.#isAskedAgain = true;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        this.ask();
      }
      this.#run();
    }, this.#millis);
    this.#timer.unref();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isAskedAgain = false;
  }
}
