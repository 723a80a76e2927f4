import { DELAY_QUANTILES } from '../load/window.js';
import { formatNumber } from './format.js';
import type { CellResults, Results } from './results.js';
import { bar, COLOURS, legend, line, niceCeiling, polyline, svgDocument, text, type Anchor } from './svg.js';

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

const PANEL = { width: 250, height: 150, left: 56, top: 46, gapX: 64, gapY: 62 } as const;
const COLUMNS = 3;
const ticksOf = (top: number): number[] => [0, top / 2, top];
const colour = (index: number): number => Math.min(index, COLOURS - 1);

/** A panel a kind of load, a group of bars a concurrency, a bar an approach; whiskers are the quartiles. */
function bars(results: Results, grid: readonly GridCell[], key: string): string {
  const title = results.figures.find((figure) => figure.key === key)?.title ?? key;
  const loads = [...new Set(grid.map(({ load }) => load))];
  const panels = loads.flatMap((load, index) => {
    const { x, y } = placeOf(index);
    const cells = grid.filter((one) => one.load === load).toSorted((a, b) => a.calls - b.calls);
    const top = niceCeiling(
      Math.max(...cells.flatMap(({ cell }) => cell.summaries[key].map((summary) => summary?.high ?? 0))),
    );
    const heightOf = (value: number): number => (value / top) * PANEL.height;
    const groupWidth = PANEL.width / cells.length;
    const barWidth = Math.min(26, (groupWidth * 0.8) / results.approaches.length);
    const groups = cells.flatMap(({ cell, calls }, group) => {
      const start = x + groupWidth * (group + 0.5) - (barWidth * results.approaches.length) / 2;
      const drawn = results.approaches.flatMap((approach, i) => {
        const summary = cell.summaries[key][i];
        if (summary === null) return [];
        const height = heightOf(summary.median);
        const left = start + i * barWidth;
        const middle = left + barWidth / 2;
        return [
          bar(
            left,
            y + PANEL.height - height,
            barWidth - 2,
            height,
            `fill${colour(i)}`,
            `${approach}: ${formatNumber(summary.median)}`,
          ),
          line(
            middle - 1,
            y + PANEL.height - heightOf(summary.low),
            middle - 1,
            y + PANEL.height - heightOf(summary.high),
            'whisker',
          ),
        ];
      });
      return [
        ...drawn,
        text(x + groupWidth * (group + 0.5), y + PANEL.height + 15, `c=${calls}`, 'middle', 'muted'),
      ];
    });
    return [
      text(x, y - 8, load.replace(/(?<=\d)(?=[BKM])/, ' ')),
      ...axis(
        x,
        y,
        ticksOf(top).map((tick) => [heightOf(tick), formatNumber(tick)] as const),
      ),
      ...groups,
    ];
  });
  return page(
    `${title}, Node ${results.node}: median and quartiles`,
    loads.length,
    results.approaches,
    panels,
  );
}

/** Which cells have their distribution drawn: those that a server under load is like. */
const DELAY_LOADS = ['get 1KB', 'set 1KB', 'get 100KB'];
const SHOWN = [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 1];
const LOWEST_MS = 1;

/** A panel a load at its highest concurrency; the loop delay over the quantiles, both scales logarithmic. */
function delays(results: Results, grid: readonly GridCell[]): string {
  const most = Math.max(...grid.map(({ calls }) => calls));
  const chosen = grid.filter(({ load, calls }) => calls === most && DELAY_LOADS.includes(load));
  const decades = 3;
  const heightOf = (ms: number): number =>
    Math.min(1, Math.max(0, Math.log10(ms / LOWEST_MS) / decades)) * PANEL.height;
  const panels = chosen.flatMap(({ cell, load, calls }, index) => {
    const { x, y } = placeOf(index);
    const xOf = (q: number): number => x + (SHOWN.indexOf(q) / (SHOWN.length - 1)) * PANEL.width;
    const lines = results.approaches.map((_, approach) =>
      polyline(
        quantilesOf(cell, approach).map(([q, ms]) => [xOf(q), y + PANEL.height - heightOf(ms)] as const),
        `line line${colour(approach)}`,
      ),
    );
    const labels = [0.5, 0.9, 0.99, 1].map((q) =>
      text(xOf(q), y + PANEL.height + 15, q === 1 ? 'max' : `p${q * 100}`, 'middle', 'muted'),
    );
    const ticks = [1, 10, 100, 1000].map((ms) => [heightOf(ms), `${ms} ms`] as const);
    return [
      text(x, y - 8, `${load.replace(/(?<=\d)(?=[BKM])/, ' ')}, c=${calls}`),
      ...axis(x, y, ticks),
      ...lines,
      ...labels,
    ];
  });
  return page(
    `Loop delay by quantile, Node ${results.node}: medians of the processes (1 ms is an idle loop)`,
    chosen.length,
    results.approaches,
    panels,
  );
}

/** From the kept quantiles, or where a run has none from its three figures. */
function quantilesOf(cell: CellResults, index: number): [q: number, ms: number][] {
  const kept = cell.delayQuantiles?.[index] ?? [];
  if (kept.length > 0)
    return DELAY_QUANTILES.map((q, i): [number, number] => [q, kept[i]]).filter(([q]) => SHOWN.includes(q));
  const figures = [
    [0.5, 'loopDelayP50'],
    [0.99, 'loopDelayP99'],
    [1, 'loopDelayMax'],
  ] as const;
  return figures.flatMap(([q, key]): [number, number][] => {
    const summary = cell.summaries[key]?.[index] ?? null;
    return summary === null ? [] : [[q, summary.median]];
  });
}

function placeOf(index: number): { x: number; y: number } {
  return {
    x: PANEL.left + (index % COLUMNS) * (PANEL.width + PANEL.gapX),
    y: 60 + PANEL.top + Math.floor(index / COLUMNS) * (PANEL.height + PANEL.gapY) - 14,
  };
}

function axis(x: number, y: number, ticks: readonly (readonly [height: number, label: string])[]): string[] {
  const end: Anchor = 'end';
  return ticks.flatMap(([height, label]) => [
    line(x, y + PANEL.height - height, x + PANEL.width, y + PANEL.height - height, 'grid'),
    text(x - 6, y + PANEL.height - height + 4, label, end, 'muted'),
  ]);
}

function page(title: string, panels: number, approaches: readonly string[], body: readonly string[]): string {
  const columns = Math.min(COLUMNS, panels);
  const rows = Math.ceil(panels / COLUMNS);
  const width = PANEL.left + columns * (PANEL.width + PANEL.gapX);
  const height = 60 + rows * (PANEL.height + PANEL.gapY) + 26;
  return svgDocument(width, height, title, [
    text(16, 24, title, 'start', 'title'),
    ...legend(16, 48, approaches),
    ...body,
  ]);
}
