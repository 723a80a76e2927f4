import { DELAY_QUANTILES } from '../load/window.js';
import { formatNumber } from './format.js';
import type { CellResults, Results } from './results.js';

/** File name (without folder; it begins with `stem`) → SVG. Empty when the results are not of loads on a grid of sizes and concurrencies. */
export function plotsOf(results: Results, stem: string): Readonly<Record<string, string>> {
  const grid = results.cells.flatMap((cell) => {
    const parts = /^(get|set)-([^-]+)-c(\d+)$/.exec(cell.id);
    return parts === null ? [] : [{ cell, load: `${parts[1]} ${parts[2]}`, calls: Number(parts[3]) }];
  });
  if (results.experiment !== 'get-set' || grid.length === 0) return {};
  return {
    [`${stem}-throughput.svg`]: bars(results, grid, 'opsPerSecond'),
    [`${stem}-main-thread.svg`]: bars(results, grid, 'mainMicros'),
    [`${stem}-loop-delay.svg`]: delays(results, grid),
  };
}

interface GridCell {
  readonly cell: CellResults;
  readonly load: string;
  readonly calls: number;
}

/** Colours are classes, so that a reader's dark mode is honoured; approaches beyond the third share its colour. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .muted { fill: #59636e; font-size: 11px; }
  .title { font-size: 14px; font-weight: 600; }
  .axis { stroke: #59636e; stroke-width: 1; fill: none; }
  .grid { stroke: #59636e; stroke-width: 1; stroke-opacity: 0.25; }
  .fill0 { fill: #9a6700; } .fill1 { fill: #0969da; } .fill2 { fill: #1a7f37; }
  .line0 { stroke: #9a6700; } .line1 { stroke: #0969da; } .line2 { stroke: #1a7f37; }
  .line { fill: none; stroke-width: 2; }
  .whisker { stroke: #1f2328; stroke-width: 1; stroke-opacity: 0.7; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .muted { fill: #9198a1; }
    .axis, .grid { stroke: #9198a1; }
    .fill0 { fill: #d29922; } .fill1 { fill: #4493f8; } .fill2 { fill: #3fb950; }
    .line0 { stroke: #d29922; } .line1 { stroke: #4493f8; } .line2 { stroke: #3fb950; }
    .whisker { stroke: #e6edf3; }
  }`;
const colour = (index: number): number => Math.min(index, 2);

const PANEL = { width: 250, height: 150, left: 56, top: 46, gapX: 64, gapY: 62 } as const;
const COLUMNS = 3;

const round = (value: number): number => Math.round(value * 10) / 10;
const escaped = (content: string): string =>
  content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** One element of SVG; numbers to a tenth of a pixel. */
function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escaped(value)}"`);
  return content === '' ? `<${name}${list.join('')}/>` : `<${name}${list.join('')}>${content}</${name}>`;
}

const text = (x: number, y: number, content: string, anchor = 'start', css = ''): string =>
  element('text', { x, y, 'text-anchor': anchor, class: css }, escaped(content));
const line = (x1: number, y1: number, x2: number, y2: number, css: string): string =>
  element('line', { x1, y1, x2, y2, class: css });
/** @param tooltip shown by browsers when the pointer rests on it */
const bar = (x: number, y: number, width: number, height: number, css: string, tooltip: string): string =>
  element('rect', { x, y, width, height, class: css }, element('title', {}, escaped(tooltip)));

/** A panel a kind of load, a group of bars a concurrency, a bar an approach; whiskers are the quartiles. */
function bars(results: Results, grid: readonly GridCell[], key: string): string {
  const { approaches, figures, node } = results;
  const title = figures.find((figure) => figure.key === key)?.title ?? key;
  const panels = [...new Set(grid.map(({ load }) => load))].map((load) => {
    const cells = grid.filter((one) => one.load === load).toSorted((a, b) => a.calls - b.calls);
    const highs = cells.flatMap(({ cell }) => cell.summaries[key].map((summary) => summary?.high ?? 0));
    const top = niceCeiling(Math.max(...highs));
    const heightOf = (value: number): number => (value / top) * PANEL.height;
    const groupWidth = PANEL.width / cells.length;
    const barWidth = Math.min(26, (groupWidth * 0.8) / approaches.length);
    const draw = (x: number, bottom: number): string[] =>
      cells.flatMap(({ cell, calls }, group) => {
        const middle = x + groupWidth * (group + 0.5);
        const drawn = approaches.flatMap((approach, i) => {
          const summary = cell.summaries[key][i];
          if (summary === null) return [];
          const { median, low, high } = summary;
          const left = middle + barWidth * (i - approaches.length / 2);
          const whisker = left + barWidth / 2 - 1;
          const height = heightOf(median);
          const tooltip = `${approach}: ${formatNumber(median)}`;
          return [
            bar(left, bottom - height, barWidth - 2, height, `fill${colour(i)}`, tooltip),
            line(whisker, bottom - heightOf(low), whisker, bottom - heightOf(high), 'whisker'),
          ];
        });
        return [...drawn, text(middle, bottom + 15, `c=${calls}`, 'middle', 'muted')];
      });
    const ticks = [0, top / 2, top].map((tick) => [heightOf(tick), formatNumber(tick)] as const);
    return { title: load, ticks, draw };
  });
  return page(`${title}, Node ${node}: median and quartiles`, approaches, panels);
}

/** Which cells have their distribution drawn: those that a server under load is like. */
const DELAY_LOADS = ['get 1KB', 'set 1KB', 'get 100KB'];
const SHOWN = [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 1];
const DECADES = 3;

/** A panel a load at its highest concurrency; the loop delay over the quantiles, both scales logarithmic. */
function delays({ approaches, node }: Results, grid: readonly GridCell[]): string {
  const most = Math.max(...grid.map(({ calls }) => calls));
  const chosen = grid.filter(({ load, calls }) => calls === most && DELAY_LOADS.includes(load));
  const heightOf = (ms: number): number => Math.min(1, Math.max(0, Math.log10(ms) / DECADES)) * PANEL.height;
  const panels = chosen.map(({ cell, load, calls }) => {
    const draw = (x: number, bottom: number): string[] => {
      const xOf = (q: number): number => x + (SHOWN.indexOf(q) / (SHOWN.length - 1)) * PANEL.width;
      const lines = approaches.map((_, approach) => {
        const points = quantilesOf(cell, approach).map(
          ([q, ms]) => `${round(xOf(q))},${round(bottom - heightOf(ms))}`,
        );
        return element('polyline', { points: points.join(' '), class: `line line${colour(approach)}` });
      });
      const labels = [0.5, 0.9, 0.99, 1].map((q) =>
        text(xOf(q), bottom + 15, q === 1 ? 'max' : `p${q * 100}`, 'middle', 'muted'),
      );
      return [...lines, ...labels];
    };
    const ticks = [1, 10, 100, 1000].map((ms) => [heightOf(ms), `${ms} ms`] as const);
    return { title: `${load}, c=${calls}`, ticks, draw };
  });
  const title = `Loop delay by quantile, Node ${node}: medians of the processes (1 ms is an idle loop)`;
  return page(title, approaches, panels);
}

/** From the kept quantiles, or where a run has none from its three figures. */
function quantilesOf(cell: CellResults, index: number): [q: number, ms: number][] {
  const kept = cell.delayQuantiles?.[index] ?? [];
  if (kept.length > 0)
    return DELAY_QUANTILES.map((q, i): [number, number] => [q, kept[i]]).filter(([q]) => SHOWN.includes(q));
  const figures = { loopDelayP50: 0.5, loopDelayP99: 0.99, loopDelayMax: 1 };
  return Object.entries(figures).flatMap(([key, q]): [number, number][] => {
    const summary = cell.summaries[key]?.[index] ?? null;
    return summary === null ? [] : [[q, summary.median]];
  });
}

interface Panel {
  readonly title: string;
  readonly ticks: readonly (readonly [height: number, label: string])[];
  draw(x: number, bottom: number): readonly string[];
}

function page(title: string, approaches: readonly string[], panels: readonly Panel[]): string {
  const width = PANEL.left + Math.min(COLUMNS, panels.length) * (PANEL.width + PANEL.gapX);
  const height = 60 + Math.ceil(panels.length / COLUMNS) * (PANEL.height + PANEL.gapY) + 26;
  let at = 16;
  const legend = approaches.flatMap((label, i) => {
    const x = at;
    at += 30 + label.length * 7;
    return [bar(x, 39, 11, 11, `fill${colour(i)}`, label), text(x + 16, 48, label)];
  });
  const drawn = panels.flatMap((panel, index) => {
    const x = PANEL.left + (index % COLUMNS) * (PANEL.width + PANEL.gapX);
    const y = 46 + PANEL.top + Math.floor(index / COLUMNS) * (PANEL.height + PANEL.gapY);
    const bottom = y + PANEL.height;
    const axis = panel.ticks.flatMap(([tick, label]) => [
      line(x, bottom - tick, x + PANEL.width, bottom - tick, 'grid'),
      text(x - 6, bottom - tick + 4, label, 'end', 'muted'),
    ]);
    // `get 1KB` → `get 1 KB`
    return [text(x, y - 8, panel.title.replace(/(?<=\d)(?=[BKM])/, ' ')), ...axis, ...panel.draw(x, bottom)];
  });
  const body = [text(16, 24, title, 'start', 'title'), ...legend, ...drawn];
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  const root = { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'aria-label': title };
  return `${element('svg', root, `\n<style>${STYLE}\n</style>\n${body.join('\n')}\n`)}\n`;
}

/** A round number not below `value`: 1, 2 or 5 times a power of ten. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power;
}
