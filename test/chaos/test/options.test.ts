import { expect, test } from 'vitest';
import { readOptions } from '../src/options.js';

test('minutes, seed and client are read, and have defaults', () => {
  expect(readOptions(['--minutes', '0.5', '--seed', '7', '--client', 'official'])).toEqual({
    minutes: 0.5,
    seed: 7,
    client: 'official',
    singleCuts: false,
    acks: false,
    workers: 'auto',
    nearCache: false,
  });
  expect(readOptions(['--single-cuts']).singleCuts).toBe(true);
  expect(readOptions(['--acks']).acks).toBe(true);
  expect(readOptions(['--workers', '2']).workers).toBe(2);
  expect(readOptions(['--near-cache']).nearCache).toBe(true);
  expect(readOptions([])).toMatchObject({ minutes: 10, client: 'offloop' });
  expect(Number.isInteger(readOptions([]).seed)).toBe(true);
});

test.each([
  [['--minutes', '0'], /--minutes .* got 0/],
  [['--minutes', 'ten'], /--minutes .* got ten/],
  [['--seed', '1.5'], /--seed .* got 1.5/],
  [['--client', 'java'], /--client .* got java/],
  [['--workers', '0'], /--workers .* got 0/],
  [['--hours', '1'], /--hours/],
])('%o is refused, naming what is wrong', (args, reason) => {
  expect(() => readOptions(args)).toThrow(reason);
});
