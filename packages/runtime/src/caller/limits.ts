import { onAbort } from '../shared/abort-listeners.js';
import { clearTimeout, LONGEST_DELAY_MILLIS, setImmediate, setTimeout } from '../shared/clock.js';

/** Limits on how long something is waited for. */
export interface CallLimits {
  /**
   * Milliseconds until the wait is given up: over 0 and up to 2³¹ − 1 (a timer's longest delay), or `Infinity` for no limit.
   * Default: no limit. The agent of a call is told the limit, rounded up, and must not wait longer.
   */
  readonly timeout?: number | undefined;
  /** Gives the wait up when this signal is aborted. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** The rule for `CallLimits.timeout`, for an error's message. */
export const TIMEOUT_RULE: string = `must be a number of milliseconds over 0 and up to ${LONGEST_DELAY_MILLIS}, or Infinity for none`;

/** Returns true for a `CallLimits.timeout` that is allowed. */
export function isTimeout(timeout: unknown): boolean {
  if (timeout === undefined || timeout === Infinity) return true;
  return typeof timeout === 'number' && timeout > 0 && timeout <= LONGEST_DELAY_MILLIS;
}

/** Callbacks of a watch. One of `onTimeout` and `onAbort` is called, once, unless the watch is ended before. */
export interface LimitEvents {
  /**
   * Takes what has come, in order, while `isWaiting` returns true. Called before `onTimeout`: if the answer is among it, the watch is
   * ended. Default: answers come by the loop alone.
   */
  readonly take?: ((isWaiting: () => boolean) => void) | undefined;
  readonly onTimeout: (timeout: number) => void;
  readonly onAbort: (signal: AbortSignal) => void;
}

/** Turns of the loop in which it reads what has come while it was blocked: a socket may bring other things before the answer. */
const TURNS = 8;

/**
 * Watches the limits of a wait. A loop that was blocked reaches its timers first: so when the time is over, the loop turns a few times more, and
 * an answer that is already here wins. A signal of `AbortSignal.timeout` is such a timer, too.
 *
 * @param limits which are checked, and whose signal is not aborted.
 * @returns a function that ends the watch.
 */
export function watchLimits(
  { timeout, signal }: CallLimits,
  { take, onTimeout, onAbort: onAborted }: LimitEvents,
): () => void {
  let isWaiting = true;
  const stop = (): void => {
    isWaiting = false;
    clearTimeout(timer);
    stopListening?.();
  };
  const expire = (turns: number, giveUp: () => void): void => {
    try {
      if (isWaiting) take?.(() => isWaiting);
    } finally {
      // Also when a listener has thrown, which got what came before the answer.
      if (isWaiting && turns > 0) setImmediate(expire, turns - 1, giveUp);
      else if (isWaiting) {
        stop();
        giveUp();
      }
    }
  };
  const timer =
    timeout === undefined || timeout === Infinity
      ? undefined
      : setTimeout(expire, timeout, TURNS, () => onTimeout(timeout));
  const stopListening =
    signal &&
    onAbort(signal, () => {
      const { reason } = signal;
      if (reason instanceof DOMException && reason.name === 'TimeoutError')
        return expire(TURNS, () => onAborted(signal));
      stop();
      onAborted(signal);
    });
  return stop;
}
