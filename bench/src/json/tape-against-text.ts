import type { Cell, Figure, Values } from '../experiment.js';
import { formatShort } from '../report/format.js';
import { renderTable } from '../report/markdown.js';
import { compare } from '../stats.js';

/**
 * Compares two approaches of which neither is the baseline; each pair is two processes of one round.
 *
 * @returns Markdown; empty if one of them was not measured
 */
export function tapeAgainstText(
  cells: readonly Cell[],
  figures: readonly Figure[],
  [tape, text]: readonly [tape: string, text: string],
  values: Values,
): string {
  const isMeasured = ({ id }: Cell): boolean =>
    [tape, text].every((approach) => values(id, figures[0].key, approach).some((value) => value !== null));
  const rows = cells.filter(isMeasured).map(({ id, title }) => [
    title,
    ...figures.map((figure) => {
      const baselines = values(id, figure.key, text);
      const candidates = values(id, figure.key, tape);
      const pairs = baselines.map((baseline, i) => ({ baseline, candidate: candidates[i] }));
      return formatShort(compare(pairs), figure);
    }),
  ]);
  if (rows.length === 0) return '';
  return [
    `## ${tape} ÷ ${text}`,
    'What a tape brings, beside what offloop brings without: `=` says that the interval holds 1, `▼` that a tape is worse.',
    renderTable(['Cell', ...figures.map(({ title }) => title)], rows),
  ].join('\n\n');
}
