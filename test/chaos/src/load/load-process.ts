import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunReport, RunRequest } from './run.js';

const RUN = fileURLToPath(new URL('../../dist/load/run.js', import.meta.url));
/** Milliseconds. Several times the longest block of its loop: a load that is silent for so long will not speak again. */
const STUCK_AFTER = 60_000;
const LOOK_EVERY = 1_000;

type Message = 'ready' | 'turn' | RunReport;

/** The client under test and its load, in a process of its own: it says `ready`, then `turn` each second, at last its report. */
export class LoadProcess {
  /** Rejects when it ends before its report, or its loop turns no more; never resolves. */
  readonly failed: Promise<never>;
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #report: Promise<RunReport>;
  #watch: NodeJS.Timeout | undefined;
  #lastTurn: number = performance.now();

  constructor(request: RunRequest, script: string = RUN, stuckAfterMillis: number = STUCK_AFTER) {
    const child = fork(script, [JSON.stringify(request)]);
    this.#child = child;
    child.on('message', () => {
      this.#lastTurn = performance.now();
    });
    this.ready = new Promise((resolve) => {
      child.on('message', (message: Message) => {
        if (message === 'ready') resolve();
      });
    });
    this.#report = new Promise((resolve) => {
      child.on('message', (message: Message) => {
        if (typeof message !== 'string') resolve(message);
      });
    });
    this.failed = new Promise((_resolve, reject) => {
      child.once('exit', (code, signal) => {
        const end = signal ?? `code ${code}`;
        reject(new Error(`the load ended with ${end} before its report; ${this.#silence()}`));
      });
      const look = (): void => {
        if (performance.now() - this.#lastTurn > stuckAfterMillis)
          reject(new Error(`the load is stuck: ${this.#silence()}`));
      };
      this.#watch = setInterval(look, Math.min(LOOK_EVERY, stuckAfterMillis));
    });
    // Nobody waits for it between two races.
    this.failed.catch(() => undefined);
  }

  stop(): Promise<RunReport> {
    this.#child.send('stop');
    return this.#report;
  }

  kill(): void {
    clearInterval(this.#watch);
    this.#child.kill('SIGKILL');
  }

  #silence(): string {
    return `its loop had not turned for ${((performance.now() - this.#lastTurn) / 1000).toFixed(0)} s`;
  }
}
