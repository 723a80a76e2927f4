import { startChild, type Child } from '@offloop/tools/measure';
import type { FromLoad, RunReport, RunRequest, ToLoad } from './run.js';

const RUN = new URL('../../dist/load/run.js', import.meta.url);
/** Time in ms after which a silent load is stuck for good: several times the longest block of its loop. */
const STUCK_AFTER = 60_000;
const LOOK_EVERY = 1_000;

/** The client under test and its load, in a process of its own. It sends `ready`, then `turn` each second, and at the end its report. */
export class LoadProcess {
  /** Rejects if the process ends before its report, or its loop turns no more; never resolves. */
  readonly failed: Promise<never>;
  readonly ready: Promise<unknown>;
  readonly #child: Child<FromLoad, ToLoad>;
  readonly #report: Promise<RunReport>;
  #watch: NodeJS.Timeout | undefined;
  #lastTurn: number = performance.now();

  constructor(request: RunRequest, script: URL = RUN, stuckAfterMillis: number = STUCK_AFTER) {
    const child = startChild<FromLoad, ToLoad>(script, request);
    this.#child = child;
    child.onMessage(() => {
      this.#lastTurn = performance.now();
    });
    this.ready = child.next('ready');
    this.#report = child.next('report').then(({ report }) => report);
    this.failed = new Promise((_resolve, reject) => {
      this.#report.catch(({ message }: Error) =>
        reject(new Error(`${message} before its report; ${this.#silence()}`)),
      );
      const look = (): void => {
        if (performance.now() - this.#lastTurn > stuckAfterMillis)
          reject(new Error(`the load is stuck: ${this.#silence()}`));
      };
      this.#watch = setInterval(look, Math.min(LOOK_EVERY, stuckAfterMillis));
    });
    // Between two races nobody waits for these promises.
    this.failed.catch(() => undefined);
    this.ready.catch(() => undefined);
  }

  stop(): Promise<RunReport> {
    this.#child.send({ type: 'stop' });
    return this.#report;
  }

  kill(): void {
    clearInterval(this.#watch);
    this.#child.process.kill('SIGKILL');
  }

  #silence(): string {
    return `its loop had not turned for ${((performance.now() - this.#lastTurn) / 1000).toFixed(0)} s`;
  }
}
