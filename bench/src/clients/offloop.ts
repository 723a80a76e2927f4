import { SILENT_LOGGER, type BenchClient, type BenchMap } from './client.js';

/** The part of offloop's API that benches lean on, written down so that a change of it fails here with a clear word. */
interface OffloopClient {
  getMap(name: string): Promise<BenchMap>;
  stats(): { readonly shards: readonly { readonly wakeupsSent: number; readonly rescues: number }[] };
  shutdown(): Promise<void>;
}

interface OffloopModule {
  readonly Client?: { newHazelcastClient(config: object): Promise<OffloopClient> };
}

/**
 * offloop with its defaults, or with a `runtime` section.
 *
 * @param runtime e.g. `{ workers: 0 }`
 */
export async function openOffloop(cluster: string, runtime?: object): Promise<BenchClient> {
  const module = (await import('offloop')) as OffloopModule;
  if (module.Client === undefined) throw new Error('the package offloop exports no Client: is it built?');
  const client = await module.Client.newHazelcastClient({
    network: { clusterMembers: [cluster] },
    customLogger: SILENT_LOGGER,
    ...(runtime === undefined ? {} : { runtime }),
  });
  return {
    getMap: (name) => client.getMap(name),
    counters: () => {
      const { shards } = client.stats();
      return {
        wakeups: shards.reduce((sum, shard) => sum + shard.wakeupsSent, 0),
        rescues: shards.reduce((sum, shard) => sum + shard.rescues, 0),
      };
    },
    shutdown: () => client.shutdown(),
  };
}
