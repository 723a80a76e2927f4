import { Client } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, codeOf, eventually, testConfig, THREADS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { placeSaboteur, type Saboteur } from './support/saboteur.js';
import { figuresOf } from '../client/support/figures.js';

const FLOWS = 32;

const member = await embeddedMember();

describe.each([
  ['throws', (saboteur: Saboteur) => saboteur.throwInThreads(), /sabotage/],
  ['reaches its memory limit', (saboteur: Saboteur) => saboteur.exhaustThreads(), /memory limit/],
] as const)('a worker that %s', (_what, harm, reason) => {
  test('is replaced, the reason is logged, and no increment in flight runs twice', async () => {
    const saboteur = placeSaboteur();
    const { client, lifecycle, log, map } = await connectMap<string, number>(member.address, {
      runtime: { workers: THREADS },
    });
    await Promise.all(Array.from({ length: FLOWS }, (_, i) => map.set(`k${i}`, 0)));
    // An increment is a replaceIfSame of what this flow, alone on its key, knows to be there.
    const traffic = { on: true };
    const flows = Array.from({ length: FLOWS }, async (_, i) => {
      let acknowledged = 0;
      while (traffic.on) {
        let done: boolean | undefined;
        const code = await codeOf(
          map.replaceIfSame(`k${i}`, acknowledged, acknowledged + 1).then((answer) => (done = answer)),
        );
        if (done === false)
          throw new Error(`k${i} is not ${acknowledged}: the increment before it ran twice`);
        if (code === 'resolved') acknowledged++;
        else if (code === Code.INDETERMINATE) return { acknowledged, doubtful: 1 };
        else throw new Error(`unexpected ${code}`);
      }
      return { acknowledged, doubtful: 0 };
    });
    await map.size();
    harm(saboteur);
    await lifecycle.until('CONNECTED', 2);
    traffic.on = false;
    const outcomes = await Promise.all(flows);
    expect(outcomes.some(({ doubtful }) => doubtful === 1)).toBe(true);
    for (const [i, { acknowledged, doubtful }] of outcomes.entries()) {
      const value = await map.get(`k${i}`);
      expect(value).toBeGreaterThanOrEqual(acknowledged);
      expect(value).toBeLessThanOrEqual(acknowledged + doubtful);
    }
    expect(figuresOf(client)).toMatchObject({ epoch: THREADS, inFlight: 0, inFlightBytes: 0 });
    expect(log.some(({ level, text }) => level === 'error' && reason.test(text))).toBe(true);
  });
});

test('a replacement that cannot be started shuts the client down, and every call is told', async () => {
  const saboteur = placeSaboteur();
  const { lifecycle, log, map } = await connectMap(member.address, {
    runtime: { workers: THREADS, requestRingBytes: 1024 },
  });
  const swallowed = member.faults.add({ message: 'map.set', action: { kind: 'swallow' } });
  // Some of them are at the member, the others still wait for room in the ring when the thread ends.
  const calls = Array.from({ length: 500 }, (_, i) => codeOf(map.set(`k${i}`, i)));
  await swallowed.untilHit(1);
  saboteur.refuseThreads();
  saboteur.throwInThreads();
  // The client ends with the first worker that cannot be replaced, and with it the calls of others.
  const told = THREADS === 1 ? [Code.INDETERMINATE] : [Code.INDETERMINATE, Code.CLIENT_NOT_ACTIVE];
  expect(new Set(await Promise.all(calls))).toEqual(new Set(told));
  await lifecycle.until('SHUTDOWN');
  expect(await codeOf(map.size())).toBe(Code.CLIENT_NOT_ACTIVE);
  expect(log.some(({ level, text }) => level === 'error' && /no thread can be started/.test(text))).toBe(
    true,
  );
  await eventually(() => member.connections === 0);
});

test('a first worker that cannot be started makes the start reject with the reason', async () => {
  placeSaboteur().refuseThreads();
  const { config, lifecycle } = testConfig(member.address, { runtime: { workers: THREADS } });
  await expect(Client.newHazelcastClient(config)).rejects.toThrow('no thread can be started');
  expect(lifecycle.states.at(-1)).toBe('SHUTDOWN');
});
