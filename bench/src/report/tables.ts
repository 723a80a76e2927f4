import { formatComparison } from './format.js';
import { captionOf } from './markdown.js';
import type { Results } from './results.js';

/** `<!-- bench:table FILE CELL… ; FILE CELL… -->` (no cells: all) or `<!-- bench:caption FILE -->`, and what is between it and its end. */
const PLACE = /<!-- bench:(table|caption) ([^>]+?) -->\n[^]*?<!-- \/bench:\1 -->/g;
/** Whose ratios the tables of README and documentation have. */
const CANDIDATE = 'offloop';

/**
 * Fills the places that a document keeps for measured figures: nothing that is claimed is typed by hand.
 *
 * @param read published results by the name of their file, without `.json`
 * @throws where a place asks for a cell or a column that was not measured
 */
export function fillTables(text: string, read: (file: string) => Results): string {
  return text.replaceAll(PLACE, (_, kind: string, query: string) => {
    const filled = kind === 'table' ? tableOf(query, read) : captionOf(read(query)).join('\n');
    return `<!-- bench:${kind} ${query} -->\n\n${filled}\n\n<!-- /bench:${kind} -->`;
  });
}

function tableOf(query: string, read: (file: string) => Results): string {
  const parts = query.split(';').map((part) => part.trim().split(/ +/));
  const rows = parts.flatMap(([file = '', ...cells]) => rowsOf(file, cells, read(file)));
  return aligned([headerOf(read(parts[0]?.[0] ?? '')), ...rows]);
}

function headerOf(results: Results): string[] {
  return ['workload', ...headlinesOf(results).map(({ title }) => title)];
}

function headlinesOf({ figures }: Results): Results['figures'] {
  return figures.filter(({ headline }) => headline);
}

function rowsOf(file: string, ids: readonly string[], results: Results): string[][] {
  const candidate = results.approaches.indexOf(CANDIDATE);
  if (candidate < 1) throw new Error(`${file} has no ratios of ${CANDIDATE}`);
  const wanted = ids.length === 0 ? results.cells.map(({ id }) => id) : ids;
  return wanted.map((id) => {
    const cell = results.cells.find((one) => one.id === id);
    if (cell === undefined) throw new Error(`${file} has no cell ${id}`);
    const ratios = headlinesOf(results).map((figure) =>
      formatComparison(cell.comparisons[figure.key]?.[candidate - 1] ?? null, figure),
    );
    return [cell.title, ...ratios.map(shortened)];
  });
}

/** The interval says how sure it is, so the stars go; marks instead of words, as the tables are wide. */
function shortened(ratio: string): string {
  return ratio
    .replaceAll(String.raw`\*`, '')
    .replace(' worse', '')
    .replace('no difference', '=')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/** As the formatter would leave it, so that rendering changes nothing but figures. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(4, ...rows.map((row) => row[column].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [header, ...body] = rows.map(line);
  return [header, rule, ...body].join('\n');
}
