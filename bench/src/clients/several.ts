import type { BenchClient, BenchCounters, BenchMap } from './client.js';

/** Several clients behind one face: each key has its client, as each partition has its shard. */
export async function openSeveral(count: number, open: () => Promise<BenchClient>): Promise<BenchClient> {
  const clients = await Promise.all(Array.from({ length: count }, open));
  return {
    getMap: async (name) => {
      const maps = await Promise.all(clients.map((client) => client.getMap(name)));
      const mapOf = (key: string): BenchMap => maps[numberIn(key) % count];
      return {
        get: (key) => mapOf(key).get(key),
        set: (key, value) => mapOf(key).set(key, value),
      };
    },
    counters: () => clients.map((client) => client.counters()).reduce(sum),
    shutdown: async () => {
      await Promise.all(clients.map((client) => client.shutdown()));
    },
  };
}

/** Keys of the benches are numbered: `key-12`. */
function numberIn(key: string): number {
  return Number(key.slice(key.lastIndexOf('-') + 1));
}

function sum(a: BenchCounters | null, b: BenchCounters | null): BenchCounters | null {
  if (a === null || b === null) return null;
  return {
    wakeups: a.wakeups + b.wakeups,
    rescues: a.rescues + b.rescues,
    restarts: a.restarts + b.restarts,
    reads: (a.reads ?? 0) + (b.reads ?? 0),
    writes: (a.writes ?? 0) + (b.writes ?? 0),
  };
}
