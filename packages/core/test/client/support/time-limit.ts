import { TestRunner } from 'vitest';

/** Milliseconds before the limit: whoever waits in vain says so, before the runner says less. */
const AHEAD = 1000;

/** Checks the running test's time limit: for loops that wait, and would go on after the test was given up. */
export class TimeLimit {
  readonly #what: string;
  readonly #begun = performance.now();
  readonly #end: number;

  /** @param what the loop waits for */
  constructor(what: string) {
    this.#what = what;
    const test = TestRunner.getCurrentTest();
    // In a hook there is none.
    const left =
      test?.result?.startTime === undefined ? Infinity : test.result.startTime + test.timeout - Date.now();
    this.#end = this.#begun + left - AHEAD;
  }

  check(): void {
    const now = performance.now();
    if (now > this.#end)
      throw new Error(`waited ${Math.round(now - this.#begun)} ms in vain for: ${this.#what}`);
  }
}
