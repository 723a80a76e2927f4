import { Workload } from '../approaches/contenders.js';
import type { Outcome } from '../figures/outcome.js';
import type { RaceResult } from '../race/race.js';
import {
  LOOP_P99,
  PING_P99,
  PROCESS_CPU_PER_REQUEST,
  REQUESTS,
  THREAD_CPU_PER_REQUEST,
  type Figure,
} from './figures.js';
import { ratios, spreadOf, type Spread } from './spread.js';

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
  const found: Check[] = [];
  for (const candidate of ['workers', 'workers-pool']) {
    if (closed[candidate] === undefined) continue;
    found.push(isFastest(candidate, closed));
    for (const rival of ['sync', 'official']) {
      if (closed[rival] === undefined) continue;
      found.push(isShare(candidate, rival, LOOP_P99, LOOP_DELAY_SHARE, paced));
      found.push(isShare(candidate, rival, PING_P99, PING_SHARE, paced));
    }
  }
  return found;
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
  const rivals = Object.keys(closed).filter((id) => id !== candidate);
  const lost = rivals
    .map((id) => ({
      id,
      ratio: spreadOf(ratios(closed[candidate].map(REQUESTS.of), closed[id].map(REQUESTS.of))),
    }))
    .filter(({ ratio }) => ratio === undefined || ratio.median < 1);
  const seen = lost.map(({ id, ratio }) => `${times(ratio)} times ${id}`);
  return {
    claim: `${candidate} has the highest requests/s`,
    holds: lost.length === 0,
    seen: lost.length === 0 ? 'ahead of all' : seen.join(', '),
    why: whyNotFastest(candidate, closed),
  };
}

function whyNotFastest(candidate: string, closed: Outcomes): string {
  const thread = median(closed[candidate], THREAD_CPU_PER_REQUEST);
  const process = median(closed[candidate], PROCESS_CPU_PER_REQUEST);
  const costs = `a request costs its serving thread ${thread} and its process ${process} CPU-ms`;
  return candidate === 'workers'
    ? `${costs}; the documents are parsed and computed on the serving thread after get, and that, not the sockets, ` +
        'is most of it: what the worker takes off pays for itself only when compute goes where the bytes are'
    : `${costs}; the text of every document is decoded on the serving thread, copied to the pool and parsed there, ` +
        "and the pool's threads share this machine's CPUs with the member and the load";
}

function isShare(candidate: string, rival: string, figure: Figure, share: number, paced: Outcomes): Check {
  const ratio = spreadOf(ratios(paced[candidate].map(figure.of), paced[rival].map(figure.of)));
  const name = figure.title.replace(/, ms$/, '');
  return {
    claim: `at the same rate, the ${name} of ${candidate} is at most 1/${Math.round(1 / share)} of ${rival}'s`,
    holds: ratio !== undefined && ratio.median <= share,
    seen: `${median(paced[candidate], figure)} against ${median(paced[rival], figure)} ms, ${times(ratio)} times`,
    why:
      candidate === 'workers'
        ? 'parsing and computing still run on the serving thread, one document after another'
        : 'the serving thread still turns bytes to text and copies it to the pool, and shares its CPUs with the pool, the member and the load',
  };
}

function median(outcomes: readonly Outcome[], figure: Figure): string {
  return spreadOf(outcomes.map(figure.of))?.median.toFixed(2) ?? '-';
}

function times(ratio: Spread | undefined): string {
  if (ratio === undefined) return '?';
  const { median: middle, least, most } = ratio;
  return `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
