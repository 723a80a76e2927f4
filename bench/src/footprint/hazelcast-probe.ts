/**
 * A fresh process with one client, started by the experiment `footprint`: `node hazelcast-probe.js PACKAGE HOST:PORT FOLDER`, where the
 * member answers everything but `get`, and the folder has the package. It prints one line of JSON.
 */
import { endProbe } from './run-probe.js';
import { measureStart, memory } from './start.js';

interface ProbedMap {
  get(key: string): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
  size(): Promise<number>;
}
interface ProbedClient {
  getMap(name: string): Promise<ProbedMap>;
}
interface ProbedModule {
  readonly Client: { newHazelcastClient(config: object): Promise<ProbedClient> };
}

const CALLS = 10_000;
// not from `clients/open.ts`, which would load both clients
const silent = (): void => {};

const [name, address, folder] = process.argv.slice(2);
const { report, asked: map } = await measureStart<ProbedModule, ProbedClient, ProbedMap>(name, folder, {
  open: ({ Client }) =>
    Client.newHazelcastClient({
      network: { clusterMembers: [address] },
      customLogger: {
        log: silent,
        error: silent,
        warn: silent,
        info: silent,
        debug: silent,
        trace: silent,
      },
    }),
  ask: async (client) => {
    const asked = await client.getMap('probe');
    await asked.set('key', 'value');
    return asked;
  },
});

for (let i = 0; i < CALLS; i++) map.get(`key-${i}`).catch(() => {});
// One connection keeps the order: when this is answered, the member has every call before it.
if ((await map.size()) !== 1) throw new Error('the map has another size');
const full = memory();

endProbe({
  ...report,
  inFlightMb: full.rss - report.restMb,
  inFlightHeapMb: full.heap - report.restHeapMb,
});
