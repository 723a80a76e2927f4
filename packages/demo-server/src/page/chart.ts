import type { Markish, Plot as Drawing, ScaleOptions } from '@observablehq/plot';
import { element, swatch } from './dom.js';
import { median } from './median.js';
import type { RunView } from './model.js';
import { draw, Plot } from './plot.js';

/** A value of a series at a time in ms. */
export interface Point {
  readonly at: number;
  readonly value: number;
}
export interface Series {
  readonly title: string;
  readonly className: string;
  readonly points: readonly Point[];
}

export interface ChartOptions {
  readonly title: string;
  /** Text behind the title: the unit, and which direction is good. */
  readonly unit: string;
  /** Plain words that say what the chart shows. */
  readonly words: string;
  readonly format: (value: number) => string;
  readonly scale: (greatest: number) => ScaleOptions;
  /** Returns the line of a run. */
  readonly points: (run: RunView) => readonly Point[];
}

/** Time by which an arrow key moves the cursor, in ms. */
const STEP = 250;
const MARGINS = { marginLeft: 50, marginRight: 14, marginTop: 6, marginBottom: 18 };

/**
 * A line chart of few points. All series begin at 0, so that runs made one after another lie over each other. The pointer and the arrow
 * keys move a cursor. The values at the cursor are written below the chart; without a cursor, the medians are.
 */
export class Chart {
  readonly node: HTMLElement;
  readonly points: ChartOptions['points'];
  readonly #options: ChartOptions;
  readonly #plot: HTMLElement = element('div', { class: 'plot', tabindex: '0', role: 'img' });
  readonly #readout: HTMLElement = element('p', { class: 'readout' });
  #size = { width: 0, height: 0 };
  #drawing: Drawing | undefined;
  #shown = '';
  #series: readonly Series[] = [];
  #seconds = 1;
  #cursor: number | undefined;

  constructor(options: ChartOptions) {
    this.#options = options;
    this.points = options.points;
    const { title, unit, words } = options;
    this.node = element(
      'figure',
      { class: 'chart' },
      element('h3', {}, `${title} `, element('span', { class: 'unit' }, unit)),
      this.#plot,
      this.#readout,
      element('figcaption', { class: 'words' }, words),
    );
    this.#plot.addEventListener('pointermove', (event) => this.#point(event));
    this.#plot.addEventListener('pointerleave', () => this.#moveTo(undefined));
    this.#plot.addEventListener('blur', () => this.#moveTo(undefined));
    this.#plot.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(
      ([
        {
          contentRect: { width, height },
        },
      ]) => {
        this.#size = { width, height };
        this.#draw();
      },
    ).observe(this.#plot);
  }

  show(series: readonly Series[], seconds: number): void {
    const shown = JSON.stringify([series, seconds]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#series = series;
    this.#seconds = seconds;
    this.#write();
    this.#draw();
  }

  #draw(): void {
    // The chart is folded, or not laid out yet. Its figures are there as text all the same.
    if (this.#size.width === 0) return;
    const { format, scale } = this.#options;
    const all = this.#series.flatMap(({ points }) => points.map(({ value }) => value));
    const cursor = this.#cursor === undefined ? [] : [this.#cursor / 1_000];
    const seconds = this.#seconds;
    this.#drawing = draw(this.#plot, {
      ...MARGINS,
      ...this.#size,
      x: {
        domain: [0, seconds],
        clamp: true,
        ticks: Math.min(6, seconds),
        tickFormat: (second) => `${second} s`,
        tickSize: 0,
        label: null,
      },
      y: { ...scale(Math.max(0, ...all)), grid: true, tickFormat: format, tickSize: 0, label: null },
      marks: [
        ...this.#series.flatMap(linesOf),
        Plot.ruleX(cursor, { stroke: 'var(--soft)', strokeDasharray: '2 2' }),
      ],
    });
  }

  #write(): void {
    const { title, format } = this.#options;
    const cursor = this.#cursor;
    const when = cursor === undefined ? 'median' : `at ${(cursor / 1_000).toFixed(1)} s`;
    const values = this.#series
      .filter(({ points }) => points.length > 0)
      .map(({ title: name, className, points }) => {
        const value =
          cursor === undefined ? median(points.map((each) => each.value)) : nearest(points, cursor);
        return { className, text: `${name} ${format(value)}` };
      });
    this.#readout.replaceChildren(
      ...(values.length === 0 ? ['No run yet.'] : [`${when}: `]),
      ...values.map(({ className, text }) => element('span', {}, swatch(className), text)),
    );
    const summary = values.map(({ text }) => text).join(', ');
    this.#plot.setAttribute('aria-label', `${title}, ${when}: ${summary === '' ? 'no run yet' : summary}`);
  }

  #point({ clientX }: PointerEvent): void {
    const second = this.#drawing?.scale('x')?.invert?.(clientX - this.#plot.getBoundingClientRect().left);
    if (typeof second === 'number') this.#moveTo(second * 1_000);
  }

  #key(event: KeyboardEvent): void {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      this.#moveTo((this.#cursor ?? 0) + direction * STEP);
    } else if (event.key === 'Escape') {
      this.#moveTo(undefined);
    }
  }

  #moveTo(at: number | undefined): void {
    const cursor = at === undefined ? undefined : Math.min(this.#seconds * 1_000, Math.max(0, at));
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    this.#write();
    this.#draw();
  }
}

/** Makes the line of a series, and a dot at its end. */
function linesOf({ className, points }: Series): Markish[] {
  const place = { x: ({ at }: Point) => at / 1_000, y: 'value', className };
  return [
    Plot.lineY(points, {
      ...place,
      stroke: 'var(--series)',
      strokeWidth: 2,
      strokeDasharray: 'var(--dash, none)',
    }),
    Plot.dot(points.slice(-1), { ...place, fill: 'var(--series)', r: 3 }),
  ];
}

function nearest(points: readonly Point[], at: number): number {
  const far = (point: Point): number => Math.abs(point.at - at);
  return points.reduce((best, point) => (far(point) < far(best) ? point : best)).value;
}
