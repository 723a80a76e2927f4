import type { Contender } from '../approaches/contenders.js';
import type { GridSettings } from '../approaches/document-source.js';
import type { Task } from '../load/plan.js';
import { measure, type Trial } from './measure.js';
import type { Outcome } from '../figures/outcome.js';

export type RaceSettings = {
  readonly contenders: readonly Contender[];
  readonly task: Task;
  readonly rounds: number;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly fork: number;
  /** Undefined: `SHARE_OF_SLOWEST` of what the slowest contender can. */
  readonly rate: number | undefined;
};

/** What a race came to. Every contender has one outcome a round in both lists, in the order of the rounds. */
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

const TRY_SECONDS = 3;
/** Enough to be a load for all, little enough that all keep up. */
const SHARE_OF_SLOWEST = 0.6;

/**
 * Runs every contender once a round, each in fresh processes. The order turns from round to round, so that nobody always
 * comes after the same other one, and what the machine does meanwhile meets everybody.
 */
export async function race(
  grid: GridSettings,
  settings: RaceSettings,
  say: (line: string) => void,
): Promise<RaceResult> {
  const { contenders, task, rounds, connections, fork } = settings;
  const rate = settings.rate ?? (await findRate(grid, settings, say));
  const closed: Record<string, Outcome[]> = {};
  const paced: Record<string, Outcome[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (let place = 0; place < contenders.length; place++) {
      const contender = contenders[(place + round) % contenders.length];
      const [fast, even] = await measure(grid, { ...trial(settings, contender), rates: [undefined, rate] });
      (closed[contender.id] ??= []).push(fast);
      (paced[contender.id] ??= []).push(even);
      say(
        `round ${round + 1} of ${rounds}, ${contender.title}: ${Math.round(fast.load.requestsPerSecond)} requests/s`,
      );
    }
  }
  return { task, connections, fork, rate, closed, paced };
}

async function findRate(
  grid: GridSettings,
  settings: RaceSettings,
  say: (line: string) => void,
): Promise<number> {
  let slowest = Infinity;
  for (const contender of settings.contenders) {
    say(`trying what ${contender.title} can`);
    const [outcome] = await measure(grid, { ...trial(settings, contender), seconds: TRY_SECONDS });
    slowest = Math.min(slowest, outcome.load.requestsPerSecond);
  }
  return Math.max(1, Math.floor(slowest * SHARE_OF_SLOWEST));
}

function trial(
  { task, connections, warmUpSeconds, seconds, fork }: RaceSettings,
  contender: Contender,
): Trial {
  return { contender, task, connections, warmUpSeconds, seconds, fork, rates: [undefined] };
}
