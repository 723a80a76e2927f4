import { expect, test } from 'vitest';

import { PartAnswers } from '../../src/runtime/part-answers.js';

test('the answers come in the order of the parts, whatever order they came in', async () => {
  const answers = new PartAnswers(3);
  answers.answer(2, 'c');
  answers.answer(0, undefined);
  answers.answer(1, 'b');
  expect(await answers.all).toEqual([undefined, 'b', 'c']);
});

test('of several failures the first part’s is reported, and not before the last part is done', async () => {
  const answers = new PartAnswers(4);
  let settled = false;
  const outcome = answers.all
    .catch((error: unknown) => error)
    .finally(() => {
      settled = true;
    });
  answers.fail(3, new Error('late part'));
  answers.answer(0, 'a');
  answers.fail(1, new Error('early part'));
  await new Promise(setImmediate);
  expect(settled).toBe(false);
  answers.answer(2, 'c');
  expect(await outcome).toEqual(new Error('early part'));
});

test('a failure is one, even when its reason is undefined', async () => {
  const answers = new PartAnswers(1);
  answers.fail(0, undefined);
  await expect(answers.all).rejects.toBeUndefined();
});

test('no parts have no answers', async () => {
  expect(await new PartAnswers(0).all).toEqual([]);
});
