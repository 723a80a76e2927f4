import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seedOf } from '@offloop/tools';
import { REFUSED, RingModel, type RingUnderTest } from './support/model.js';
import { RealRing } from './support/real-ring.js';

const CAPACITY = 1024;
const LONGEST = CAPACITY / 8 - 8;

type Step =
  | { readonly do: 'claim'; readonly type: number; readonly length: number }
  | { readonly do: 'commit'; readonly share: number }
  | { readonly do: 'abort' | 'publish' }
  | { readonly do: 'drain' | 'drainThrowing'; readonly limit: number };

const claims = fc.record({
  do: fc.constant('claim' as const),
  type: fc.integer({ min: 1, max: 99 }),
  length: fc.nat(LONGEST + 1),
});
const commits = fc.record({
  do: fc.constant('commit' as const),
  share: fc.constantFrom(1, 1, 1, 0.5, 0),
});
const plain = fc.record({ do: fc.constantFrom('abort' as const, 'publish' as const, 'publish' as const) });
const drains = fc.record({
  do: fc.constantFrom('drain' as const, 'drainThrowing' as const),
  limit: fc.nat(20),
});

const scripts: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: claims },
    { weight: 7, arbitrary: commits },
    { weight: 4, arbitrary: plain },
    { weight: 2, arbitrary: drains },
  ),
  { minLength: 1, maxLength: 400, size: 'max' },
);

// Up to two laps before the places where an int32 position overflows.
const positions = fc
  .tuple(fc.constantFrom(0, 2 ** 30, 2 ** 31 - 2048, 2 ** 32 - 2048), fc.nat(256))
  .map(([border, words]) => border + words * 8);

/** Everything a ring answered in a run of the script. */
function answersOf(ring: RingUnderTest, script: readonly Step[]): unknown[] {
  const answers: unknown[] = [];
  let claimed = 0;
  script.forEach((step, serial) => {
    answers.push(step.do, ring.isEmpty, ring.isClaimOpen);
    if (step.do === 'claim') {
      if (!ring.isClaimOpen) {
        claimed = step.length;
        if (claimed <= LONGEST) answers.push(ring.hasRoomFor(claimed));
      }
      answers.push(ring.claim(step.type, step.length));
    } else if (step.do === 'commit')
      answers.push(ring.commit(contentOf(serial, Math.floor(claimed * step.share))));
    else if (step.do === 'drain') answers.push(ring.drain(step.limit));
    else if (step.do === 'drainThrowing') answers.push(ring.drainThrowingAt(step.limit));
    else answers.push(ring[step.do]());
  });
  answers.push(ring.isClaimOpen && ring.abort(), ring.publish(), ring.drain(Infinity), ring.isEmpty);
  return answers;
}

/** Text that says which record it belongs to, and where in it one is. */
function contentOf(serial: number, length: number): string {
  return `${serial}.abcdefghijklmnopqrstuvwxyz`.repeat(Math.ceil(length / 28)).slice(0, length);
}

describe('any sequence of claims, commits, aborts, publishes and drains', () => {
  it('is answered as an array would answer it, from any position', () => {
    const seed = seedOf('ring against its model');
    let full = 0;
    let refused = 0;
    fc.assert(
      fc.property(positions, scripts, (position, script) => {
        const answers = answersOf(new RealRing(CAPACITY, position), script);
        // By `expect` it would take twice the time.
        deepStrictEqual(answers, answersOf(new RingModel(CAPACITY, position), script));
        full += answers.filter((answer) => answer === undefined).length;
        refused += answers.filter((answer) => answer === REFUSED).length;
      }),
      { seed, numRuns: 1_000 },
    );
    // Agreement says little unless the runs went where it is hard. A thousand runs come to some 300 full rings, with a spread
    // that depends on the seed.
    expect(full).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });
});
