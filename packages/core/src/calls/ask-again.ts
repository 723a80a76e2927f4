import { clearTimeout, setTimeout } from '@offloop/runtime/clock';
import { DEADLINE_MILLIS, SILENCE_MILLIS } from '@offloop/contract';
import type { CallOptions } from './call-options.js';
import { Deadline } from './deadline.js';

export interface Patience {
  /** Milliseconds without an answer before the second request. Default 5000. */
  readonly silenceMillis?: number;
  /** Milliseconds after which the promise rejects with OperationTimeoutError. Default 120000. */
  readonly deadlineMillis?: number;
  /** Cancels all requests; the promise rejects as an aborted call does. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a request, and repeats it while no answer comes. For requests whose answer many calls wait for: a schema, an object, a batch of
 * ids. An answer that is lost on a live connection must not hold all of them for ever.
 *
 *     ask ──▶ 1st request ── silent for 5 s ──▶ 2nd ── silent for 10 s ──▶ 3rd ── … 20 s, 40 s … ──▶ deadline: rejects
 *                  └───────── the first answer or error of any of them ends it, and calls off the others
 *
 * Expectation: an answer that is late for so long is lost. Mechanism: each further request may go to another member, and the
 * pauses double, so that a slow cluster gets five requests at most. Price: the member may carry the request out more than once, so
 * it must do no harm twice.
 *
 * @param request makes one request; `options` end it when another was answered, or at the deadline.
 * @returns a promise of the first answer. Rejects with the first error of any request, and with OperationTimeoutError at the deadline.
 */
export function askAgain<R>(
  request: (options: CallOptions) => Promise<R>,
  { silenceMillis = SILENCE_MILLIS, deadlineMillis = DEADLINE_MILLIS, signal }: Patience = {},
): Promise<R> {
  return new Promise<R>((resolve, reject) => {
    const calls = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let endWatch: (() => void) | undefined;
    const settle = (finish: () => void): void => {
      if (calls.signal.aborted) return;
      clearTimeout(timer);
      endWatch?.();
      finish();
      calls.abort();
    };
    const ask = (silence: number): void => {
      timer = setTimeout(() => ask(2 * silence), silence);
      request({ signal: calls.signal, timeout: deadlineMillis }).then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => settle(() => reject(error)),
      );
    };
    const deadline = new Deadline({ timeout: deadlineMillis, signal });
    endWatch = deadline.watch((error) => settle(() => reject(error)));
    if (!calls.signal.aborted) ask(silenceMillis);
  });
}
