import type { WriteStream } from 'node:tty';

/** Where a run stands. On a terminal one line that is rewritten; without one a line a step, for logs. */
export interface Progress {
  /** @param label what runs now */
  step(label: string): void;
  /** The step named last took this long. */
  done(seconds: number): void;
  end(): void;
}

/**
 * @param steps how many there will be
 * @param expected seconds a step, until the first one is measured
 */
export function createProgress(output: WriteStream, steps: number, expected: number): Progress {
  let finished = 0;
  let spent = 0;
  const timeLeft = (): string => {
    const perStep = finished === 0 ? expected : spent / finished;
    return formatDuration(perStep * (steps - finished));
  };
  const step = (label: string): void => {
    const text = `[${finished + 1}/${steps}] ${label}, ${timeLeft()} left`;
    if (output.isTTY) output.write(`\r\x1b[2K${text.slice(0, output.columns - 1)}`);
    else output.write(`${text}\n`);
  };
  const done = (seconds: number): void => {
    finished++;
    spent += seconds;
  };
  const end = (): void => {
    if (output.isTTY) output.write('\r\x1b[2K');
  };
  return { step, done, end };
}

/** E.g. `45 s`, `3 min 20 s`, `1 h 5 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
