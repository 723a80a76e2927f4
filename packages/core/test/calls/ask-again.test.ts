import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../../src/calls/call-options.js';
import { askAgain } from '../../src/calls/ask-again.js';

const SILENT = new Promise<never>(() => undefined);

/** Answers as listed, one request after the other; the last one stands for all that follow. */
function requests<R>(...answers: readonly Promise<R>[]) {
  const signals: AbortSignal[] = [];
  const request = ({ signal }: CallOptions): Promise<R> => {
    if (signal !== undefined) signals.push(signal);
    return answers[Math.min(signals.length, answers.length) - 1];
  };
  return { request, signals };
}

describe('a request that many wait for', () => {
  test('is sent once where it is answered', async () => {
    const { request, signals } = requests(Promise.resolve(1));
    expect(await askAgain(request, { silenceMillis: 1 })).toBe(1);
    expect(signals).toHaveLength(1);
  });

  test('is sent again after a silence, and the first answer calls off the others', async () => {
    const { request, signals } = requests<number>(SILENT, Promise.resolve(2));
    expect(await askAgain(request, { silenceMillis: 5 })).toBe(2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test('rejects with an error that answers it, and is not sent again then', async () => {
    const { request, signals } = requests(Promise.reject(new Error('unknown')));
    await expect(askAgain(request, { silenceMillis: 5 })).rejects.toThrow('unknown');
    expect(signals).toHaveLength(1);
  });

  test('rejects at its deadline, after pauses that double, and nothing goes on behind it', async () => {
    const { request, signals } = requests(SILENT);
    const answer = askAgain(request, { silenceMillis: 10, deadlineMillis: 200 });
    await expect(answer).rejects.toMatchObject({ code: 'ERR_OFFLOOP_OPERATION_TIMEOUT' });
    // At 0, 10, 30, 70 and 150 ms, or later where the machine is busy.
    expect(signals.length).toBeGreaterThan(1);
    expect(signals.length).toBeLessThanOrEqual(5);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });
});
