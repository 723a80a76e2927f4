import { expect, test } from 'vitest';
import type { ChaosReport } from '../src/chaos.js';
import { faultsOf } from '../src/verdict.js';

const CLEAN: ChaosReport = {
  tally: { calls: 10, acknowledgedWrites: 5, failures: { SomeError: 1 }, slowest: 100, open: 0 },
  keys: 16,
  violations: [],
  violationCount: 0,
  limit: 1_000,
  rescues: 0,
  inFlight: 0,
  nearHits: null,
  blocks: 1,
  before: { heap: 20_000_000, shared: 5_000 },
  after: { heap: 21_000_000, shared: 5_000 },
  closed: { heap: 19_000_000, shared: 0 },
  faults: { kills: 1, cuts: 2, silences: 3 },
};

test('a run in which nothing went wrong is clean, of a client that counts no rescues as well', () => {
  expect(faultsOf(CLEAN)).toEqual([]);
  expect(faultsOf({ ...CLEAN, rescues: null, inFlight: null })).toEqual([]);
  expect(faultsOf({ ...CLEAN, nearHits: 7 })).toEqual([]);
});

test.each([
  [{ violations: ['a write is lost'], violationCount: 1 }, /1 violations, the first: a write is lost/],
  [{ tally: { ...CLEAN.tally, open: 3 } }, /3 calls never settled/],
  [{ tally: { ...CLEAN.tally, slowest: 1_001 } }, /past the limit of 1000/],
  [{ tally: { ...CLEAN.tally, acknowledgedWrites: 0 } }, /nothing was tested/],
  [{ rescues: 1 }, /1 wake-ups were lost/],
  [{ nearHits: 0 }, /no near cache answered a read/],
  [{ inFlight: 2 }, /2 calls are still held/],
  [{ after: { heap: 90_000_000, shared: 5_000 } }, /heap grew by 70000000/],
  [{ after: { heap: 20_000_000, shared: 6_000 } }, /shared memory grew by 1000/],
  [{ closed: { heap: 1, shared: 5_000 } }, /5000 bytes of shared memory outlived/],
] as [Partial<ChaosReport>, RegExp][])('%o is not clean, and says why', (change, reason) => {
  expect(faultsOf({ ...CLEAN, ...change })).toEqual([expect.stringMatching(reason)]);
});
