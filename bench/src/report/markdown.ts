import { markdownTable } from 'markdown-table';
import type { Figure } from '../experiment.js';
import { formatDuration } from '../harness/progress.js';
import { formatComparison, formatNumber, formatSummary, Outcome, outcomeOf } from './format.js';
import type { CellResults, Results } from './results.js';

/** Renders one execution. Everything that it says is in the JSON beside it. */
export function renderMarkdown(results: Results): string {
  return joinSections([
    renderOverview(results).trimEnd(),
    ...results.figures.map((figure) => renderFigure(results, figure)),
    renderMemory(results),
  ]);
}

/** Renders the first part, which is also what the terminal gets: caption, headline ratios, losses. */
export function renderOverview(results: Results): string {
  return joinSections([
    `# ${results.title} (\`${results.experiment}\`), Node ${results.node}`,
    renderCaption(results),
    results.complete ? '' : '**Broken off: fewer pairs than asked for.**',
    renderSummary(results),
    results.remarks ?? '',
    renderLosses(results),
    renderCount(results),
  ]);
}

function joinSections(sections: readonly string[]): string {
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function renderCaption(results: Results): string {
  return [
    results.method,
    '',
    ...captionOf(results),
    '- Columns: median (quartiles) over the processes. Ratio: candidate ÷ baseline, geometric mean over the pairs [95 % interval]; \\*\\*\\* p < 0.001, \\*\\* p < 0.01, \\* p < 0.05; ▼ marks what the candidate loses.',
  ].join('\n');
}

/** Returns the lines of a list that says on what it was measured, with what, and how often. */
export function captionOf({ environment, hazelcast, setUp, timing, ...results }: Results): string[] {
  const versions = Object.entries(environment.clients).map(([name, version]) => `${name} ${version}`);
  const commit = environment.commit === null ? '' : ` (commit ${environment.commit})`;
  const java = environment.java === null ? '' : `, Java ${environment.java}`;
  return [
    `- Machine: ${environment.cpu}, ${environment.cores} cores, ${environment.memoryGiB} GiB, ${environment.kernel}; ${environment.busyBefore} of them at other work before the start.`,
    `- Node ${results.node}; ${versions.join(', ')}${commit}.`,
    ...(hazelcast === null ? [] : [`- Hazelcast ${hazelcast.version}, ${hazelcast.description}${java}.`]),
    ...(setUp === undefined ? [] : [`- ${setUp}.`]),
    `- ${results.pairs} pairs of fresh processes in random order, seed ${results.seed}; a cell: ${formatNumber(timing.cellWarmup)} s warm-up, ${formatNumber(timing.window)} s measured; ${results.startedAt}, took ${formatDuration(results.durationSeconds)}.`,
  ];
}

function candidatesOf({ approaches }: Results): readonly string[] {
  return approaches.slice(1);
}

function renderSummary(results: Results): string {
  const headlines = results.figures.filter(({ headline }) => headline);
  return candidatesOf(results)
    .map((candidate, index) => {
      const header = ['Cell', ...headlines.map(({ title }) => title)];
      const rows = results.cells.map((cell) => [
        cell.title,
        ...headlines.map((figure) => formatComparison(cell.comparisons[figure.key]?.[index] ?? null, figure)),
      ]);
      return `## ${candidate} ÷ ${results.approaches[0]}\n\n${renderTable(header, rows)}`;
    })
    .join('\n\n');
}

/** Yields every pair of a cell and a figure that has a ratio. */
function* comparisonsOf(
  results: Results,
): Generator<{ cell: CellResults; figure: Figure; approach: string; outcome: Outcome; text: string }> {
  for (const cell of results.cells)
    for (const figure of results.figures)
      for (const [index, approach] of candidatesOf(results).entries()) {
        const comparison = cell.comparisons[figure.key]?.[index] ?? null;
        if (comparison === null) continue;
        const outcome = outcomeOf(comparison, figure);
        yield { cell, figure, approach, outcome, text: formatComparison(comparison, figure) };
      }
}

function renderLosses(results: Results): string {
  const losses = [...comparisonsOf(results)].filter(({ outcome }) => outcome === Outcome.WORSE);
  if (losses.length === 0) return '';
  const lines = losses.map(
    ({ cell, figure, approach, text }) => `- ${cell.title}, ${figure.title}: ${approach} ${text}`,
  );
  const [candidate, ...more] = candidatesOf(results);
  return `## What ${more.length === 0 ? `${candidate} loses` : 'the others lose'}\n\n${lines.join('\n')}`;
}

/** Renders the number of differences beside that to expect by chance alone, as `compare.R` does: many comparisons find some. */
function renderCount(results: Results): string {
  const decided = [...comparisonsOf(results)].filter(({ outcome }) => outcome !== Outcome.OPEN);
  if (decided.length === 0) return '';
  const differing = decided.filter(({ outcome }) => outcome !== Outcome.SAME).length;
  return `${differing} of ${decided.length} comparisons below show a difference; where there is none at all, chance alone would show about ${formatNumber(Math.round(decided.length * 5) / 100)}.`;
}

function renderFigure(results: Results, figure: Figure): string {
  const measured = results.cells.some((cell) =>
    cell.summaries[figure.key]?.some((summary) => summary !== null),
  );
  if (!measured) return '';
  const columns = [
    ...new Set(results.published.filter((one) => one.figure === figure.key).map((one) => one.column)),
  ];
  const header = [
    'Cell',
    ...results.approaches,
    ...candidatesOf(results).map((approach) => `${approach} ÷ ${results.approaches[0]} [95 %]`),
    ...columns,
  ];
  const rows = results.cells.map((cell) => [
    cell.title,
    ...results.approaches.map((_, index) => formatSummary(cell.summaries[figure.key]?.[index] ?? null)),
    ...candidatesOf(results).map((_, index) =>
      formatComparison(cell.comparisons[figure.key]?.[index] ?? null, figure),
    ),
    ...columns.map((column) => {
      const entry = results.published.find(
        (one) => one.figure === figure.key && one.cell === cell.id && one.column === column,
      );
      return entry === undefined ? '' : formatNumber(entry.value);
    }),
  ]);
  const note = figure.note === undefined ? '' : `\n\n${figure.note}`;
  return `## ${figure.title} (${figure.better} is better)\n\n${renderTable(header, rows)}${note}`;
}

function renderMemory(results: Results): string {
  const parts = results.approaches.map((approach, index) => {
    const value = results.maxRssMb[index] ?? null;
    return `${approach} ${value === null ? '–' : `${formatNumber(value)} MB`}`;
  });
  return `Largest resident memory of a process over all its cells, median: ${parts.join(', ')}.`;
}

/**
 * Renders a table whose first column is text, and whose others are figures.
 *
 * @param isAligned true to pad columns as the formatter does in documents. Default false: a row has no part in the width of others, nor in
 * their diffs
 */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  isAligned: boolean = false,
): string {
  return markdownTable([header, ...rows], {
    align: header.map((_, column) => (column === 0 ? null : 'right')),
    alignDelimiters: isAligned,
  });
}
