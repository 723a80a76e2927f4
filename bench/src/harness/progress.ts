import { performance } from 'node:perf_hooks';
import type { WriteStream } from 'node:tty';

/** Shows how far a run has come. A terminal gets one line that is rewritten, a log one line for each step. */
export interface Progress {
  /** Shows a step. @param label what runs now */
  step(label: string): void;
  /** Notes that a part which should have taken `expected` seconds took `seconds`. */
  done(expected: number, seconds: number): void;
  /** Clears the line, for other output. */
  clear(): void;
}

/**
 * Makes a display of progress.
 *
 * @param expected seconds of all parts; the parts that are done show how far to believe it
 * @param now returns the time in ms
 */
export function createProgress(
  output: WriteStream,
  expected: number,
  now: () => number = () => performance.now(),
): Progress {
  let expectedDone = 0;
  let spent = 0;
  let partAt = now();
  const clear = (): void => void (output.isTTY && output.write('\r\x1b[2K'));
  return {
    step: (label) => {
      const pace = expectedDone === 0 ? 1 : spent / expectedDone;
      const left = (expected - expectedDone) * pace - (now() - partAt) / 1000;
      const text = `${label}, ${formatDuration(Math.max(0, left))} left`;
      clear();
      output.write(output.isTTY ? text.slice(0, output.columns - 1) : `${text}\n`);
    },
    done: (part, seconds) => {
      expectedDone += part;
      spent += seconds;
      partAt = now();
    },
    clear,
  };
}

/** Formats a duration, e.g. `45 s`, `3 min 20 s`, `1 h 5 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
