import type { Markish, ScaleOptions } from '@observablehq/plot';
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

const MARGINS = { marginLeft: 50, marginRight: 14, marginTop: 6, marginBottom: 18 };

/** A line chart of few points. All series begin at 0, so that runs made one after another lie over each other. Medians are written below it. */
export class Chart {
  readonly node: HTMLElement;
  readonly points: ChartOptions['points'];
  readonly #options: ChartOptions;
  readonly #plot: HTMLElement = element('div', { class: 'plot', role: 'img' });
  readonly #readout: HTMLElement = element('p', { class: 'readout' });
  #size = { width: 0, height: 0 };
  #shown = '';
  #series: readonly Series[] = [];
  #seconds = 1;

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
    const seconds = this.#seconds;
    draw(this.#plot, {
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
      marks: this.#series.flatMap(linesOf),
    });
  }

  #write(): void {
    const { title, format } = this.#options;
    const values = this.#series
      .filter(({ points }) => points.length > 0)
      .map(({ title: name, className, points }) => {
        return { className, text: `${name} ${format(median(points.map(({ value }) => value)))}` };
      });
    this.#readout.replaceChildren(
      ...(values.length === 0 ? ['No run yet.'] : ['median: ']),
      ...values.map(({ className, text }) => element('span', {}, swatch(className), text)),
    );
    const summary = values.length === 0 ? 'no run yet' : values.map(({ text }) => text).join(', ');
    this.#plot.setAttribute('aria-label', `${title}, median: ${summary}`);
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
