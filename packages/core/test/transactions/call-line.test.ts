import { expect, test } from 'vitest';

import { CallLine } from '../../src/transactions/call-line.js';

function deferred(): {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
} {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the first call is made at once, and each other when the one before it has settled, however it did', async () => {
  const line = new CallLine();
  const made: number[] = [];
  const steps = [deferred(), deferred(), deferred()];
  const calls = steps.map(({ promise }, index) =>
    line.run(() => {
      made.push(index);
      return promise;
    }),
  );
  const ends = Promise.allSettled(calls);
  expect([made, line.isFree]).toEqual([[0], false]);
  await turn();
  expect(made).toEqual([0]);
  steps[0].reject(new Error('first'));
  await turn();
  expect(made).toEqual([0, 1]);
  steps[1].resolve();
  steps[2].resolve();
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(line.isFree).toBe(true);
});

test('who waits for the line hears of the first call that failed since, and of none that failed before', async () => {
  const line = new CallLine();
  const fail = (message: string): Promise<unknown> =>
    line.run(() => Promise.reject(new Error(message))).catch(() => undefined);
  await fail('before');
  expect(await line.drained()).toBeUndefined();
  void fail('one');
  void fail('two');
  expect(await line.drained()).toEqual({ error: new Error('one') });
  expect(await line.drained()).toBeUndefined();
});

test('a failure that nobody waits for is no unhandled rejection of the line', async () => {
  const line = new CallLine();
  await expect(line.run(() => Promise.reject(new Error('own')))).rejects.toThrow('own');
  await turn();
  expect(line.isFree).toBe(true);
});
