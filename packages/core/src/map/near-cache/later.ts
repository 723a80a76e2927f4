import { clearTimeout, setTimeout } from '@offloop/runtime/clock';

/** Does something a while after it was asked to: once for all that ask meanwhile, and as long after that once more for them. */
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
