import { expect, test } from 'vitest';

import { Attempts } from '../../src/connection/attempts.js';

const at = (port: number): { host: string; port: number } => ({ host: 'member', port });

async function fail(attempts: Attempts, port: number, error: unknown): Promise<void> {
  await expect(attempts.make(at(port), () => Promise.reject(error as Error))).rejects.toBe(error);
}

test('a connection that is being made is told of with how far it is, until it is made', async () => {
  const attempts = new Attempts();
  let finish = (): void => undefined;
  const made = attempts.make(at(1), async (attempt) => {
    attempt.stage = 'authenticating';
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  const [attempt] = attempts.underWay;
  expect(attempt.diagnose(performance.now() + 1_000)).toMatchObject({
    address: 'member:1',
    member: null,
    stage: 'authenticating',
  });
  expect(attempt.diagnose(performance.now() + 1_000).ageMillis).toBeGreaterThanOrEqual(1_000);
  finish();
  await made;
  expect(attempts.underWay).toEqual([]);
});

test('the last failure of each address is kept, the latest last, until one succeeds', async () => {
  const attempts = new Attempts();
  await fail(attempts, 1, new Error('refused'));
  await fail(attempts, 2, new Error('silent'));
  await fail(attempts, 1, 'not even an error');
  expect(attempts.underWay).toEqual([]);
  expect(attempts.failures).toEqual([
    { address: 'member:2', error: 'silent' },
    { address: 'member:1', error: 'not even an error' },
  ]);
  await attempts.make(at(3), () => Promise.resolve());
  expect(attempts.failures).toEqual([]);
});

test('of many addresses the last sixteen are kept', async () => {
  const attempts = new Attempts();
  for (let port = 0; port < 20; port++) await fail(attempts, port, new Error('refused'));
  expect(attempts.failures.map(({ address }) => address)).toEqual(
    Array.from({ length: 16 }, (_, i) => `member:${i + 4}`),
  );
});
