import { SUMMARY_COLUMNS, SUMMARY_ROWS, type SummaryRow } from '../summary-rows.js';
import type { Comparison } from '../stats.js';
import { CANDIDATE, formatShort } from './format.js';
import { renderTable } from './markdown.js';
import type { Results } from './results.js';

/** A function that returns the results of an experiment; null if there are none. */
type Find = (experiment: string) => Results | null;

/** Renders README's table: offloop compared with the official client, a row for each kind of load. */
export function renderSummary(find: Find): string {
  const rows = SUMMARY_ROWS.map((row) => [
    row.title,
    ...row.figures.map((key) => {
      const figure = find(row.experiment)?.figures.find((one) => one.key === key);
      return figure === undefined ? '–' : formatShort(comparisonOf(find, row, key), figure);
    }),
  ]);
  return renderTable(['offloop ÷ hazelcast-client', ...SUMMARY_COLUMNS], rows, true);
}

/** Renders where a run and the published figures exclude each other: their intervals do not overlap. */
export function renderChanges(now: Find, kept: Find): string {
  let compared = 0;
  const changes = SUMMARY_ROWS.flatMap((row) =>
    row.figures.flatMap((key, column) => {
      const [fresh, old] = [comparisonOf(now, row, key), comparisonOf(kept, row, key)];
      if (fresh?.interval == null || old?.interval == null) return [];
      compared++;
      if (fresh.interval[0] <= old.interval[1] && old.interval[0] <= fresh.interval[1]) return [];
      const [is, was] = [fresh, old].map((one) =>
        formatShort(one, { better: 'higher' }).replace(/ [=▼]$/, ''),
      );
      return [`- ${row.title}, ${SUMMARY_COLUMNS[column]}: ${is}, published ${was}`];
    }),
  );
  const published = kept(SUMMARY_ROWS[0].experiment);
  const where = published === null ? '' : ` (Node ${published.node}, ${published.environment.cpu})`;
  const head = `Against the published results${where}: ${changes.length} of ${compared} intervals lie apart.`;
  return [head, ...changes].join('\n');
}

function comparisonOf(find: Find, { experiment, cell: id }: SummaryRow, key: string): Comparison | null {
  const results = find(experiment);
  const candidate = results?.approaches.indexOf(CANDIDATE) ?? 0;
  const cell = results?.cells.find((one) => one.id === id);
  return candidate < 1 ? null : (cell?.comparisons[key]?.[candidate - 1] ?? null);
}
