import { approachById } from '../approaches/approaches.js';
import type { Outcome } from '../figures/outcome.js';
import { FIGURES, REQUESTS } from './figures.js';
import { spreadOf, type Spread } from '../race/spread.js';

/** Figures as lines, approaches as columns, as GitHub's Markdown; what nobody has is left out. */
export function outcomeTable(outcomes: Readonly<Record<string, readonly Outcome[]>>): string {
  const ids = Object.keys(outcomes);
  const rows = [['median of the rounds', ...ids.map((id) => approachById(id)?.title ?? id)]];
  for (const { title, of, digits } of FIGURES) {
    const spreads = ids.map((id) => spreadOf(outcomes[id].map(of)));
    if (spreads.every((each) => each === undefined)) continue;
    rows.push([title, ...spreads.map((each) => each?.median.toFixed(digits) ?? '-')]);
    if (title === REQUESTS.title)
      rows.push(['(least to most)', ...spreads.map((each) => range(each, digits))]);
  }
  return markdownTable(rows);
}

function range(spread: Spread | undefined, digits: number): string {
  if (spread === undefined) return '-';
  return `${spread.least.toFixed(digits)} to ${spread.most.toFixed(digits)}`;
}

/** The first row is the head; the first column is text, the others figures. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(rows[0]), rule, ...rows.slice(1).map(line)].join('\n');
}
