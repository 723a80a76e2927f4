import type { BenchClient } from '../clients/client.js';
import type { Cell, CellResult, RunContext, Timing } from '../experiment.js';
import type { LoadState } from './flows.js';
import { checkHealth } from './map-load.js';
import { measureSteady } from './steady.js';
import { eachCell } from './works-of.js';

/** Makes one call, and throws when its answer is wrong. @param turn counts the calls of one flow, from where it starts. */
export type Call = (turn: number) => Promise<void>;

/** What a cell does, once it is ready. */
export interface CallLoad {
  readonly call: Call;
  /** When no call is in flight any more: throws when they left something wrong behind, and gives the member its memory back. */
  readonly end: () => Promise<void>;
}

/** A workload that knows its calls itself, in a closed loop. */
export interface CallCell<Client> extends Cell {
  /** Calls in flight. */
  readonly concurrency: number;
  /** Fills what is to be read. @param name what the cell may call its map or structure */
  prepare(client: Client, name: string, seed: number): Promise<CallLoad>;
}

/** @throws when an answer is wrong: figures of a broken run are worth nothing */
export function check(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`a wrong answer: ${what}`);
}

/** Measures cells one after another on one client. @param prefix of the names of their maps and structures */
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
    results.push(await measure(client, cell, `${prefix}-${cell.id}`, warmedUp, seed));
  }
  return results;
}

async function measure<Client extends Pick<BenchClient, 'counters'>>(
  client: Client,
  cell: CallCell<Client>,
  name: string,
  timing: Timing,
  seed: number,
): Promise<CellResult> {
  const { call, end } = await cell.prepare(client, name, seed);
  globalThis.gc?.();
  const state: LoadState = { running: true, operations: 0 };
  const result = await measureSteady(
    {
      cell: cell.id,
      state,
      flows: runFlows(call, cell.concurrency, state),
      counters: () => client.counters(),
      latencies: null,
    },
    timing,
  );
  await end();
  checkHealth(cell.id, client);
  return result;
}

async function runFlows(call: Call, concurrency: number, state: LoadState): Promise<void> {
  const flow = async (start: number): Promise<void> => {
    for (let turn = start; state.running; turn++) {
      await call(turn);
      state.operations++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, i) => flow(i * 7)));
}
