import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';

import { watched } from '../../src/transforms/call-watch.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

test('many calls watch one signal by one listener, and all are given up when it is aborted', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let requestsEnded = 0;
  const calls = Array.from({ length: 20 }, () =>
    codeOf(
      watched({ signal }, (watch) => {
        watch!.requestOptions.signal!.addEventListener('abort', () => requestsEnded++);
        return new Promise((_, reject) => watch!.onGivenUp(reject));
      }),
    ),
  );
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  controller.abort();
  expect(new Set(await Promise.all(calls))).toEqual(new Set([Code.CANCELLATION]));
  expect(requestsEnded).toBe(20);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a call that has settled listens no more, and who asks too late hears at once', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  expect(await watched({ signal }, () => Promise.resolve(7))).toBe(7);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  let heard: unknown;
  const call = watched({ signal }, async (watch) => {
    controller.abort();
    watch!.onGivenUp((error) => (heard = error));
    throw new Error('ended with it');
  });
  expect(await codeOf(call)).toBe(Code.CANCELLATION);
  expect(heard).toBeDefined();
});
