import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startMember, type Member } from '@offloop/member';
import { Client, type IMap } from 'offloop';
import { beforeAll, describe, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./support/long-message.mjs', import.meta.url));
const SIZE = 100_000_000;
/**
 * Copies that are there at once: what the socket has read, what crosses to the caller, and the value. The rest is for what the process
 * itself needs meanwhile.
 */
const MOST_TIMES = 3 + 0.3;

let member: Member;
let map: IMap<string, string>;
beforeAll(async () => {
  // A message in one piece, as members send it: one in fragments is put together first, which takes a fourth copy.
  member = await startMember({ log: () => undefined, fragmentBytes: 2 * SIZE });
  const client = await Client.newHazelcastClient({
    network: { clusterMembers: [member.address] },
    properties: { 'hazelcast.logging.level': 'OFF' },
  });
  map = await client.getMap<string, string>('long');
  await map.set('long', 'x'.repeat(SIZE));
  return async () => {
    await client.shutdown();
    await member.stop();
  };
});

async function measure(way: string): Promise<{ length: number; times: number }> {
  const child = spawn(process.execPath, [SCRIPT, member.address, way, String(SIZE)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'listening') await map.set('new', 'y'.repeat(SIZE));
    last = line;
  }
  return JSON.parse(last) as { length: number; times: number };
}

// The highest mark of a process's memory is what Linux tells.
describe.skipIf(process.platform !== 'linux')(
  'a message of 100 MB takes at most three times its bytes',
  () => {
    test.each(['get', 'values', 'event'])('as it comes by %s', async (way) => {
      const { length, times } = await measure(way);
      expect(length).toBe(SIZE);
      expect(times).toBeLessThan(MOST_TIMES);
    });
  },
);
