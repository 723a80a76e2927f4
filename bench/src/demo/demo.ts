import {
  approachById,
  approachesFor,
  DEFAULT_CATALOGUE,
  measure,
  openGrid,
  Workload,
  type GridSettings,
  type Outcome,
  type Task,
} from '@offloop/demo-server/measuring';
import { DEMO_FIGURES, figuresOf } from './figures.js';
import {
  publishedColumn,
  Tier,
  type Cell,
  type CellResult,
  type Experiment,
  type SetUp,
  type Timing,
} from '../experiment.js';
import { cellsOf, eachCell } from '../load/cells.js';
import { summarize } from '../stats.js';

/** A cell whose task every approach gets, in a closed loop or at the same rate for all. */
interface DemoCell extends Cell {
  readonly task: Task;
  readonly isPaced: boolean;
}

const CONNECTIONS = 50;

const pairOf = (id: string, title: string, task: Task): DemoCell[] => [
  { id: `${id}-full`, title: `${title}, as fast as it goes`, tier: Tier.QUICK, task, isPaced: false },
  { id: `${id}-paced`, title: `${title}, at the same rate for all`, tier: Tier.QUICK, task, isPaced: true },
];

const QUOTE: Task = { workload: Workload.QUOTE, catalogue: DEFAULT_CATALOGUE, items: 100 };
const QUOTES = pairOf('100', '100 documents', QUOTE);
const FIB: Task = { workload: Workload.FIB, n: 15 };
const FIBS = pairOf('fib', 'fib(15)', FIB);

/** The data that all children of a run share. */
interface Shared {
  readonly grid: GridSettings;
  /** Requests a second of each paced cell, by its id. */
  readonly rates: Readonly<Record<string, number>>;
}

/** The approaches that offloop is compared with. The common rate must be a load for them, or nothing is held up by anything. */
const RIVALS: readonly string[] = ['sync', 'official'];
/** The common rate as a share of what the slower rival can answer: well loaded, and able to keep up. */
const SHARE_OF_RIVALS = 0.85;
/**
 * The common rate where there are no rivals, as a share of what the slowest approach can answer: a load for all, with which all keep up.
 */
const SHARE_OF_SLOWEST = 0.6;
const CALIBRATIONS = 2;

async function run(
  grid: GridSettings,
  { task }: DemoCell,
  approachId: string,
  { cellWarmup, window }: Timing,
  rate?: number,
): Promise<Outcome> {
  const approach = approachById(approachId);
  if (approach === undefined) throw new Error(`the demo has no approach ${approachId}`);
  const load = { task, connections: CONNECTIONS, ...(rate === undefined ? {} : { rate }) };
  const outcome = await measure(grid, approach, load, { warmUp: cellWarmup, measured: window });
  if (outcome.load.wrong > 0) throw new Error(`${approachId} gave ${outcome.load.wrong} wrong answers`);
  return outcome;
}

/**
 * Returns the rate in requests a second at which all are compared. Time-sliced approaches may fall behind it: their answers cost the loop
 * little and the CPU much.
 *
 * @param most requests a second that each approach can answer
 */
export function commonRate(workload: Workload, most: Readonly<Record<string, number>>): number {
  const rivals = workload === Workload.QUOTE ? RIVALS.filter((id) => most[id] !== undefined) : [];
  const slowest = Math.min(...(rivals.length > 0 ? rivals.map((id) => most[id]) : Object.values(most)));
  return Math.max(1, Math.floor(slowest * (rivals.length > 0 ? SHARE_OF_RIVALS : SHARE_OF_SLOWEST)));
}

function comparison(
  workload: Workload,
  cells: readonly DemoCell[],
  about: Pick<Experiment, 'name' | 'title' | 'method' | 'published'>,
  baseline: string,
): Experiment {
  const known = approachesFor(workload);
  const ids = [baseline, ...known.map(({ id }) => id).filter((id) => id !== baseline)];
  return {
    ...about,
    method: `${about.method} ${known.map(({ id, about: does }) => `${id}: ${does}`).join('; ')}.`,
    needsMember: false,
    tier: Tier.FULL,
    cells,
    approaches: ids.map((name) => ({
      name,
      tier: known.find(({ id }) => id === name)?.byDefault === true ? Tier.QUICK : Tier.FULL,
    })),
    figures: DEMO_FIGURES,
    async setUp({ cluster, cells: chosen, approaches, timing }): Promise<SetUp> {
      const grid = await openGrid(cluster ?? undefined, DEFAULT_CATALOGUE);
      try {
        const rates: Record<string, number> = {};
        const rivals = approaches.filter((id) => workload === Workload.FIB || RIVALS.includes(id));
        for (const cell of cellsOf(cells, chosen).filter(({ isPaced }) => isPaced)) {
          const most: Record<string, number> = {};
          for (const id of rivals.length > 0 ? rivals : approaches) {
            const seen: number[] = [];
            for (let i = 0; i < CALIBRATIONS; i++)
              seen.push((await run(grid, cell, id, timing)).load.requestsPerSecond);
            most[id] = summarize(seen)?.median ?? 0;
          }
          rates[cell.id] = commonRate(workload, most);
        }
        const { address, catalogue, title } = grid;
        const shared: Shared = { grid: { address, catalogue }, rates };
        const said = Object.entries(rates).map(([cell, rate]) => `${cell}: ${rate} requests/s`);
        return { shared, note: [`data in ${title}`, ...said].join('; '), stop: () => grid.stop() };
      } catch (error) {
        await grid.stop();
        throw error;
      }
    },
    async run(context) {
      const { grid, rates } = context.shared as Shared;
      const results: CellResult[] = [];
      for (const cell of eachCell(cells, context)) {
        const outcome = await run(grid, cell, context.approach, context.timing, rates[cell.id]);
        results.push({ cell: cell.id, figures: figuresOf(outcome) });
      }
      return results;
    },
  };
}

const HTTP = `Each approach in server processes of its own, under autocannon with ${CONNECTIONS} connections, every answer checked: as fast as it goes, then at one rate for all, from connections that begin at random moments;`;

export const quote: Experiment = comparison(
  Workload.QUOTE,
  QUOTES,
  {
    name: 'quote',
    title: 'Quotes over HTTP: the demo',
    method: `${HTTP} 85 % of what the slower of sync and official can. A quote reads and prices documents of 1 to 200 KB.`,
  },
  'official',
);

/**
 * The results of the experiment that this one repeats: a recursive Fibonacci number behind an HTTP server forked four times, 50
 * connections, 1,000 requests. It did not say which number that was, and which slicer “async” was.
 */
const BLOG = [
  ['blog, synchronous', { requestsPerSecond: 2028, latencyAverage: 23.4, peakRssMb: 240 }],
  ['blog, asynchronous', { requestsPerSecond: 64.8, latencyAverage: 751, peakRssMb: 1000 }],
] as const;

export const fib: Experiment = comparison(
  Workload.FIB,
  FIBS,
  {
    name: 'fib',
    title: 'Fibonacci numbers over HTTP: the demo',
    method: `${HTTP} 60 % of what the slowest can.`,
    published: BLOG.flatMap(([column, figures]) =>
      Object.entries(figures).flatMap(([key, value]) => publishedColumn(column, ['fib-full'], [value], key)),
    ),
  },
  'sync',
);
