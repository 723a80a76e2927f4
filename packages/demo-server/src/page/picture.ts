import type { PictureRow, Recording } from '../figures/recording.js';
import type { WorkloadName } from '../figures/live-events.js';
import { element } from './dom.js';
import { milliseconds, number } from './format.js';
import type { Model } from './model.js';
import { ratioOf, type Ratio } from './ratio.js';

/** What the bars show first, and what all are compared with. */
const FIRST = 'workers';
const BASE = 'official';

interface Measure {
  readonly title: string;
  readonly unit: string;
  readonly values: (row: PictureRow) => readonly number[];
  readonly format: (value: number) => string;
}

const MEASURES: readonly Measure[] = [
  {
    title: 'How long others wait',
    unit: '/ping p99, shorter is better',
    values: ({ waits }) => waits,
    format: milliseconds,
  },
  {
    title: 'Answers',
    unit: 'requests/s, longer is better',
    values: ({ answers }) => answers,
    format: number,
  },
];

/** The runs of the page that have ended, offloop first. Each quarter of a second with an answer counts as a round. */
export function liveRows(model: Model, workload: WorkloadName): PictureRow[] {
  return model.approachesOf(workload).flatMap(({ id, title }) => {
    const run = model.run(workload, id);
    if (run?.state.phase !== 'done') return [];
    const waits = run.pings.map(({ p99 }) => p99);
    const answers = run.samples.map(({ requestsPerSecond }) => requestsPerSecond);
    return waits.length === 0 || answers.length === 0 ? [] : [{ id, title, waits, answers }];
  });
}

/** Two groups of bars. Drawn anew only when there is something new, as they grow when they come. */
export class Picture {
  readonly #node: HTMLElement;
  #shown = '';

  constructor(node: HTMLElement) {
    this.#node = node;
  }

  show(rows: readonly PictureRow[]): void {
    const key = JSON.stringify(rows);
    if (key === this.#shown) return;
    this.#shown = key;
    const sorted = rows.toSorted((a, b) => Number(b.id === FIRST) - Number(a.id === FIRST));
    this.#node.replaceChildren(...(rows.length === 0 ? [] : MEASURES.map((each) => group(each, sorted))));
  }
}

/** What a recorded run comes to, in a sentence. */
export function recordedStory({ rows }: Recording): string {
  const [first, base] = [FIRST, BASE].map((id) => rows.find((each) => each.id === id));
  if (first === undefined || base === undefined) return '';
  const waits = [first, base].map((row) => milliseconds(median(row.waits)));
  const ratio = ratioOf(first.answers, base.answers);
  return (
    `While ${first.title} answers, others wait ${waits[0]}; with the ${base.title} they wait ${waits[1]} (p99). ` +
    `${first.title} gives ${many(ratio)} answers.`
  );
}

function many(ratio: Ratio | undefined): string {
  if (ratio === undefined || (ratio.from <= 1 && ratio.to >= 1)) return 'about as many';
  return `${number(ratio.value)} times as many`;
}

function group({ title, unit, values, format }: Measure, rows: readonly PictureRow[]): HTMLElement {
  const base = rows.find(({ id }) => id === BASE);
  const most = Math.max(...rows.map((row) => median(values(row))));
  return element(
    'figure',
    { class: 'bars' },
    element('figcaption', {}, `${title} `, element('span', { class: 'unit' }, unit)),
    element(
      'ul',
      {},
      ...rows.map((row) => {
        const value = median(values(row));
        const bar = element('span', { class: `bar ${row.id === FIRST ? 'first' : ''}` });
        // By the object model: the page's policy forbids style attributes.
        bar.style.inlineSize = `${(100 * value) / most}%`;
        const ratio = base === undefined || row === base ? undefined : ratioOf(values(row), values(base));
        return element(
          'li',
          { 'data-bar': row.id },
          element('span', { class: 'name' }, row.title),
          element('span', { class: 'track' }, bar),
          element('span', { class: 'value' }, format(value), ' ', ratioNote(ratio)),
        );
      }),
    ),
  );
}

function ratioNote(ratio: Ratio | undefined): HTMLElement {
  const text =
    ratio === undefined
      ? ''
      : `${number(ratio.value)} × official client [${number(ratio.from)}, ${number(ratio.to)}]`;
  return element('span', { class: 'unit' }, text);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
