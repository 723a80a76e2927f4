/**
 * The child process: the client under test and its load, so that their blocked loop blocks nobody else. It takes a `RunRequest` as its
 * argument, sends `ready`, then `turn` each second until it is told `stop`, and at last its `RunReport`.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { FootprintWatch, type Footprint } from '@offloop/tools';
import { childSettings, tellParent } from '@offloop/tools/measure';
import { createRandom } from '@offloop/tools/random';
import { readAlong, readAtLast } from './bystander.js';
import {
  HEARTBEAT_TIMEOUT,
  INVOCATION_TIMEOUT,
  openClient,
  STALENESS,
  type ChaosClient,
  type ChaosEvent,
  type ClientRequest,
} from './clients.js';
import { Ledger } from './ledger.js';
import { Flow } from './load.js';
import { newTally, type Tally } from './tally.js';

export interface RunRequest extends ClientRequest {
  readonly seed: number;
}

export interface RunReport {
  readonly tally: Tally;
  readonly keys: number;
  readonly violations: readonly string[];
  readonly violationCount: number;
  /** Longest time that a call may take, in ms. */
  readonly limit: number;
  readonly rescues: number | null;
  /** Number of reads that near caches have answered; null without them. */
  readonly nearHits: number | null;
  /** Number of calls in flight at the end, as the client counts them; null if it does not. */
  readonly inFlight: number | null;
  readonly blocks: number;
  readonly before: Footprint;
  readonly after: Footprint;
  /** Footprint of this process after the client was shut down. */
  readonly closed: Footprint;
}

export type FromLoad =
  | { readonly type: 'ready' }
  /** The loop of the process has turned. */
  | { readonly type: 'turn' }
  | { readonly type: 'report'; readonly report: RunReport };

export interface ToLoad {
  readonly type: 'stop';
}

const FLOWS = 8;
const WARM_UP = 5_000;
/** Longest time in ms for which the loop is blocked: longer than the heartbeat timeout. */
const LONGEST_BLOCK = HEARTBEAT_TIMEOUT + 2_000;

/**
 * Longest time that a call may take, in ms: until a lost connection is noticed, then until retries end. Both may fall behind a blocked
 * loop.
 */
const LIMIT = HEARTBEAT_TIMEOUT + INVOCATION_TIMEOUT + 2 * LONGEST_BLOCK;

const request = childSettings(() => process.exit()) as RunRequest;
const say: (message: FromLoad) => void = tellParent;
const watch = new FootprintWatch();
const client = await openClient(request);
const bystander = request.nearCache ? await openClient(request) : undefined;
const clients = bystander === undefined ? [client] : [client, bystander];

await flows(new Ledger(), newTally(), 'warm-up', AbortSignal.timeout(WARM_UP));
const before = await watch.measure();

say({ type: 'ready' });
const turns = setInterval(() => say({ type: 'turn' }), 1_000);
const stop = new AbortController();
const tally = newTally();
const result = await load(new Ledger(request.nearCache ? LIMIT + STALENESS : 0));
const after = await watch.measure();
const figures = {
  rescues: sumOf((each) => each.rescues()),
  inFlight: sumOf((each) => each.inFlight()),
  nearHits: sumOf((each) => each.nearHits()),
};
await Promise.all(clients.map((each) => each.shutdown()));
const closed = await watch.measure();
say({ type: 'report', report: { ...result, ...figures, limit: LIMIT, before, after, closed } });
clearInterval(turns);
process.disconnect();

/** Adds up a figure of all clients; null if none of them counts it. */
function sumOf(figure: (of: ChaosClient) => number | null): number | null {
  const counted = clients.map(figure).filter((each) => each !== null);
  return counted.length === 0 ? null : counted.reduce((sum, each) => sum + each, 0);
}

/** Makes the load. The ledger is garbage once this is done, so that what is measured next is the client's. */
async function load(
  ledger: Ledger,
): Promise<Pick<RunReport, 'tally' | 'keys' | 'violations' | 'violationCount' | 'blocks'>> {
  void once(process, 'message').then(() => stop.abort());
  const tell = ({ key, value, oldValue }: ChaosEvent): void => {
    for (const told of [value, oldValue]) if (told !== null) ledger.expectTold(key, told);
  };
  const listener = await client.map.addEntryListener(
    { added: tell, updated: tell, removed: tell },
    undefined,
    true,
  );
  const blocked = blockAtRandom();
  const running = flows(ledger, tally, 'flow', stop.signal);
  const blocks = await blocked;
  await Promise.race([running, pause(LIMIT, undefined, { ref: false })]);
  // A call that is still open now has been open for longer than any call may take.
  if (tally.open === 0) {
    await running;
    const entries = await client.map.entrySet();
    ledger.checkAll(entries.filter(([key]) => !key.startsWith('warm-up')));
    if (bystander !== undefined) await readAtLast(bystander.map, ledger);
  }
  await client.map.removeEntryListener(listener);
  const { violations, violationCount } = ledger;
  return { tally, keys: ledger.keys.length, violations, violationCount, blocks };
}

async function flows(ledger: Ledger, into: Tally, name: string, signal: AbortSignal): Promise<void> {
  const all = Array.from({ length: FLOWS }, (_, i) => {
    const random = createRandom(request.seed + i + 1);
    return new Flow(client.map, ledger, into, random, `${name} ${i}`);
  });
  const running = all.map((flow) => flow.run(signal));
  if (bystander !== undefined) {
    const keysOf = (): string[] => all.flatMap(({ keys }) => keys);
    running.push(readAlong(bystander.map, ledger, into, createRandom(request.seed), keysOf, signal));
  }
  await Promise.all(running);
}

/** Blocks this thread now and then, every fifth time for longer than the heartbeat timeout. @returns the number of times */
async function blockAtRandom(): Promise<number> {
  const random = createRandom(request.seed);
  let blocks = 0;
  while (!stop.signal.aborted) {
    await pause(4_000 + random.below(8_000), undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) break;
    blocks++;
    const until = performance.now() + (blocks % 5 === 2 ? LONGEST_BLOCK : 200 + random.below(2_000));
    while (performance.now() < until);
  }
  return blocks;
}
