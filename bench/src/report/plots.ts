import { axisFx, axisY, barY, gridY, ruleX } from '@observablehq/plot';
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
