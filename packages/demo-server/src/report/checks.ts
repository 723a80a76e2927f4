import { availableParallelism } from 'node:os';

import { Workload } from '../approaches/approaches.js';
import type { Outcome } from '../figures/outcome.js';
import type { RaceResult } from '../race/race.js';
import {
  HELD_P99,
  LOOP_P99,
  PING_P99,
  PROCESS_CPU_PER_REQUEST,
  REQUESTS,
  THREAD_CPU_PER_REQUEST,
  WAIT,
  type Figure,
} from './figures.js';
import { ratios, spreadOf, type Spread } from '../race/spread.js';

/** Something this demo claims, and whether this run bears it out. */
export type Check = {
  readonly claim: string;
  readonly holds: boolean;
  /** The figures. */
  readonly seen: string;
  /** When it does not hold: what takes the time, as far as the figures tell. */
  readonly why?: string;
};

type Outcomes = Readonly<Record<string, readonly Outcome[]>>;

const LOOP_DELAY_SHARE = 1 / 10;
const PING_SHARE = 1 / 5;
/** "Far ahead": the published distance was thirty. */
const FAR = 5;

export function checks(result: RaceResult): Check[] {
  return result.task.workload === Workload.FIB ? fibChecks(result) : quoteChecks(result);
}

function quoteChecks({ closed, paced }: RaceResult): Check[] {
  if (closed['workers'] === undefined) return [];
  const rivals = ['sync', 'official'].filter((id) => closed[id] !== undefined);
  return [
    isFastest('workers', closed),
    ...rivals.flatMap((rival) => [
      isShare('workers', rival, LOOP_P99, LOOP_DELAY_SHARE, paced),
      ...(paced[rival].some((each) => HELD_P99.of(each) === undefined)
        ? []
        : [isShare('workers', rival, HELD_P99, LOOP_DELAY_SHARE, paced)]),
      isShare('workers', rival, PING_P99, PING_SHARE, paced),
    ]),
  ];
}

function fibChecks({ closed }: RaceResult): Check[] {
  const sync = closed['sync'];
  if (sync === undefined) return [];
  return Object.entries(closed)
    .filter(([id]) => id.startsWith('fib-'))
    .map(([id, sliced]) => {
      const ratio = spreadOf(ratios(sync.map(REQUESTS.of), sliced.map(REQUESTS.of)));
      return {
        claim: `sync has at least ${FAR} times the requests/s of ${id}`,
        holds: ratio !== undefined && ratio.median >= FAR,
        seen: `${times(ratio)} times`,
        why: 'for a small n the HTTP request costs more than the number',
      };
    });
}

function isFastest(candidate: string, closed: Outcomes): Check {
  const rivals = Object.keys(closed)
    .filter((id) => id !== candidate)
    .map((id) => ({
      id,
      ratio: spreadOf(ratios(closed[candidate].map(REQUESTS.of), closed[id].map(REQUESTS.of))),
    }));
  return {
    claim: `${candidate} has the highest requests/s`,
    holds: rivals.every(({ ratio }) => ratio !== undefined && ratio.median >= 1),
    seen: rivals.map(({ id, ratio }) => `${times(ratio)} times ${id}`).join(', '),
    why: whyNotFastest(candidate, closed),
  };
}

function whyNotFastest(candidate: string, closed: Outcomes): string {
  const thread = median(closed[candidate], THREAD_CPU_PER_REQUEST);
  const process = median(closed[candidate], PROCESS_CPU_PER_REQUEST);
  const rest =
    closed['sync'] === undefined
      ? ''
      : `, against ${median(closed['sync'], PROCESS_CPU_PER_REQUEST)} of sync`;
  return (
    `a request costs the serving thread ${thread} CPU-ms, but the process ${process}${rest}: the compute threads, the ` +
    `member and the load share ${availableParallelism()} CPUs, and whoever uses least CPU in all answers most`
  );
}

function isShare(candidate: string, rival: string, figure: Figure, share: number, paced: Outcomes): Check {
  const ratio = spreadOf(ratios(paced[candidate].map(figure.of), paced[rival].map(figure.of)));
  return {
    claim: `at the same rate, ${claimOf(figure)} of ${candidate} is at most 1/${Math.round(1 / share)} of ${rival}'s`,
    holds: ratio !== undefined && ratio.median <= share,
    seen: `${median(paced[candidate], figure)} against ${median(paced[rival], figure)} ms, ${times(ratio)} times`,
    why: whyLate(candidate, rival, paced),
  };
}

function claimOf(figure: Figure): string {
  return figure === HELD_P99
    ? 'the part of the loop delay p99 that is its own work'
    : `the ${figure.title.replace(/, ms$/, '')}`;
}

/** What held the serving thread, and what it only waited for. */
function whyLate(candidate: string, rival: string, paced: Outcomes): string {
  const held = spreadOf(ratios(paced[candidate].map(HELD_P99.of), paced[rival].map(HELD_P99.of)));
  if (held === undefined) return 'this system does not tell how long the serving thread waited for a CPU';
  return (
    `its own work held the serving thread for ${median(paced[candidate], HELD_P99)} ms at p99, ${times(held)} times what ` +
    `held ${rival}'s; for the rest it waited for a CPU, ${median(paced[candidate], WAIT)} ms of each second: ` +
    `${availableParallelism()} of them serve it, the compute threads, the member and the load`
  );
}

function median(outcomes: readonly Outcome[], figure: Figure): string {
  return spreadOf(outcomes.map(figure.of))?.median.toFixed(2) ?? '-';
}

function times(ratio: Spread | undefined): string {
  if (ratio === undefined) return '?';
  const { median: middle, least, most } = ratio;
  return `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
