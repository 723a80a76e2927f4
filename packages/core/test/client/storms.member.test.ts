import { setImmediate as turn } from 'node:timers/promises';
import type { Member } from '@offloop/member';
import { rounds } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { ASKED_CONFIG, askOf, ASKS } from './support/asks.js';
import { codeOf, connect, eventually, THREADS, type ConnectedClient } from './support/client-bench.js';
import { Code } from './support/codes.js';
import { storm, type Ends } from './support/storm.js';
import { watchWorkers } from './support/worker-watch.js';

/** Where there is room for few messages, and for others when those are old. */
const NARROW = { ringbuffers: { capacity: 100, ttl: 20 } };
/** Of calls at once. One that is woken in vain needs another one only. */
const COUNTS = [1, 2, 9, 500];
const FEW_AND_MANY = [2, 500];

const { killYoungest } = watchWorkers();

async function open(
  what: string,
  workers: number | 'auto',
): Promise<ConnectedClient & { readonly member: Member }> {
  const member = await memberOfTest(what.startsWith('messages') ? NARROW : {});
  const runtime = { ...ASKED_CONFIG.runtime, workers };
  return { member, ...(await connect(member.address, { ...ASKED_CONFIG, runtime })) };
}

/** Some turns of the loop, so that the calls are in different stages. */
async function someTurns(count: number): Promise<void> {
  for (let i = 0; i < count % 5; i++) await turn();
}

/** The ends that are neither a result nor one of these codes. */
function others(ends: Ends, codes: readonly string[]): string[] {
  return Object.keys(ends).filter((code) => code !== 'resolved' && !codes.includes(code));
}

/** Without a worker is as `'auto'` begins: at full length only. */
const WORKERS = ([THREADS, 'auto', 0] as const).slice(0, rounds({ short: 2, full: 3 }));

describe.each(WORKERS)('with workers: %s, many calls at once for', (workers) => {
  describe.each(ASKS)('%s', (what) => {
    test('all succeed', async () => {
      const { client } = await open(what, workers);
      for (const count of COUNTS) {
        const { call } = await askOf(what, client, `of ${count}`);
        expect(await storm(count, call)).toEqual({ resolved: count });
      }
    });

    test('all settle when they are given up meanwhile', async () => {
      const { client } = await open(what, workers);
      for (const count of FEW_AND_MANY) {
        const { call, help } = await askOf(what, client, `of ${count}`);
        const controller = new AbortController();
        const options = { signal: controller.signal };
        const ends = await storm(
          count,
          (index) => call(index, options),
          async () => {
            await someTurns(count);
            controller.abort();
            await help?.(count);
          },
        );
        expect(others(ends, [Code.CANCELLATION])).toEqual([]);
      }
    });

    test('all settle when connections are lost meanwhile', async () => {
      const { client, member, log } = await open(what, workers);
      const logged = (part: string): number => log.filter(({ text }) => text.includes(part)).length;
      for (const count of FEW_AND_MANY) {
        // A shard may notice only now that it lost its connection in the storm before.
        const { call, help } = await untilConnected(() => askOf(what, client, `of ${count}`));
        const ends = await storm(count, call, async () => {
          await someTurns(count);
          const [losses, returns] = [logged('lost the connection'), logged('is CONNECTED')];
          member.closeConnections();
          // A loss is logged before the client's state tells of it.
          await eventually(() => logged('lost the connection') > losses && logged('is CONNECTED') > returns);
          // Another shard may lose its connection only now.
          while ((await codeOf(Promise.resolve(help?.(count)))) !== 'resolved');
        });
        // A lock that was given back, and whose answer was lost, is given back once more.
        expect(others(ends, [Code.TARGET_DISCONNECTED, Code.ILLEGAL_MONITOR_STATE])).toEqual([]);
      }
    });

    // Where there is a worker from the start.
    test.each([workers].filter((each) => each === THREADS))(
      'all settle when one of %i workers dies meanwhile',
      async () => {
        const { client, lifecycle } = await open(what, workers);
        const { call, help } = await askOf(what, client, 'one');
        const ends = await storm(500, call, async () => {
          await killYoungest(THREADS);
          await lifecycle.until('CONNECTED', 2);
          await help?.(500);
        });
        expect(
          others(ends, [Code.INDETERMINATE, Code.TARGET_DISCONNECTED, Code.ILLEGAL_MONITOR_STATE]),
        ).toEqual([]);
      },
    );

    test('all settle when the client is shut down meanwhile, and when it is', async () => {
      for (const count of FEW_AND_MANY) {
        const { client, lifecycle } = await open(what, workers);
        const { call } = await askOf(what, client, 'one');
        const ends = await storm(count, call, async () => {
          await someTurns(count);
          const closed = storm(count, () => client.shutdown());
          expect(others(await storm(count, call), [Code.CLIENT_NOT_ACTIVE])).toEqual([]);
          expect(await closed).toEqual({ resolved: count });
        });
        expect(others(ends, [Code.CLIENT_NOT_ACTIVE])).toEqual([]);
        expect(others(await storm(count, call), [Code.CLIENT_NOT_ACTIVE])).toEqual([]);
        expect(lifecycle.count('SHUTDOWN')).toBe(1);
      }
    });
  });
});

/** Makes calls until none of them loses its connection. */
async function untilConnected<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if ((error as { code?: string }).code !== Code.TARGET_DISCONNECTED) throw error;
    return untilConnected(make);
  }
}
