import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';

import { onAbort } from '../../src/shared/abort-listeners.js';

test('all that waits for a signal runs when it is aborted, in its order, by one listener', () => {
  const { signal, abort } = controlled();
  const ran: number[] = [];
  for (let i = 0; i < 100; i++) onAbort(signal, () => ran.push(i));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  abort();
  expect(ran).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

test('what was taken back does not run, also not when another takes it back while they run', () => {
  const { signal, abort } = controlled();
  const ran: string[] = [];
  const takeBack = onAbort(signal, () => ran.push('taken back before'));
  onAbort(signal, () => {
    ran.push('first');
    takeBackLast();
  });
  const takeBackLast = onAbort(signal, () => ran.push('taken back by the first'));
  takeBack();
  abort();
  expect(ran).toEqual(['first']);
});

test('a signal for which nobody waits any more has no listener, and gets one again', () => {
  const { signal, abort } = controlled();
  let runs = 0;
  const count = (): void => void runs++;
  const first = onAbort(signal, () => undefined);
  const second = onAbort(signal, () => undefined);
  first();
  first();
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  second();
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  onAbort(signal, count);
  // Of a function that was taken back long ago.
  first();
  second();
  abort();
  expect(runs).toBe(1);
});

function controlled(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
