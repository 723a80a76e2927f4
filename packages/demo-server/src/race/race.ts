import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/grid-settings.js';
import type { Outcome } from '../figures/outcome.js';
import type { Task } from '../load/plan.js';
import { commonRate } from './common-rate.js';
import { measure } from './measure.js';

export type RaceSettings = {
  readonly approaches: readonly Approach[];
  readonly task: Task;
  readonly rounds: number;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly fork: number;
  /** Undefined: by `commonRate`, from what the approaches can. */
  readonly rate: number | undefined;
};

/** What a race came to. Every approach has one outcome a round in both lists, in the order of the rounds. */
export type RaceResult = {
  readonly task: Task;
  readonly connections: number;
  readonly fork: number;
  readonly rate: number;
  /** As fast as it goes. */
  readonly closed: Readonly<Record<string, readonly Outcome[]>>;
  /** At the same rate for all. */
  readonly paced: Readonly<Record<string, readonly Outcome[]>>;
};

type Outcomes = Record<string, Outcome[]>;

/**
 * Runs every approach once a round, each in fresh processes, first for the most it can, then at one rate for all. The
 * order turns from round to round, so that nobody always comes after the same other one, and what the machine does
 * meanwhile meets everybody.
 */
export async function race(
  grid: GridSettings,
  settings: RaceSettings,
  say: (line: string) => void,
): Promise<RaceResult> {
  const { task, connections, fork } = settings;
  const closed = await rounds(grid, settings, undefined, say);
  const rate = settings.rate ?? commonRate(task.workload, closed);
  const paced = await rounds(grid, settings, rate, say);
  return { task, connections, fork, rate, closed, paced };
}

async function rounds(
  grid: GridSettings,
  settings: RaceSettings,
  rate: number | undefined,
  say: (line: string) => void,
): Promise<Outcomes> {
  const { approaches, task, connections, warmUpSeconds, seconds, fork } = settings;
  const outcomes: Outcomes = Object.fromEntries(approaches.map(({ id }) => [id, []]));
  for (let round = 0; round < settings.rounds; round++) {
    for (let place = 0; place < approaches.length; place++) {
      const approach = approaches[(place + round) % approaches.length];
      const trial = { approach, task, connections, warmUpSeconds, seconds, fork, rate };
      const outcome = await measure(grid, trial);
      if (outcome === undefined) throw new Error(`the run of ${approach.title} ended before it began`);
      outcomes[approach.id].push(outcome);
      const pace = rate === undefined ? '' : ` of ${rate}`;
      const count = Math.round(outcome.load.requestsPerSecond);
      say(`round ${round + 1} of ${settings.rounds}, ${approach.title}: ${count}${pace} requests/s`);
    }
  }
  return outcomes;
}
