import {
  clearImmediate,
  clearInterval,
  clearTimeout,
  monotonicNow,
  setImmediate,
  setInterval,
  setTimeout,
} from '@offloop/runtime/clock';

/*
 * Timers that find out who is silent. After a standstill the timers run first. What arrived meanwhile must be read before anybody
 * counts as silent, so these run their functions in a `setImmediate`, behind the reads.
 */

/** Runs a function after a time, behind the reads. */
export class TimeoutAfterReads {
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;

  begin(millis: number, run: () => void): NodeJS.Timeout {
    this.#timer = setTimeout(() => {
      this.#immediate = setImmediate(run);
    }, millis);
    return this.#timer;
  }

  end(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }
}

/** Runs a function again and again, behind the reads. It does not keep the process alive. */
export class IntervalAfterReads {
  readonly #timer: NodeJS.Timeout;
  #immediate: NodeJS.Immediate | undefined;
  #last: number = monotonicNow();

  /** @param run gets the time of `monotonicNow()`, and true if this thread stood still, or the whole process did (SIGSTOP). */
  constructor(millis: number, run: (now: number, stoodStill: boolean) => void) {
    this.#timer = setInterval(() => {
      this.#immediate = setImmediate(() => {
        const now = monotonicNow();
        const stoodStill = now - this.#last > 2 * millis;
        this.#last = now;
        run(now, stoodStill);
      });
    }, millis);
    this.#timer.unref();
  }

  end(): void {
    clearInterval(this.#timer);
    clearImmediate(this.#immediate);
  }
}
