import { axisFx, axisX, axisY, barY, gridY, lineY, ruleX } from '@observablehq/plot';
import { DELAY_QUANTILES } from '../load/window.js';
import { formatNumber } from './format.js';
import type { CellResults, Results } from './results.js';
import { colourOf, drawSheet, MUTED, type Panel } from './sheet.js';

/**
 * Renders plots as SVG, by file name (without folder; it begins with `stem`). There are none if the results are not of loads on a grid of
 * sizes and concurrencies.
 */
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

const GRID = { stroke: MUTED, strokeOpacity: 0.25 };
const AXIS = { color: MUTED, fontSize: 11, tickSize: 0, label: null };

/**
 * Draws a panel for each kind of load, with a group of bars for each concurrency and a bar for each approach; whiskers are the quartiles.
 */
function bars({ approaches, figures, node }: Results, grid: readonly GridCell[], key: string): string {
  const title = figures.find((figure) => figure.key === key)?.title ?? key;
  const panels = [...new Set(grid.map(({ load }) => load))].map((load): Panel => {
    const cells = grid.filter((one) => one.load === load).toSorted((a, b) => a.calls - b.calls);
    const data = cells.flatMap(({ cell, calls }) =>
      approaches.flatMap((approach, i) => {
        const summary = cell.summaries[key][i];
        return summary === null ? [] : [{ approach, colour: colourOf(i), calls, ...summary }];
      }),
    );
    return {
      title: load,
      fx: { padding: 0 },
      x: { domain: approaches, axis: null, paddingInner: 0.08, paddingOuter: 0.35 },
      y: { domain: [0, Math.max(...data.map(({ high }) => high))], nice: 3 },
      marks: [
        gridY({ ticks: 3, ...GRID }),
        axisY({ ticks: 3, tickFormat: formatNumber, ...AXIS }),
        axisFx({ anchor: 'bottom', tickFormat: (calls: number) => `c=${calls}`, ...AXIS }),
        barY(data, {
          fx: 'calls',
          x: 'approach',
          y: 'median',
          fill: 'colour',
          title: ({ approach, median }: (typeof data)[number]) => `${approach}: ${formatNumber(median)}`,
        }),
        ruleX(data, { fx: 'calls', x: 'approach', y1: 'low', y2: 'high', strokeOpacity: 0.7 }),
      ],
    };
  });
  return drawSheet(`${title}, Node ${node}: median and quartiles`, approaches, panels);
}

/** Loads whose distribution is drawn: those that are like a server's. */
const DELAY_LOADS = ['get 1KB', 'set 1KB', 'get 100KB'];
const SHOWN = [0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 1];

/** Draws a panel for each load at its highest concurrency: the loop delay over the quantiles, on a logarithmic scale. */
function delays({ approaches, node }: Results, grid: readonly GridCell[]): string {
  const chosen = DELAY_LOADS.flatMap((wanted) => {
    const cells = grid.filter(({ load }) => load === wanted).toSorted((a, b) => a.calls - b.calls);
    return cells.slice(-1);
  });
  const panels = chosen.map(({ cell, load, calls }): Panel => ({
    title: `${load}, c=${calls}`,
    x: { type: 'point', domain: SHOWN, padding: 0 },
    y: { type: 'log', domain: [1, 1_000], clamp: true },
    marks: [
      gridY({ ticks: 3, ...GRID }),
      axisY({ ticks: 3, tickFormat: (ms: number) => `${ms} ms`, ...AXIS }),
      axisX({ ticks: [0.5, 0.9, 0.99, 1], tickFormat: quantileName, ...AXIS }),
      ...approaches.map((_, i) =>
        lineY(quantilesOf(cell, i), { x: '0', y: '1', stroke: colourOf(i), strokeWidth: 2 }),
      ),
    ],
  }));
  const title = `Loop delay by quantile, Node ${node}: medians of the processes (1 ms is an idle loop)`;
  return drawSheet(title, approaches, panels);
}

function quantileName(q: number): string {
  return q === 1 ? 'max' : `p${q * 100}`;
}

/** Returns the kept quantiles, or if a run has none, those of its three figures. */
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
