import type { ApproachInfo, WorkloadName } from '../figures/live-events.js';
import type { Outcome } from '../figures/outcome.js';
import { element, swatch } from './dom.js';
import { megabytes, milliseconds, number } from './format.js';
import { seriesClass, type Model } from './model.js';

interface Column {
  readonly title: string;
  readonly value: (outcome: Outcome) => number | undefined;
  readonly format: (value: number) => string;
  /** Direction that is better; absent for a column without a winner. */
  readonly better?: 'high' | 'low';
}

const COLUMNS: readonly Column[] = [
  { title: 'requests/s', value: ({ load }) => load.requestsPerSecond, format: number, better: 'high' },
  {
    title: 'latency, average',
    value: ({ load }) => load.latency?.average,
    format: milliseconds,
    better: 'low',
  },
  { title: 'latency, p99', value: ({ load }) => load.latency?.p99, format: milliseconds, better: 'low' },
  {
    title: 'loop delay, p99',
    value: ({ server }) => server.loopDelay.p99,
    format: milliseconds,
    better: 'low',
  },
  { title: '/ping, p99', value: ({ load }) => load.ping?.p99, format: milliseconds, better: 'low' },
  {
    title: 'CPU/request, serving thread',
    value: ({ server }) => perRequest(server.threadCpu, server.answered),
    format: milliseconds,
    better: 'low',
  },
  {
    title: 'CPU/request, process',
    value: ({ server }) => perRequest(server.processCpu, server.answered),
    format: milliseconds,
    better: 'low',
  },
  {
    title: 'waited for a CPU, a second',
    value: ({ server }) =>
      server.threadWait === undefined ? undefined : (server.threadWait * 1_000) / server.seconds,
    format: milliseconds,
    better: 'low',
  },
  { title: 'memory', value: ({ server }) => server.peakRss, format: megabytes, better: 'low' },
  { title: 'errors', value: ({ load }) => load.errors + load.wrong + load.pingErrors, format: number },
];

/** Shows a table of the last run of every approach that has one. */
export function showResults(table: HTMLTableElement, model: Model, workload: WorkloadName): void {
  const approaches = model.approachesOf(workload);
  const rows = approaches.flatMap((approach) => {
    const outcome = model.run(workload, approach.id)?.state.outcome;
    return outcome === undefined ? [] : [{ approach, outcome }];
  });
  const titles = ['approach', ...COLUMNS.map(({ title }) => title)];
  const head = element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)));
  const body = rows.map(({ approach, outcome }) =>
    element(
      'tr',
      {},
      rowHead(approach, approaches),
      ...COLUMNS.map((column) =>
        cell(
          column,
          outcome,
          rows.map((row) => row.outcome),
        ),
      ),
    ),
  );
  const none = element('tr', {}, element('td', { colspan: String(titles.length) }, 'No run has ended yet.'));
  table.replaceChildren(
    element('caption', { hidden: '' }, 'The last run of each approach'),
    element('thead', {}, head),
    element('tbody', {}, ...(body.length === 0 ? [none] : body)),
  );
}

function rowHead(approach: ApproachInfo, among: readonly ApproachInfo[]): HTMLElement {
  return element('th', { scope: 'row' }, swatch(seriesClass(approach, among)), approach.title);
}

function cell({ value, format, better }: Column, outcome: Outcome, all: readonly Outcome[]): HTMLElement {
  const own = value(outcome);
  if (own === undefined) return element('td', {}, '–');
  const values = all.map(value).filter((each) => each !== undefined);
  const best = better === 'high' ? Math.max(...values) : Math.min(...values);
  const isBest = better !== undefined && values.length > 1 && own === best;
  const isBad = better === undefined && own > 0;
  return element('td', isBest ? { class: 'best' } : isBad ? { class: 'bad' } : {}, format(own));
}

function perRequest(cpuSeconds: number | undefined, requests: number): number | undefined {
  return cpuSeconds === undefined || requests === 0 ? undefined : (cpuSeconds * 1_000) / requests;
}
