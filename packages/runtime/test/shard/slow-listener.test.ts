import { expect, test } from 'vitest';

import { Caller } from '../../src/caller/caller.js';
import { readCommonBytes, readCommonValue } from '../../src/protocol/common-values.js';
import { FloorError } from '../../src/protocol/errors.js';
import { CompletionKind } from '../../src/ring/records.js';
import type { Agent, AgentPort } from '../../src/thread/agent.js';

const EVENTS = 40;
/** Milliseconds a listener takes for each: longer than a slice of the loop. */
const SLOW = 4;

/** An agent that has nothing but events to tell. */
function eventful(port: AgentPort): Agent {
  const nothing = (): void => undefined;
  return {
    inFlight: 0,
    isPaused: false,
    hasWork: () => false,
    start: () => {
      const body = Buffer.alloc(8);
      for (let i = 0; i < EVENTS; i++)
        port.completions.body(CompletionKind.EVENT, i, 0, body, 0, body.length);
    },
    begin: nothing,
    beginWhole: nothing,
    failBegun: nothing,
    cancel: nothing,
    onControl: nothing,
    onTrouble: nothing,
    onPort: nothing,
    beforeRequests: nothing,
    afterRequests: nothing,
    resume: nothing,
    stop: () => port.ended(),
  };
}

test('a slow event listener has the loop for a few events a turn, not for all that have come', async () => {
  const turns: number[] = [];
  let turn = 0;
  let counting = true;
  const count = (): void => {
    turn++;
    if (counting) setImmediate(count);
  };
  let allHeard = (): void => undefined;
  const heard = new Promise<void>((resolve) => {
    allHeard = resolve;
  });
  const caller = new Caller(
    {
      shards: 1,
      entry: undefined,
      create: (_settings, port) => eventful(port),
      name: 'eventful',
      thread: { lingerMicros: 0, callerStallTimeoutMillis: 60_000, maxSpilledBytes: 2 ** 25 },
      callerLingerMicros: 0,
      requestRingBytes: 1024,
      completionRingBytes: 65_536,
      reportsHeap: false,
      maxPendingCalls: 10,
      maxPendingBytes: 1000,
      settings: () => undefined,
    },
    {
      makeError: FloorError.make,
      read: readCommonValue,
      readSpilled: (kind, [body]) => readCommonBytes(kind, Buffer.from(body), 0, body.byteLength),
      readError: (failure) => new Error(String(failure)),
    },
    {
      onControl: () => undefined,
      onEvent: () => {
        turns.push(turn);
        const until = performance.now() + SLOW;
        while (performance.now() < until);
        if (turns.length === EVENTS) allHeard();
      },
      onRestart: () => undefined,
      onEnd: () => undefined,
    },
  );
  count();
  caller.start();
  await heard;
  counting = false;
  await caller.stop(50);
  const most = Math.max(...turns.map((each) => turns.filter((other) => other === each).length));
  // One slice a turn, but for the one that the signal begins.
  expect(most).toBeLessThanOrEqual(3);
});
