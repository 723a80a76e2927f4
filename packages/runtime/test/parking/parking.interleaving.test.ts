import { afterAll, describe, expect, test } from 'vitest';

import { HARMLESS, MISTAKES, SCENARIOS } from './support/mistakes.js';
import { Search } from './support/search.js';

// Every order in which the two sides of a shard can make their accesses to shared memory: the built code itself, in worlds
// of two or three calls and rings of one or two records. A state is stuck when nobody will do anything more, or both sides
// are busy for ever, and something is not delivered.

let states = 0;
let steps = 0;

afterAll(() => {
  console.log(`the parking protocol as it is: ${states} states, ${steps} steps`);
});

describe('no order of steps leaves anything behind', () => {
  test.each(Object.entries(SCENARIOS))('with %s', (_, scenario) => {
    const found = new Search(scenario).run();
    states += found.states;
    steps += found.steps;
    expect(found.stuck).toBeUndefined();
    expect(found.states).toBeGreaterThan(1000);
  });
});

describe('a mistake leaves something behind in some order of steps', () => {
  test.each(MISTAKES)('$what', ({ change, foundIn }) => {
    const { stuck } = new Search(foundIn, change).run();
    expect(stuck?.why).toMatch(/nobody will do anything more|nothing can come of it/);
  });
});

describe('nothing is left behind, only signalled once too often, when', () => {
  test.each(HARMLESS)('$what', ({ change }) => {
    for (const name of [
      'room for one completion, calls completed at once',
      'room for one completion, two events',
    ] as const) {
      expect(new Search(SCENARIOS[name], change).run().stuck).toBeUndefined();
    }
  });
});

test('the way to a stuck state is told step by step', () => {
  const { change, foundIn } = MISTAKES[0];
  const { trace } = new Search(foundIn, change).run().stuck!;
  expect(trace.length).toBeGreaterThan(10);
  expect(trace.some((line) => line.startsWith('thread is signalled: load requests.parked'))).toBe(true);
});
