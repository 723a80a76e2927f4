import { ClosedLoop } from '@offloop/tools/measure';
import type { BenchClient } from '../clients/client.js';
import type { Cell, CellResult, RunContext, Timing } from '../experiment.js';
import { eachCell } from './cells.js';
import { latencySamples } from './latency-samples.js';
import { measureSteady } from './steady.js';
import { openWindow, type MoreFigures } from './window.js';

/** A function that makes one call, and throws if its answer is wrong. @param turn counts the calls of one flow, from where it starts */
export type Call = (turn: number) => Promise<void>;

/** The load of a cell that is ready to run. */
export interface CallLoad {
  /** Number of calls that are made first, one after another, to get the member and V8 ready. Default: none. */
  readonly warmUp?: number;
  /** Makes one call. @param turn counts the calls of one flow, from where it starts */
  readonly call: (turn: number) => Promise<unknown>;
  /** Checks an answer where `call` does not. Returns the number of operations that it stands for. Default: one. */
  readonly take?: (answer: unknown, turn: number) => number;
  /** Called when no call is in flight any more. Throws if the calls have left something wrong behind, and frees the member's memory. */
  readonly end?: () => Promise<void>;
  /** Figures that are measured beside a window's. */
  readonly more?: MoreFigures | undefined;
}

/** A cell that makes its calls by itself, in a closed loop. */
export interface CallCell<Client> extends Cell {
  /** Number of calls in flight. */
  readonly concurrency: number;
  /** True if latencies are sampled. Default false. */
  readonly timed?: boolean;
  /** Fills what is to be read, and resolves to the load. @param name name that the cell may give its map or structure */
  prepare(client: Client, name: string, seed: number): Promise<CallLoad>;
}

/** Throws unless an answer is right: figures of a broken run are worth nothing. @param what name of the answer, for the error */
export function check(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`a wrong answer: ${what}`);
}

/** Measures cells one after another on one client. @param prefix the first part of the names of their maps and structures */
export async function measureCalls<Client extends Pick<BenchClient, 'counters'>>(
  client: Client,
  prefix: string,
  cells: readonly CallCell<Client>[],
  context: RunContext,
): Promise<CellResult[]> {
  const { timing, seed } = context;
  const results: CellResult[] = [];
  for (const cell of eachCell(cells, context)) {
    const first = results.length === 0 ? timing.processWarmup : 0;
    const warmedUp = { ...timing, cellWarmup: timing.cellWarmup + first };
    const load = await cell.prepare(client, `${prefix}-${cell.id}`, seed);
    for (let turn = 0; turn < (load.warmUp ?? 0); turn++) await load.call(turn);
    results.push(await measureCallLoad(client, cell, load, warmedUp));
  }
  return results;
}

function timedCalls(load: CallLoad): CallLoad {
  const { sample, ...more } = latencySamples();
  return { ...load, call: (turn) => sample(load.call(turn)), more };
}

/** Measures one load in a closed loop. Rejects if the client lost a wake-up or a worker meanwhile. */
export async function measureCallLoad(
  client: Pick<BenchClient, 'counters'>,
  { id, concurrency, timed }: Pick<CallCell<never>, 'id' | 'concurrency' | 'timed'>,
  given: CallLoad,
  timing: Timing,
): Promise<CellResult> {
  const { call, take, end, more } = timed === true ? timedCalls(given) : given;
  // What earlier cells left behind is collected now, not in the middle of this one's window.
  globalThis.gc?.();
  const load = new ClosedLoop(concurrency, call, take);
  const open = (): ReturnType<typeof openWindow> => openWindow(() => client.counters(), more);
  const result = await measureSteady({ cell: id, load, open, ...(end === undefined ? {} : { end }) }, timing);
  checkHealth(id, client);
  return result;
}

/** Throws if the client has lost a wake-up or a worker, as its figures would say nothing. */
export function checkHealth(load: string, client: Pick<BenchClient, 'counters'>): void {
  const { rescues, restarts } = client.counters() ?? { rescues: 0, restarts: 0 };
  if (rescues !== 0) throw new Error(`${load}: ${rescues} wake-ups were lost and rescued by the watchdog`);
  if (restarts !== 0) throw new Error(`${load}: ${restarts} workers died and were replaced`);
}
