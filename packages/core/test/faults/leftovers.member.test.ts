import type { Member } from '@offloop/member';
import type { FaultProxy } from '@offloop/tools';
import type { IMap } from 'offloop';
import { describe, expect, test } from 'vitest';

import {
  codeOf,
  connect,
  freshMap,
  type ConnectedClient,
  THREADS,
  untilAllDisconnected,
} from '../client/support/client-bench.js';
import { startProxiedMember } from '../client/support/proxied-member.js';
import { watchWorkers, type WorkerWatch } from '../client/support/worker-watch.js';
import { leavesNothingBehind } from './support/leaves-nothing-behind.js';

interface Scene extends ConnectedClient {
  readonly map: IMap<string, string>;
  readonly member: Member;
  readonly proxy: FaultProxy;
  readonly watch: WorkerWatch;
}

const kept: unknown[] = [];

type Act = readonly [string, (scene: Scene) => Promise<void>];

/** Faults with calls in flight, whose outcome other tests hold: here it is what they leave. */
const acts: readonly Act[] = [
  [
    'whose connection is cut again and again',
    async ({ map, proxy, lifecycle }) => {
      for (let cut = 1; cut <= 3; cut++) {
        const calls = Array.from({ length: 200 }, (_, i) => codeOf(map.set(`k${i}`, 'v')));
        proxy.cutAll();
        await lifecycle.until('CONNECTED', cut + 1);
        await Promise.all(calls);
      }
    },
  ],
  [
    'whose connection goes silent, and is given up by the heartbeat',
    async ({ map, proxy, lifecycle }) => {
      proxy.dropPackets();
      const calls = Array.from({ length: 200 }, (_, i) => codeOf(map.set(`k${i}`, 'v')));
      await lifecycle.until('DISCONNECTED');
      proxy.resume();
      await Promise.all(calls);
    },
  ],
  [
    'whose calls are given up on a silent connection',
    async ({ map, proxy }) => {
      proxy.dropPackets();
      const signal = AbortSignal.timeout(20);
      const calls = Array.from({ length: 1000 }, (_, i) =>
        codeOf(map.get(`k${i}`, i % 2 === 0 ? { timeout: 20 } : { signal })),
      );
      await Promise.all(calls);
      proxy.resume();
    },
  ],
  [
    'whose members all go and come back',
    async ({ client, map, proxy }) => {
      proxy.refuse();
      proxy.cutAll();
      await untilAllDisconnected(client);
      const calls = Array.from({ length: 200 }, (_, i) => map.set(`k${i}`, 'v'));
      await proxy.untilAccepted(proxy.accepted + 2);
      proxy.resume();
      await Promise.all(calls);
    },
  ],
  [
    'whose callers keep the errors they got',
    async ({ map, proxy, lifecycle }) => {
      const calls = Array.from({ length: 20 }, (_, i) =>
        map.set(`k${i}`, 'v').catch((error: unknown) => kept.push(error)),
      );
      proxy.cutAll();
      await lifecycle.until('CONNECTED', 2);
      await Promise.all(calls);
    },
  ],
  [
    'that is sent bytes that are no protocol',
    async ({ map, proxy, lifecycle }) => {
      proxy.corrupt(() => Buffer.from([1, 0, 0, 0, 0xff, 0xff]));
      const calls = Array.from({ length: 200 }, (_, i) => codeOf(map.get(`k${i}`)));
      await lifecycle.until('DISCONNECTED');
      proxy.resume();
      await Promise.all(calls);
    },
  ],
  [
    'that is shut down with ten thousand calls in flight',
    async ({ client, map, member }) => {
      const stuck = member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
      const calls = Array.from({ length: 10_000 }, (_, i) => codeOf(map.get(`k${i}`)));
      await client.shutdown();
      await Promise.all(calls);
      stuck.remove();
    },
  ],
];

const withThreads: readonly Act[] = [
  [
    'whose worker dies',
    async ({ map, member, watch, lifecycle }) => {
      const stuck = member.faults.add({ message: 'map.get', action: { kind: 'swallow' } });
      const calls = Array.from({ length: 200 }, (_, i) => codeOf(map.get(`k${i}`)));
      await stuck.untilHit(200);
      stuck.remove();
      await watch.killYoungest(THREADS);
      await lifecycle.until('CONNECTED', 2);
      await Promise.all(calls);
    },
  ],
];

const watch = watchWorkers();

describe.each([THREADS, 0, 'auto'] as const)('with workers: %s', (workers) => {
  test.each(workers === THREADS ? [...acts, ...withThreads] : acts)(
    'a client %s leaves no thread, socket, timer, shared memory or heap behind',
    async (_what, act) => {
      const place = await startProxiedMember();
      await leavesNothingBehind(async () => {
        const connected = await connect(place.proxy.address, {
          runtime: { workers },
          properties: {
            'hazelcast.client.heartbeat.interval': 50,
            'hazelcast.client.heartbeat.timeout': 500,
          },
        });
        const map = await freshMap<string, string>(connected.client);
        await map.set('k', 'v');
        await act({ ...connected, ...place, map, watch });
        await connected.client.shutdown();
      });
      expect(place.member.connections).toBe(0);
    },
  );
});
