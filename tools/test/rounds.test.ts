import { rounds } from '@offloop/tools';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['1', 1000],
  ['0', 10],
  [undefined, 10],
])('with OFFLOOP_FULL=%s a long test has %d rounds', (given, count) => {
  vi.stubEnv('OFFLOOP_FULL', given);
  expect(rounds({ short: 10, full: 1000 })).toBe(count);
});

test('with OFFLOOP_SOAK=1 it has as many as a soak has, and otherwise as when it is full', () => {
  vi.stubEnv('OFFLOOP_SOAK', '1');
  vi.stubEnv('OFFLOOP_FULL', '1');
  expect(rounds({ short: 10, full: 1000, soak: 5000 })).toBe(5000);
  expect(rounds({ short: 10, full: 1000 })).toBe(1000);
});
