import { startMember, type Member } from '@offloop/member';
import { createRandom } from '@offloop/tools/random';
import type { Client, IMap } from 'offloop';
import { seedOf } from '@offloop/tools';
import { expect, test } from 'vitest';

import { connectMap, codeOf, eventually, freshMap } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { placeSaboteur } from '../faults/support/saboteur.js';

const KEYS = Array.from({ length: 24 }, (_, i) => `key${i}`);
/** Deaths of one shard's worker: after the sixth in a minute the client gives up. */
const MOST_DEATHS = 5;
const FAULTS = 14;

/** What a write may reject with while workers die and connections are lost: it may have been carried out. */
const IN_DOUBT: ReadonlySet<string> = new Set([Code.INDETERMINATE, Code.TARGET_DISCONNECTED]);

/** Makes a call until it is not in doubt. */
async function again<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!IN_DOUBT.has((error as { code: string }).code)) throw error;
    }
  }
}

/** Writes of one flow to one key: each is one more than the one before. */
class Flow {
  readonly #map: IMap<string, number>;
  readonly #key: string;
  acknowledged = 0;
  tried = 0;

  constructor(map: IMap<string, number>, key: string) {
    this.#map = map;
    this.#key = key;
  }

  async run(traffic: { readonly on: boolean }): Promise<void> {
    while (traffic.on) {
      const value = ++this.tried;
      const code = await codeOf(this.#map.set(this.#key, value));
      if (code === 'resolved') this.acknowledged = value;
      else if (!IN_DOUBT.has(code)) throw new Error(`unexpected ${code}`);
    }
  }

  /** A write in doubt may have been carried out, but none after it. @returns what is wrong. */
  async check(): Promise<string | undefined> {
    const value = (await this.#map.get(this.#key)) ?? 0;
    const isRight = value >= this.acknowledged && value <= this.tried;
    return isRight ? undefined : `${this.#key} is ${value}, of ${this.acknowledged} to ${this.tried}`;
  }
}

/** Whoever leads by now, each event is heard once, and listeners that were removed hear nothing. */
async function checkEvents(client: Client, heard: Map<string, string[]>, gone: string[]): Promise<void> {
  for (const [name, keys] of heard) {
    const map = await client.getMap<string, number>(name);
    await map.clear();
    keys.length = 0;
    gone.length = 0;
    await Promise.all(KEYS.map((key, i) => map.set(key, i)));
    await eventually(() => keys.length >= KEYS.length);
    await map.size();
    expect(new Set(keys)).toEqual(new Set(KEYS));
    expect(keys).toHaveLength(KEYS.length);
    expect(gone).toEqual([]);
  }
}

test.each([2, 3])(
  'a client of %i workers survives deaths and lost connections in any order',
  async (workers) => {
    const { below: pick } = createRandom(seedOf(`random faults, ${workers} workers`));
    const saboteur = placeSaboteur();
    await using member: Member = await startMember({ log: () => undefined });
    const { client, lifecycle, map } = await connectMap<string, number>(member.address, {
      runtime: { workers },
    });
    const traffic = { on: true };
    const flows = KEYS.map((key) => new Flow(map, key));
    const running = flows.map((flow) => flow.run(traffic));
    const heard = new Map<string, string[]>();
    const gone: string[] = [];
    const deaths = new Array<number>(workers).fill(0);

    for (let fault = 0; fault < FAULTS; fault++) {
      const connected = lifecycle.count('CONNECTED');
      const keys: string[] = [];
      const shard = pick(workers);
      const steps: (() => unknown)[] = [
        () => member.closeConnections(),
        async () => {
          const other = await again(() => freshMap<string, number>(client));
          heard.set(other.getName(), keys);
          await other.addEntryListener({ added: ({ key }) => void keys.push(key) });
          // One that is removed while the leader may be dying.
          const id = await other.addEntryListener({ added: ({ key }) => void gone.push(key) });
          saboteur.throwInShard(shard);
          expect(await other.removeEntryListener(id)).toBe(true);
        },
        () => saboteur.throwInShard(shard),
      ];
      const step = deaths[shard] < MOST_DEATHS ? pick(steps.length) : 0;
      if (step > 0) deaths[shard]++;
      await steps[step]();
      if (pick(2) === 0) await lifecycle.until('CONNECTED', connected + 1);
    }
    // All deaths that were asked for are over when each thread says that it has nothing more to do.
    await eventually(() => saboteur.answered().size === workers && client.health().connected);
    traffic.on = false;
    await Promise.all(running);
    expect((await Promise.all(flows.map((flow) => flow.check()))).filter(Boolean)).toEqual([]);
    await checkEvents(client, heard, gone);
    expect(client.getCluster().getMembers()).toHaveLength(1);
    const stats = client.stats().shards;
    expect(stats.map(({ inFlight, connections }) => [inFlight, connections])).toEqual(
      stats.map(() => [0, 1]),
    );
  },
);
