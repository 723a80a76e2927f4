import { countTurns } from '@offloop/tools';
import { expect, test } from 'vitest';

import { callerDefaults } from '../../src/caller/caller-defaults.js';
import { Caller } from '../../src/caller/caller.js';
import { commonProtocol } from '../../src/protocol/common-protocol.js';
import { BasicAgent } from '../../src/thread/basic-agent.js';

const EVENTS = 40;
/** Milliseconds a listener takes for each: longer than a slice of the loop. */
const SLOW = 4;

/** An agent that has nothing but events to tell. */
class EventfulAgent extends BasicAgent {
  override start(): void {
    const body = Buffer.alloc(8);
    for (let i = 0; i < EVENTS; i++) this.port.completions.event(i, body, 0, body.length);
  }
  override begin(): void {}
}

test('a slow event listener has the loop for a few events a turn, not for all that have come', async () => {
  const turns: number[] = [];
  const count = countTurns();
  let allHeard = (): void => undefined;
  const heard = new Promise<void>((resolve) => {
    allHeard = resolve;
  });
  const caller = new Caller(
    {
      ...callerDefaults(false),
      create: (_settings: unknown, port) => new EventfulAgent(port),
      settings: () => undefined,
    },
    commonProtocol,
    {
      onEvent: () => {
        turns.push(count.turns);
        const until = performance.now() + SLOW;
        while (performance.now() < until);
        if (turns.length === EVENTS) allHeard();
      },
    },
  );
  caller.start();
  await heard;
  count.stop();
  await caller.stop(50);
  const most = Math.max(...turns.map((each) => turns.filter((other) => other === each).length));
  // One slice a turn, but for the one that the signal begins.
  expect(most).toBeLessThanOrEqual(3);
});
