import { describe, expect, test, vi } from 'vitest';

import { letLoopTurn } from '../../../../test/support/event-loop.js';
import { HandoverWorld, type Scenario } from './support/handover-world.js';

vi.mock('@offloop/runtime', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  Caller: (await import('./support/model-caller.js')).ModelCaller,
}));
vi.mock('@offloop/runtime/clock', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  setTimeout: (await import('./support/model-caller.js')).setTimer,
  clearTimeout: (await import('./support/model-caller.js')).clearTimer,
  monotonicNow: (await import('./support/model-caller.js')).now,
}));

const NOTHING: Scenario = {
  listeners: 0,
  events: 0,
  calls: 0,
  locks: 0,
  losses: 0,
  deaths: 0,
  tickMillis: 0,
};

interface Found {
  readonly states: number;
  /** What went wrong, and what led to it; undefined: nothing did. */
  readonly failure: string | undefined;
}

/** Visits every state that the scenario can come to, each by one of its shortest ways. From there all is let come to its end. */
async function search(scenario: Scenario): Promise<Found> {
  const seen = new Set<string>();
  const paths: (readonly string[])[] = [[]];
  for (const path of paths) {
    await letLoopTurn();
    const world = new HandoverWorld(scenario);
    try {
      for (const step of path) world.take(step);
      const { key, steps } = world;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const step of steps) paths.push([...path, step]);
      world.finish();
    } catch (error) {
      return { states: seen.size, failure: `${(error as Error).message}, after ${path.join(', ')}` };
    }
  }
  return { states: seen.size, failure: undefined };
}

const SCENARIOS = {
  listeners: { ...NOTHING, listeners: 2, events: 2 },
  losses: { ...NOTHING, listeners: 1, events: 1, losses: 1, tickMillis: 1000 },
  deaths: { ...NOTHING, listeners: 1, events: 1, deaths: 1 },
  calls: { ...NOTHING, calls: 3, locks: 1 },
  both: { ...NOTHING, calls: 1, locks: 1, listeners: 1, losses: 1 },
} satisfies Record<string, Scenario>;

/** The longest search has 31,000 states, and takes up to 10 s of CPU. */
const LIMIT_MILLIS = 180_000;

describe('while the thread takes over from the loop, in whatever order things happen,', () => {
  test.each([
    { what: 'listeners hear of each event once, and one shard leads', scenario: SCENARIOS.listeners },
    { what: 'listeners lose nothing with the connections of both', scenario: SCENARIOS.losses },
    { what: 'the thread may die', scenario: SCENARIOS.deaths },
    { what: 'calls keep their order around one that needs the thread', scenario: SCENARIOS.calls },
    { what: 'calls and listeners wait for it beside each other', scenario: SCENARIOS.both },
  ])(
    '$what',
    async ({ scenario }) => {
      const { states, failure } = await search(scenario);
      expect(failure).toBeUndefined();
      expect(states).toBeGreaterThan(400);
    },
    LIMIT_MILLIS,
  );
});
