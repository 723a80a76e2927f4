import { expect, test } from 'vitest';

import { PartResults } from '../../src/calls/part-results.js';

test('the results come in the order of the parts, whatever order they came in', async () => {
  const results = new PartResults<string | undefined>(3);
  results.succeed(2, 'c');
  results.succeed(0, undefined);
  results.succeed(1, 'b');
  expect(await results.all).toEqual([undefined, 'b', 'c']);
});

test('of several failures the first part’s is reported, and not before the last part is done', async () => {
  const results = new PartResults<string>(4);
  let settled = false;
  const outcome = results.all
    .catch((error: unknown) => error)
    .finally(() => {
      settled = true;
    });
  results.fail(3, new Error('late part'));
  results.succeed(0, 'a');
  results.fail(1, new Error('early part'));
  await new Promise(setImmediate);
  expect(settled).toBe(false);
  results.succeed(2, 'c');
  expect(await outcome).toEqual(new Error('early part'));
});

test('a failure is one, even when its reason is undefined', async () => {
  const results = new PartResults(1);
  results.fail(0, undefined);
  await expect(results.all).rejects.toBeUndefined();
});

test('no parts have no results', async () => {
  expect(await new PartResults(0).all).toEqual([]);
});
