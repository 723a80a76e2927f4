import { element, svg, swatch } from './dom.js';
import type { Scale } from './scale.js';

/** `at` in ms. */
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
  /** Behind the title; says which direction is good, too. */
  readonly unit: string;
  /** What is seen, in plain words. */
  readonly words: string;
  readonly format: (value: number) => string;
  readonly scale: (greatest: number) => Scale;
}

const LEFT = 50;
const RIGHT = 8;
const TOP = 6;
const BOTTOM = 18;
/** A step of the arrow keys, in ms. */
const STEP = 250;

/**
 * A line chart of few points. All series begin at 0, so that runs made one after another lie over each other. The
 * pointer, or the arrow keys, move a cursor whose values are written below; without a cursor, the medians are.
 */
export class Chart {
  readonly node: HTMLElement;
  readonly #options: ChartOptions;
  readonly #plot: HTMLElement = element('div', { class: 'plot', tabindex: '0', role: 'img' });
  readonly #surface: SVGSVGElement = svg('svg', { class: 'surface', 'aria-hidden': 'true' });
  readonly #readout: HTMLElement = element('p', { class: 'readout' });
  #series: readonly Series[] = [];
  #seconds = 1;
  #cursor: number | undefined;

  constructor(options: ChartOptions) {
    this.#options = options;
    const { title, unit, words } = options;
    this.#plot.append(this.#surface);
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
    new ResizeObserver(() => this.#draw()).observe(this.#plot);
  }

  show(series: readonly Series[], seconds: number): void {
    this.#series = series;
    this.#seconds = seconds;
    this.#draw();
  }

  #draw(): void {
    const { width, height } = this.#plot.getBoundingClientRect();
    const inner = { width: width - LEFT - RIGHT, height: height - TOP - BOTTOM };
    if (inner.width <= 0 || inner.height <= 0) return;
    const all = this.#series.flatMap(({ points }) => points.map(({ value }) => value));
    const scale = this.#options.scale(Math.max(0, ...all));
    const x = (at: number): number =>
      LEFT + (Math.min(at / 1_000, this.#seconds) / this.#seconds) * inner.width;
    const y = (value: number): number => TOP + (1 - scale.place(value)) * inner.height;
    this.#surface.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.#surface.replaceChildren(
      ...this.#horizontals(scale, y, width),
      ...this.#timeLabels(x, height),
      ...this.#series.flatMap((each) => lineOf(each, x, y)),
      ...this.#cursorLine(x, height),
    );
    this.#write();
  }

  #horizontals(scale: Scale, y: (value: number) => number, width: number): SVGElement[] {
    return scale.ticks.flatMap((tick) => [
      svg('line', { class: 'gridline', x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }),
      svg('text', { x: LEFT - 6, y: y(tick) + 4, 'text-anchor': 'end' }, this.#options.format(tick)),
    ]);
  }

  #timeLabels(x: (at: number) => number, height: number): SVGElement[] {
    const step = Math.max(1, Math.ceil(this.#seconds / 6));
    const labels: SVGElement[] = [];
    for (let second = 0; second <= this.#seconds; second += step) {
      const anchor = second === 0 ? 'start' : second === this.#seconds ? 'end' : 'middle';
      labels.push(svg('text', { x: x(second * 1_000), y: height - 3, 'text-anchor': anchor }, `${second} s`));
    }
    return labels;
  }

  #cursorLine(x: (at: number) => number, height: number): SVGElement[] {
    if (this.#cursor === undefined) return [];
    const at = x(this.#cursor);
    return [svg('line', { class: 'cursor', x1: at, x2: at, y1: TOP, y2: height - BOTTOM })];
  }

  #write(): void {
    const { title, format } = this.#options;
    const cursor = this.#cursor;
    const when = cursor === undefined ? 'median' : `at ${(cursor / 1_000).toFixed(1)} s`;
    const values = this.#series.flatMap((each) => {
      const value = cursor === undefined ? middle(each.points) : nearest(each.points, cursor);
      return value === undefined ? [] : [{ each, text: `${each.title} ${format(value)}` }];
    });
    this.#readout.replaceChildren(
      ...(values.length === 0 ? ['No run yet.'] : [`${when}: `]),
      ...values.map(({ each, text }) => element('span', {}, swatch(each.className), text)),
    );
    const summary = values.map(({ text }) => text).join(', ');
    this.#plot.setAttribute('aria-label', `${title}, ${when}: ${summary === '' ? 'no run yet' : summary}`);
  }

  #point(event: PointerEvent): void {
    const { left, width } = this.#plot.getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / (width - LEFT - RIGHT);
    this.#moveTo(Math.min(1, Math.max(0, share)) * this.#seconds * 1_000);
  }

  #key(event: KeyboardEvent): void {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      const next = (this.#cursor ?? 0) + direction * STEP;
      this.#moveTo(Math.min(this.#seconds * 1_000, Math.max(0, next)));
    } else if (event.key === 'Escape') {
      this.#moveTo(undefined);
    }
  }

  #moveTo(cursor: number | undefined): void {
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    this.#draw();
  }
}

function lineOf(
  { className, points }: Series,
  x: (at: number) => number,
  y: (value: number) => number,
): SVGElement[] {
  const last = points.at(-1);
  if (last === undefined) return [];
  const path = points
    .map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`)
    .join('');
  return [
    svg('path', { class: `series ${className}`, d: path }),
    svg('circle', { class: className, cx: x(last.at), cy: y(last.value), r: 3 }),
  ];
}

function middle(points: readonly Point[]): number | undefined {
  return points.map(({ value }) => value).sort((a, b) => a - b)[points.length >> 1];
}

function nearest(points: readonly Point[], at: number): number | undefined {
  let best: Point | undefined;
  for (const point of points) {
    if (best === undefined || Math.abs(point.at - at) < Math.abs(best.at - at)) best = point;
  }
  return best?.value;
}
