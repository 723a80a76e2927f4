import type { Values } from '../experiment.js';
import { formatNumber, formatSummary } from '../report/format.js';
import { summarize } from '../stats.js';

/** A claim of the demo, and whether a run bears it out. */
export interface Check {
  readonly claim: string;
  readonly holds: boolean;
  /** The figures that the claim is about. */
  readonly seen: string;
  /** Text for a claim that does not hold: what takes the time, as far as the figures tell. */
  readonly why: string;
}

const LOOP_DELAY_SHARE = 1 / 10;
const PING_SHARE = 1 / 5;
/** Least ratio of answers that is claimed, beside a loop that is on time. */
const MORE_ANSWERS = 1.5;
/** Least ratio that counts as “far ahead”: the published one was thirty. */
const FAR = 5;
/** Share of the ordered rate below which an approach did not keep up with it. With arrivals at random a run may be some requests short. */
const KEPT_UP = 0.95;

/** The figures of one run of a demo experiment, by cell and approach. */
export class DemoRun {
  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  median(cell: string, figure: string, approach: string): number | null {
    return summarize(this.#values(cell, figure, approach))?.median ?? null;
  }

  /**
   * Returns one approach's values divided by another's, pair by pair, so that what both met in a pair cancels out; null if a value is
   * missing.
   */
  ratio(cell: string, figure: string, one: string, other: string): { median: number; text: string } | null {
    const others = this.#values(cell, figure, other);
    const ratios = this.#values(cell, figure, one).map((value, pair) => {
      const divisor = others[pair] ?? null;
      // 0 ÷ 0 says nothing; any other value ÷ 0 is infinite.
      return value === null || divisor === null || (value === 0 && divisor === 0) ? null : value / divisor;
    });
    const summary = ratios.includes(null) ? null : summarize(ratios);
    return summary === null ? null : { median: summary.median, text: formatSummary(summary) };
  }

  has(cell: string, figure: string, approach: string): boolean {
    return this.median(cell, figure, approach) !== null;
  }

  /**
   * Returns the approaches that answered less than was ordered: their delays are those of another load, and their latencies those of a
   * queue that grows.
   */
  fallenBehind(cell: string, approaches: readonly string[]): string[] {
    return approaches.filter((approach) => {
      const answered = this.median(cell, 'requestsPerSecond', approach);
      const ordered = this.median(cell, 'orderedPerSecond', approach);
      return answered !== null && ordered !== null && answered < KEPT_UP * ordered;
    });
  }
}

/** Checks what should hold for quotes. @param size names the cells: `100-full`, `100-paced` */
export function quoteChecks(run: DemoRun, size: string, approaches: readonly string[]): Check[] {
  const [full, paced] = [`${size}-full`, `${size}-paced`];
  const rivals = ['sync', 'official'].filter((id) => run.has(paced, 'loopDelayP99', id));
  if (!run.has(paced, 'loopDelayP99', 'workers')) return [];
  return [
    isFastest(run, full, 'workers', approaches),
    ...(run.has(full, 'requestsPerSecond', 'sync') ? [answersMore(run, full)] : []),
    ...rivals.flatMap((rival) => [
      isShare(run, paced, rival, 'loopDelayP99', 'the loop delay p99', LOOP_DELAY_SHARE),
      ...(run.has(paced, 'heldP99', rival)
        ? [
            isShare(
              run,
              paced,
              rival,
              'heldP99',
              'the part of the loop delay p99 that is its own work',
              LOOP_DELAY_SHARE,
            ),
          ]
        : []),
      isShare(run, paced, rival, 'pingP99', 'the /ping p99', PING_SHARE),
    ]),
  ];
}

export function fibChecks(run: DemoRun, cell: string, approaches: readonly string[]): Check[] {
  return approaches
    .filter((id) => id.startsWith('fib-') && run.has(cell, 'requestsPerSecond', id))
    .map((id) => {
      const ratio = run.ratio(cell, 'requestsPerSecond', 'sync', id);
      return {
        claim: `sync has at least ${FAR} times the requests/s of ${id}`,
        holds: ratio !== null && ratio.median >= FAR,
        seen: `${ratio?.text ?? '?'} times`,
        why: 'for a small n the HTTP request costs more than the number',
      };
    });
}

export function renderChecks(title: string, checks: readonly Check[]): string[] {
  if (checks.length === 0) return [];
  const lines = checks.map(({ claim, holds, seen, why }) =>
    holds ? `- yes: ${claim} (${seen})` : `- NO: ${claim} (${seen}). ${why}`,
  );
  return [`## ${title}`, lines.join('\n')];
}

function isFastest(run: DemoRun, cell: string, candidate: string, approaches: readonly string[]): Check {
  const rivals = approaches
    .filter((id) => id !== candidate && run.has(cell, 'requestsPerSecond', id))
    .map((id) => ({ id, ratio: run.ratio(cell, 'requestsPerSecond', candidate, id) }));
  const cpu = (figure: string, id: string): string => shown(run.median(cell, figure, id));
  return {
    claim: `${candidate} has the highest requests/s`,
    holds: rivals.every(({ ratio }) => ratio !== null && ratio.median >= 1),
    seen: rivals.map(({ id, ratio }) => `${ratio?.text ?? '?'} times ${id}`).join(', '),
    why:
      `a request costs the serving thread ${cpu('threadCpuMs', candidate)} CPU-ms, but the process ${cpu('processCpuMs', candidate)}, ` +
      `against ${cpu('processCpuMs', 'sync')} of sync: whoever uses least CPU in all answers most where all share few CPUs`,
  };
}

/** Checks that there are more answers than without threads, and not at the cost of the loop. */
function answersMore(run: DemoRun, cell: string): Check {
  const answers = run.ratio(cell, 'requestsPerSecond', 'workers', 'sync');
  const delay = run.ratio(cell, 'loopDelayP99', 'workers', 'sync');
  const cpu = (id: string): string => shown(run.median(cell, 'processCpuMs', id));
  return {
    claim: `workers answers at least ${MORE_ANSWERS} times as many as sync, and its loop is late by less (p99)`,
    holds: answers !== null && answers.median >= MORE_ANSWERS && delay !== null && delay.median < 1,
    seen: `${answers?.text ?? '?'} times the answers, ${delay?.text ?? '?'} times the loop delay`,
    why:
      `a request costs the process of workers ${cpu('workers')} CPU-ms against ${cpu('sync')} of sync: ` +
      'where member and load share few CPUs with it, moving work to other threads gives no more of it',
  };
}

function isShare(
  run: DemoRun,
  cell: string,
  rival: string,
  figure: string,
  name: string,
  share: number,
): Check {
  const ratio = run.ratio(cell, figure, 'workers', rival);
  const median = (key: string, id: string): string => shown(run.median(cell, key, id));
  const held = run.ratio(cell, 'heldP99', 'workers', rival);
  return {
    claim: `at the same rate, ${name} of workers is at most 1/${Math.round(1 / share)} of ${rival}'s`,
    holds: ratio !== null && ratio.median <= share,
    seen: `${median(figure, 'workers')} against ${median(figure, rival)} ms, ${ratio?.text ?? '?'} times`,
    why:
      held === null
        ? 'this system does not tell how long the serving thread waited for a CPU'
        : `its own work held the serving thread for ${median('heldP99', 'workers')} ms at p99, ${held.text} times what held ${rival}'s; ` +
          `for the rest it waited for a CPU, ${median('cpuWait', 'workers')} ms of each second`,
  };
}

function shown(value: number | null): string {
  return value === null ? '?' : formatNumber(value);
}
