import { expect, test } from 'vitest';

import { connectMap, codeOf, THREADS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { mapOfMemberThread, startMemberThread } from '../client/support/member-thread.js';
import { spinUntil } from '../client/support/spin-until.js';
import { workFor } from '../client/support/work-for.js';
import { figuresOf } from '../client/support/figures.js';

test('a loop that is blocked past the heartbeat timeout loses no connection, and every call its answer', async () => {
  const { lifecycle, map } = await mapOfMemberThread<string, number>({
    runtime: { workers: THREADS },
    properties: { 'hazelcast.client.heartbeat.interval': 50, 'hazelcast.client.heartbeat.timeout': 200 },
  });
  await map.set('k', 7);
  const calls = Array.from({ length: 200 }, () => map.get('k'));
  await new Promise(setImmediate);
  workFor(800);
  expect(await Promise.all(calls)).toEqual(Array(200).fill(7));
  expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
});

test('an answer that is here wins over the end of its call’s time, however much work the ones before it set off', async () => {
  const { client, map } = await mapOfMemberThread<string, number>({ runtime: { workers: THREADS } });
  await map.set('k', 7);
  // Work on each of these: the next slices take one answer each.
  const CALLS = 60;
  await Promise.all(Array.from({ length: CALLS }, () => map.get('k').then(() => workFor(4))));
  const answers = (): number => figuresOf(client).messagesIn;
  const before = answers();
  // The last call's time ends first, and its answer is the last.
  const calls = Array.from({ length: CALLS }, (_, i) => map.get('k', { timeout: 400 - 2 * i }));
  await new Promise(setImmediate);
  spinUntil(() => answers() >= before + CALLS);
  workFor(450);
  expect(await Promise.all(calls)).toEqual(Array(CALLS).fill(7));
});

test('past its own limit the worker lets go of the cluster, and a new one enters it when the loop is back', async () => {
  const elsewhere = await startMemberThread({
    faults: { rules: [{ message: 'map.remove', action: { kind: 'swallow' } }] },
  });
  const { client, lifecycle, map } = await connectMap<string, number>(elsewhere.address, {
    runtime: { workers: THREADS, callerStallTimeoutMillis: 1000 },
  });
  await map.set('k', 7);
  // Nobody will answer this one, so that it is in flight when the worker lets go.
  const lost = codeOf(map.remove('k'));
  await new Promise(setImmediate);
  spinUntil(() => figuresOf(client).connections === 0);
  expect(await lost).toBe(Code.TARGET_DISCONNECTED);
  await lifecycle.until('CONNECTED', 2);
  expect(await map.get('k')).toBe(7);
  expect(figuresOf(client).epoch).toBe(THREADS);
  expect(lifecycle.states.slice(3, 5)).toEqual(['DISCONNECTED', 'CONNECTED']);
});
