import { isBusy } from '../harness/environment.js';
import { formatComparison, formatNumber, formatSummary } from './format.js';
import { renderTable } from './markdown.js';
import type { Results } from './results.js';

/** One experiment in the overview: its headline figures as columns, published ones beside them, and where all the rest is. */
export function renderChapter(results: Results, stem: string, plots: readonly string[]): string {
  const { environment } = results;
  const caption =
    `${results.method} Node ${results.node}, ${results.pairs} pairs, windows of ${formatNumber(results.timing.window)} s, ` +
    `${environment.busyBefore} CPUs at other work before the start${environment.commit === null ? '' : `, commit ${environment.commit}`}. ` +
    `[All figures](results/${stem}.md).`;
  const sections = [
    `## ${results.title} (\`${stem}\`)`,
    caption,
    isBusy(environment) ? '**Measured on a machine that had other work: a look, not a claim.**' : '',
    ...plots.map((plot) => `![${plot.replace(/\.svg$/, '')}](results/plots/${plot})`),
    renderFirst(results),
    renderRatios(results),
    results.remarks === undefined ? '' : results.remarks.replace(/^## /, '### '),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The first headline figure as measured, beside what others published. */
function renderFirst(results: Results): string {
  const figure = results.figures.find(({ headline }) => headline);
  if (figure === undefined) return '';
  const published = results.published.filter((one) => one.figure === figure.key);
  const columns = [...new Set(published.map(({ column }) => column))];
  const rows = results.cells.map((cell) => [
    cell.title,
    ...results.approaches.map((_, index) => formatSummary(cell.summaries[figure.key]?.[index] ?? null)),
    ...columns.map((column) => {
      const entry = published.find((one) => one.cell === cell.id && one.column === column);
      return entry === undefined ? '' : formatNumber(entry.value);
    }),
  ]);
  return `${figure.title}, median (quartiles):\n\n${renderTable(['Cell', ...results.approaches, ...columns], rows)}`;
}

function renderRatios(results: Results): string {
  const headlines = results.figures.filter(({ headline }) => headline);
  const [baseline, ...candidates] = results.approaches;
  const rows = candidates.flatMap((candidate, index) =>
    results.cells.map((cell) => [
      cell.title,
      candidate,
      ...headlines.map((figure) => formatComparison(cell.comparisons[figure.key]?.[index] ?? null, figure)),
    ]),
  );
  if (rows.length === 0) return '';
  const header = ['Cell', 'Approach', ...headlines.map(({ title }) => title)];
  return `Ratios to \`${baseline}\`:\n\n${renderTable(header, rows)}`;
}
