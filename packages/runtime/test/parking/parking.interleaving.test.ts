import { afterAll, describe, expect, test } from 'vitest';

import { Search } from '../support/stepped/search.js';
import { HARMLESS, MISTAKES, SCENARIOS } from './support/mistakes.js';
import { World } from './support/world.js';

// Every order in which the two sides of a shard can make their accesses to shared memory: the built code itself, in worlds
// of two or three calls and rings of one or two records. A state is stuck when nobody will do anything more, or both sides
// are busy for ever, and something is not delivered.

let states = 0;
let steps = 0;

afterAll(() => {
  console.log(`the parking protocol as it is: ${states} states, ${steps} steps`);
});

describe('no order of steps leaves anything behind', () => {
  test.each(Object.entries(SCENARIOS))('with %s', async (_, scenario) => {
    const found = await new Search(new World(scenario)).run();
    states += found.states;
    steps += found.steps;
    expect(found.bad).toBeUndefined();
    expect(found.states).toBeGreaterThan(1000);
  });
});

describe('a mistake leaves something behind in some order of steps', () => {
  test.each(MISTAKES)('$what', async ({ edits, foundIn, forgetsDeferred }) => {
    const { bad } = await new Search(new World(foundIn, edits, forgetsDeferred)).run();
    expect(bad?.why).toMatch(/nobody will do anything more|nothing can come of it/);
  });
});

describe('nothing is left behind, only signalled once too often, when', () => {
  test.each(Object.entries(HARMLESS))('%s', async (_, edits) => {
    for (const name of [
      'room for one completion, calls completed at once',
      'room for one completion, two events',
    ] as const) {
      expect((await new Search(new World(SCENARIOS[name], edits)).run()).bad).toBeUndefined();
    }
  });
});

test('the way to a stuck state is told step by step', async () => {
  const { edits, foundIn } = MISTAKES[0];
  const { trace } = (await new Search(new World(foundIn, edits)).run()).bad!;
  expect(trace.length).toBeGreaterThan(10);
  expect(trace.some((line) => line.startsWith('thread is signalled: load requests.parked'))).toBe(true);
});
