import { setImmediate as nextTurn } from 'node:timers/promises';
import { RedisServer } from '@offloop/tools';
import type { BenchClient, BenchMap } from '../clients/client.js';
import { Tier, type Experiment } from '../experiment.js';
import { mapExperiment, type Clients } from '../load/map-experiment.js';
import { mapCell } from '../load/map-load.js';
import { MIXED_FIGURES } from '../load/paced-figures.js';
import { pacedCell } from '../load/paced-load.js';

const CELLS = [
  mapCell('get', 1024, 1, Tier.QUICK),
  mapCell('get', 1024, 64, Tier.DEFAULT),
  mapCell('get', 1024, 256, Tier.QUICK),
  pacedCell(1000, Tier.QUICK),
  pacedCell(10_000, Tier.DEFAULT),
];

/** Makes a client of one map. The server has no maps: all names mean this one, which is enough for values of one size. */
function clientOf(map: BenchMap, shutdown: () => Promise<unknown>): BenchClient {
  return { getMap: async () => map, counters: () => null, shutdown: async () => void (await shutdown()) };
}

// Both libraries are loaded by the children that measure them: children of other experiments must not hold them in memory.
async function openOurs(address: string, threaded: boolean): Promise<BenchClient> {
  const { RedisClient } = await import('@offloop/example-redis');
  const client = new RedisClient({ port: portOf(address), threaded });
  return clientOf(client, () => client.shutdown());
}

async function openIoredis(address: string, enableAutoPipelining: boolean): Promise<BenchClient> {
  const { Redis } = await import('ioredis');
  const client = new Redis({ port: portOf(address), enableAutoPipelining });
  return clientOf(client, () => client.quit());
}

/** Opens a client that answers in the next turn of the loop: its figures are what making the calls costs by itself. */
async function openNothing(): Promise<BenchClient> {
  const entries = new Map<string, string>();
  const map: BenchMap = {
    get: async (key) => {
      await nextTurn();
      return entries.get(key);
    },
    set: async (key, value) => {
      await nextTurn();
      entries.set(key, value);
    },
  };
  return clientOf(map, async () => undefined);
}

const portOf = (address: string): number => Number(address.slice(address.lastIndexOf(':') + 1));

const CLIENTS: Clients<BenchClient> = {
  ioredis: [Tier.QUICK, (address) => openIoredis(address, false)],
  'ioredis-pipelining': [Tier.DEFAULT, (address) => openIoredis(address, true)],
  offloop: [Tier.QUICK, (address) => openOurs(address, true)],
  'offloop-inline': [Tier.DEFAULT, (address) => openOurs(address, false)],
  'no-client': [Tier.FULL, openNothing],
};

const onServer = mapExperiment(
  {
    name: 'redis',
    title: 'The example client for Redis against ioredis',
    method:
      'get of 1 KB on one redis-server on the same machine: c calls in flight in a closed loop, and calls by the clock as in `regimes`. ' +
      '"no-client" answers from a `Map` in the next turn of the loop: what making the calls costs by itself.',
    // It needs a redis-server, so only when it is named, or with --full.
    tier: Tier.FULL,
    cells: CELLS,
    figures: MIXED_FIGURES,
  },
  CLIENTS,
);

export const redis: Experiment = {
  ...onServer,
  needsMember: false,
  async setUp() {
    const server = await RedisServer.start();
    const shared = `127.0.0.1:${server.port}`;
    return { shared, note: 'redis-server without persistence', stop: () => server.stop() };
  },
  run: (context) => onServer.run({ ...context, cluster: context.shared as string }),
};
