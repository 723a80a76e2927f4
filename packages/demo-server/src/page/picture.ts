import type { PictureRow } from '../figures/recording.js';
import type { WorkloadName } from '../figures/live-events.js';
import { element } from './dom.js';
import { milliseconds, number } from './format.js';
import { median, medianInterval } from './median.js';
import type { Model } from './model.js';
import { draw, Plot } from './plot.js';
import { ratioOf, type Ratio } from './ratio.js';
import { areComparable, baseOf, firstOf } from './verdict.js';

interface Measure {
  readonly title: string;
  readonly unit: string;
  readonly values: (row: PictureRow) => readonly number[];
  readonly format: (value: number) => string;
}

const MEASURES: readonly Measure[] = [
  {
    title: 'How long others wait',
    unit: 'the slowest in a turn; shorter is better',
    values: ({ waits }) => waits,
    format: milliseconds,
  },
  {
    title: 'Answers',
    unit: 'requests a second; longer is better',
    values: ({ answers }) => answers,
    format: number,
  },
];

/**
 * Returns the rows of the runs that took turns last, in whole rounds: all have the same number of turns, and each turn is a round's value.
 * In the first round, the approaches that have had their turn have rows as soon as two of them can be compared.
 */
export function liveRows(model: Model, workload: WorkloadName): PictureRow[] {
  const runs = model.latest(workload).filter(({ state }) => state.phase !== 'failed');
  const wholeRounds = Math.min(...runs.map(({ turns }) => turns.length));
  const rounds = Math.max(1, wholeRounds);
  const rows = runs
    .filter(({ turns }) => turns.length >= rounds)
    .map(({ state: { approach }, turns }) => ({
      id: approach,
      title: model.titleOf(approach),
      waits: turns.slice(0, rounds).map(({ slowestPing }) => slowestPing ?? 0),
      answers: turns.slice(0, rounds).map(({ requestsPerSecond }) => requestsPerSecond),
    }));
  return wholeRounds > 0 || areComparable(rows) ? rows : [];
}

interface Bar {
  readonly node: HTMLElement;
  readonly track: HTMLElement;
  readonly value: HTMLElement;
  readonly ratio: HTMLElement;
}

/** Draws two groups of bars. New figures change the bars; other approaches make new ones. */
export class Picture {
  readonly #node: HTMLElement;
  #shown = '';
  #rows: readonly PictureRow[] = [];
  /** Bars of each measure and row: `bars[measure][row]`. */
  #bars: readonly (readonly Bar[])[] = [];

  constructor(node: HTMLElement) {
    this.#node = node;
    new ResizeObserver(() => this.#draw()).observe(node);
  }

  show(rows: readonly PictureRow[]): void {
    const shown = JSON.stringify(rows);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const first = firstOf(rows);
    const base = baseOf(rows);
    const place = (row: PictureRow): number => (row === first ? 0 : row === base ? 1 : 2);
    const sorted = rows.toSorted((a, b) => place(a) - place(b));
    const idsOf = (those: readonly PictureRow[]): string => those.map(({ id }) => id).join(' ');
    const areOthers = idsOf(sorted) !== idsOf(this.#rows);
    this.#rows = sorted;
    if (areOthers) this.#make();
    this.#draw();
  }

  #make(): void {
    this.#bars = MEASURES.map(() => this.#rows.map(barOf));
    const groups = MEASURES.map(({ title, unit }, at) =>
      element(
        'figure',
        { class: 'bars' },
        element('figcaption', {}, `${title} `, element('span', { class: 'unit' }, unit)),
        element('ul', {}, ...this.#bars[at].map(({ node }) => node)),
      ),
    );
    this.#node.replaceChildren(...(this.#rows.length === 0 ? [] : groups));
  }

  #draw(): void {
    const track = this.#node.querySelector('.track');
    if (track === null) return;
    const size = { width: track.clientWidth, height: track.clientHeight };
    const first = firstOf(this.#rows);
    const base = baseOf(this.#rows);
    for (const [at, { values, format }] of MEASURES.entries()) {
      const intervals = this.#rows.map((row) => medianInterval(values(row)));
      const middles = this.#rows.map((row) => median(values(row)));
      const most = Math.max(...middles, ...intervals.flatMap((each) => each ?? []));
      for (const [index, bar] of this.#bars[at].entries()) {
        const row = this.#rows[index];
        const interval = intervals[index];
        const middle = format(middles[index]);
        bar.value.textContent = middle;
        bar.track.title =
          `median ${middle}` +
          (interval === undefined ? '' : `, 95 % interval ${interval.map(format).join(' to ')}`);
        const ratio = base === undefined || row === base ? undefined : ratioOf(values(row), values(base));
        bar.ratio.textContent = ratio === undefined ? '' : ratioText(ratio);
        draw(bar.track, {
          ...size,
          margin: 0,
          marginRight: 1,
          x: { domain: [0, most === 0 ? 1 : most], axis: null },
          // The whiskers are below the bar: in front of it they cannot be seen in every colour.
          y: { domain: ['bar', 'whiskers'], padding: 0, axis: null },
          marks: [
            Plot.barX([middles[index]], {
              y: ['bar'],
              fill: row === first ? 'var(--accent)' : 'var(--official)',
              rx: 3,
            }),
            Plot.ruleY([interval ?? []], { x1: '0', x2: '1', y: ['whiskers'], marker: 'tick' }),
          ],
        });
      }
    }
  }
}

function barOf({ id, title }: PictureRow): Bar {
  const track = element('span', { class: 'track', role: 'img' });
  const value = element('span', {});
  const ratio = element('span', { class: 'unit' });
  const node = element(
    'li',
    { 'data-bar': id },
    element('span', { class: 'name' }, title),
    element('span', { class: 'value' }, value, ' ', ratio),
    track,
  );
  return { node, track, value, ratio };
}

function ratioText({ value, from, to }: Ratio): string {
  return `${number(value)}× [${number(from)}, ${number(to)}]`;
}
