import { expect, test } from 'vitest';

import { KeyModel, LOST, type Transition } from './support/key-model.js';

const read: Transition = { next: (state) => state, answer: (state) => state, resent: true };
const set = (id: number): Transition => ({ next: () => id, answer: () => undefined, resent: false });
const replace = (old: number, id: number): Transition => ({
  next: (state) => (state === old ? id : state),
  answer: (state) => state === old,
  resent: false,
});

test('a read that was sent again may see a lost write that was called after it, on top of those before', () => {
  const model = new KeyModel(1);
  model.apply([
    [set(2), undefined],
    [read, 3],
    [replace(2, 3), LOST],
  ]);
  expect(model.possible).toEqual([2, 3]);
});

test('it sees no write that was called after it and is not lost', () => {
  const model = new KeyModel(1);
  const burst: [Transition, unknown][] = [
    [set(2), LOST],
    [read, 3],
    [set(3), undefined],
  ];
  expect(() => model.apply(burst)).toThrow('answered 3, though the state can only be 1 or 2');
});

test('a lost write may run after later ones that were answered, and then others on top of it', () => {
  const model = new KeyModel(1);
  model.apply([[set(2), LOST]]);
  model.apply([[set(3), undefined]]);
  expect(model.possible).toEqual([3]);
  model.apply([[read, 2]]);
  expect(model.possible).toEqual([2]);
  model.apply([[replace(2, 4), true]]);
  expect(model.possible).toEqual([4]);
});

test('a write that was answered is not seen after a later one', () => {
  const model = new KeyModel(1);
  model.apply([[set(2), undefined]]);
  model.apply([[set(3), LOST]]);
  model.apply([[set(4), undefined]]);
  expect(() => model.apply([[read, 2]])).toThrow('answered 2, though the state can only be 4 or 3');
});
