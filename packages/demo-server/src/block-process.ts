// Opens one client, takes a lock, and holds its own thread when it is told to. Others watch the connection and the lock meanwhile.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

import { Client as OfficialClient } from 'hazelcast-client';
import { Client } from 'offloop';
import { childSettings, tellParent } from '@offloop/tools/measure';

import {
  CALLS_UNDER_WAY,
  LOCK_MAP,
  LONGEST_CALL,
  type BlockSettings,
  type FromBlocked,
  type ToBlocked,
} from './block/block.js';
import { quietLogger } from './engines/open-client.js';

const { client, address, key } = childSettings(() => process.exit()) as BlockSettings;
const say: (message: FromBlocked) => void = tellParent;

/** Configuration for either client: one connection, through the relay, and a heartbeat each second, so that a held thread misses some. */
const config = {
  network: { clusterMembers: [address], smartRouting: false },
  properties: { 'hazelcast.client.heartbeat.interval': 1_000 },
  customLogger: { ...quietLogger(), warn: () => undefined, error: () => undefined },
};

interface LockedMap {
  lock(name: string): Promise<void>;
  get(name: string): Promise<unknown>;
}

process.on('message', ({ millis }: ToBlocked) => void hold(millis));
let map: LockedMap;
try {
  map = await openMap();
  await map.lock(key);
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
}

async function openMap(): Promise<LockedMap> {
  if (client === 'official') {
    return (await OfficialClient.newHazelcastClient(config)).getMap<string, string>(LOCK_MAP);
  }
  const runtime = { workers: client === 'workers' ? 1 : 0 };
  return (await Client.newHazelcastClient({ ...config, runtime })).getMap<string, string>(LOCK_MAP);
}

async function hold(millis: number): Promise<void> {
  const calls = Array.from({ length: CALLS_UNDER_WAY }, () => map.get(key));
  // Both clients send at the end of a turn of the loop: before it, the calls are not under way.
  await setImmediate();
  // The thread sleeps instead of spinning, so that the other processes keep their CPUs.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
  const from = performance.now();
  const since = (): number => performance.now() - from;
  const next = map.get(key).then(since, () => null);
  const answered: number[] = [];
  const settled = calls.map(async (call) => {
    await call.then(
      () => answered.push(since()),
      () => 0,
    );
  });
  const took = await Promise.race([next, sleep(LONGEST_CALL, null)]);
  await Promise.race([Promise.all(settled), sleep(Math.max(0, LONGEST_CALL - since()))]);
  const underWay = { made: calls.length, answered: answered.length, millis: answered.at(-1) ?? 0 };
  say({ type: 'called', underWay, millis: took });
}
