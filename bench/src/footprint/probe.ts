/**
 * A fresh process with one client, started by the experiment `footprint`: `node probe.js official|offloop HOST:PORT FOLDER`, where the
 * member answers everything but `get`, and the folder has the client. It prints one line of JSON.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

interface ProbedMap {
  get(key: string): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
  size(): Promise<number>;
}
interface ProbedModule {
  readonly Client: {
    newHazelcastClient(config: object): Promise<{ getMap(name: string): Promise<ProbedMap> }>;
  };
}

export interface ProbeReport {
  readonly importMs: number;
  readonly connectMs: number;
  /** Time from after the import to the first answer. */
  readonly answerMs: number;
  /** Time from before the import to the first answer. */
  readonly firstAnswerMs: number;
  readonly restMb: number;
  readonly restHeapMb: number;
  /** Resident memory that 10,000 calls in flight add. */
  readonly inFlightMb: number;
  readonly inFlightHeapMb: number;
}

const CALLS = 10_000;
// not from `clients/open.ts`, which would load both clients
const silent = (): void => {};

const [name, address, folder] = process.argv.slice(2);
const installed = createRequire(join(folder, 'x.js')).resolve(
  name === 'official' ? 'hazelcast-client' : 'offloop',
);
const start = performance.now();
const { Client } = (await import(pathToFileURL(installed).href)) as ProbedModule;
const imported = performance.now();
const client = await Client.newHazelcastClient({
  network: { clusterMembers: [address] },
  customLogger: { log: silent, error: silent, warn: silent, info: silent, debug: silent, trace: silent },
});
const connected = performance.now();
const map = await client.getMap('probe');
await map.set('key', 'value');
const answered = performance.now();

const rest = memory();
for (let i = 0; i < CALLS; i++) map.get(`key-${i}`).catch(() => {});
// One connection keeps the order: when this is answered, the member has every call before it.
if ((await map.size()) !== 1) throw new Error('the map has another size');
const full = memory();

const report: ProbeReport = {
  importMs: imported - start,
  connectMs: connected - imported,
  answerMs: answered - imported,
  firstAnswerMs: answered - start,
  restMb: rest.rss,
  restHeapMb: rest.heap,
  inFlightMb: full.rss - rest.rss,
  inFlightHeapMb: full.heap - rest.heap,
};
process.stdout.write(JSON.stringify(report), () => process.exit(0));

function memory(): { rss: number; heap: number } {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / 1e6, heap: heapUsed / 1e6 };
}
