import { expect, test } from 'vitest';

import { drainedWriter } from './support/drained-writer.js';

const OPERATION = { flags: 0 };
const throws = (): never => {
  throw new Error('of the function');
};

test.each([
  { what: 'an error', length: 1 },
  { what: 'an error that is too long for the ring', length: 20_000 },
])('a slot is freed once, though the function that gets $what throws', ({ length }) => {
  const { writer, slots } = drainedWriter();
  const slot = slots.take(throws, throws, OPERATION, 1);
  writer.error(slot, slots.generationOf(slot), { code: 'CLOSED', message: 'x'.repeat(length) });
  expect(() => writer.flush()).toThrow('of the function');
  expect([slots.inFlight, slots.inFlightBytes]).toEqual([0, 0]);
  const next = [1, 2].map(() => slots.take(throws, throws, OPERATION, 1));
  expect(new Set(next).size).toBe(2);
});
