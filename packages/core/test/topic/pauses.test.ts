import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';

import { Pauses } from '../../src/topic/pauses.js';

const LONG_MILLIS = 1_000_000;

test('all end when something has changed, and leave no listener behind', async () => {
  const pauses = new Pauses();
  const { signal } = new AbortController();
  const waits = Array.from({ length: 20 }, () => pauses.wait(LONG_MILLIS, signal));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  pauses.endAll();
  await Promise.all(waits);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('those of a signal end when it is aborted, or do not begin', async () => {
  const pauses = new Pauses();
  const controller = new AbortController();
  const ended: string[] = [];
  const waits = ['first', 'second'].map(async (name) => {
    await pauses.wait(LONG_MILLIS, controller.signal);
    ended.push(name);
  });
  const other = pauses.wait(LONG_MILLIS).then(() => ended.push('other'));
  controller.abort();
  await Promise.all(waits);
  await pauses.wait(LONG_MILLIS, controller.signal);
  expect(ended).toEqual(['first', 'second']);
  pauses.endAll();
  await other;
});
