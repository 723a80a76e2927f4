import { afterAll, describe, expect, test } from 'vitest';

import { Search } from '../support/stepped/search.js';
import { HARMLESS, MISTAKES } from './support/mistakes.js';
import { World } from './support/world.js';
import { WORLDS } from './support/worlds.js';

// Every order in which the loop and the guard of its sockets can make their accesses to shared memory, and their writes by number, of which the
// kernel takes all, a byte or nothing: the built code itself. The guard may die between any two of them, and the loop may stand still: in every
// state what has arrived are whole messages and beats in order, but for the last, and no number is written to that is not the socket's any more.

let states = 0;
let steps = 0;

afterAll(() => {
  console.log(`the guard of sockets as it is: ${states} states, ${steps} steps`);
});

describe('no order of steps garbles what arrives, or has somebody wait for ever', () => {
  test.each(Object.entries(WORLDS))('with %s', async (_, world) => {
    const found = await new Search(new World(world)).run();
    states += found.states;
    steps += found.steps;
    expect(found.bad).toBeUndefined();
    expect(found.states).toBeGreaterThan(1000);
  });
});

describe('a mistake is found', () => {
  test.each(MISTAKES)('$what', async ({ change, foundIn, as }) => {
    const { bad } = await new Search(new World(WORLDS[foundIn], change)).run();
    expect(bad?.why).toMatch(as);
  });
});

test(`nothing is garbled when ${HARMLESS.what}`, async () => {
  expect((await new Search(new World(WORLDS[HARMLESS.world], HARMLESS.change)).run()).bad).toBeUndefined();
});

test('the way to a bad state is told step by step', async () => {
  const { change, foundIn } = MISTAKES[0];
  const { trace } = (await new Search(new World(WORLDS[foundIn], change)).run()).bad!;
  expect(trace.length).toBeGreaterThan(3);
  expect(trace.some((line) => line.startsWith('guard beats: the guard writes <>'))).toBe(true);
});
