import { SILENT_LOGGER, type BenchClient, type BenchCounters, type BenchMap } from './client.js';

/** The part of offloop's API that benches lean on, written down so that a change of it fails here with a clear word. */
interface OffloopClient {
  getMap(name: string): Promise<BenchMap>;
  stats(): { readonly shards: readonly OffloopShard[] };
  shutdown(): Promise<void>;
}

interface OffloopShard {
  /** Caller to worker. */
  readonly wakeupsSent: number;
  /** Worker to caller. */
  readonly callerWakeups: number;
  readonly rescues: number;
  readonly epoch: number;
  /** Of sockets. */
  readonly reads: number;
  readonly writes: number;
}

interface OffloopModule {
  readonly Client?: { newHazelcastClient(config: object): Promise<OffloopClient> };
}

/**
 * offloop with its defaults, or with a `runtime` section.
 *
 * @param runtime e.g. `{ workers: 0 }`
 * @param more `properties`, by the official client's names, and the authority of a member that speaks TLS
 */
export async function openOffloop(
  cluster: string,
  runtime?: object,
  { properties, ca = null }: { readonly properties?: object; readonly ca?: string | null } = {},
): Promise<BenchClient> {
  const module = (await import('offloop')) as OffloopModule;
  if (module.Client === undefined) throw new Error('the package offloop exports no Client: is it built?');
  const client = await module.Client.newHazelcastClient({
    network: {
      clusterMembers: [cluster],
      ...(ca === null ? {} : { ssl: { enabled: true, sslOptions: { ca } } }),
    },
    customLogger: SILENT_LOGGER,
    ...(runtime === undefined ? {} : { runtime }),
    ...(properties === undefined ? {} : { properties }),
  });
  return {
    getMap: (name) => client.getMap(name),
    counters: () => countersOf(client),
    shutdown: () => client.shutdown(),
  };
}

/** Of all shards of a client, as benches count. */
export function countersOf(client: Pick<OffloopClient, 'stats'>): BenchCounters {
  const { shards } = client.stats();
  return {
    wakeups: total(shards, (shard) => shard.wakeupsSent + shard.callerWakeups),
    rescues: total(shards, (shard) => shard.rescues),
    restarts: total(shards, (shard) => shard.epoch),
    reads: total(shards, (shard) => shard.reads),
    writes: total(shards, (shard) => shard.writes),
  };
}

/** @throws when a counter is missing: a figure that reads NaN, or a check that never fails, would go unnoticed */
function total(shards: readonly OffloopShard[], counter: (shard: OffloopShard) => number): number {
  const sum = shards.reduce((before, shard) => before + counter(shard), 0);
  if (!Number.isFinite(sum)) throw new Error('stats() of offloop lacks a counter that the bench reads');
  return sum;
}
