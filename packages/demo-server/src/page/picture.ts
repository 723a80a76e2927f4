import type { PictureRow } from '../figures/recording.js';
import type { WorkloadName } from '../figures/live-events.js';
import { element } from './dom.js';
import { milliseconds, number } from './format.js';
import type { Model } from './model.js';
import { ratioOf, type Ratio } from './ratio.js';
import { areComparable, baseOf, firstOf, median } from './verdict.js';

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
 * What took turns last, in whole rounds: all have the same number of turns, and a turn is a round's value. Only in the first round
 * there are rows of those that have had their turn, as soon as two of them can be compared.
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
  readonly bar: HTMLElement;
  readonly value: HTMLElement;
  readonly ratio: HTMLElement;
}

/** Two groups of bars. New figures move them; they are made anew only when there are others. */
export class Picture {
  readonly #node: HTMLElement;
  #shown = '';
  #bars: readonly ReadonlyMap<string, Bar>[] = [];

  constructor(node: HTMLElement) {
    this.#node = node;
  }

  show(rows: readonly PictureRow[]): void {
    const first = firstOf(rows);
    const base = baseOf(rows);
    const place = (row: PictureRow): number => (row === first ? 0 : row === base ? 1 : 2);
    const sorted = rows.toSorted((a, b) => place(a) - place(b));
    const shown = sorted.map(({ id }) => id).join(' ');
    if (shown !== this.#shown) this.#make(sorted, first);
    this.#shown = shown;
    for (const [at, { values, format }] of MEASURES.entries()) {
      const most = Math.max(...rows.map((row) => median(values(row))));
      for (const row of rows) {
        const found = this.#bars[at].get(row.id);
        if (found === undefined) continue;
        const value = median(values(row));
        // By the object model: the page's policy forbids style attributes.
        found.bar.style.inlineSize = `${most === 0 ? 0 : (100 * value) / most}%`;
        found.value.textContent = format(value);
        const ratio = base === undefined || row === base ? undefined : ratioOf(values(row), values(base));
        found.ratio.textContent = ratio === undefined ? '' : ratioText(ratio);
      }
    }
  }

  #make(rows: readonly PictureRow[], first: PictureRow | undefined): void {
    this.#bars = MEASURES.map(() => new Map(rows.map((row) => [row.id, barOf(row, row === first)])));
    const groups = MEASURES.map(({ title, unit }, at) =>
      element(
        'figure',
        { class: 'bars' },
        element('figcaption', {}, `${title} `, element('span', { class: 'unit' }, unit)),
        element('ul', {}, ...[...this.#bars[at].values()].map(({ node }) => node)),
      ),
    );
    this.#node.replaceChildren(...(rows.length === 0 ? [] : groups));
  }
}

function barOf({ id, title }: PictureRow, isFirst: boolean): Bar {
  const bar = element('span', { class: isFirst ? 'bar first' : 'bar' });
  const value = element('span', {});
  const ratio = element('span', { class: 'unit' });
  const node = element(
    'li',
    { 'data-bar': id },
    element('span', { class: 'name' }, title),
    element('span', { class: 'value' }, value, ' ', ratio),
    element('span', { class: 'track' }, bar),
  );
  return { node, bar, value, ratio };
}

function ratioText({ value, from, to }: Ratio): string {
  return `${number(value)}× [${number(from)}, ${number(to)}]`;
}
