import type { Kept } from './picked.js';

/** What the demo's report calls its two loads, and what they are called here. */
const LOADS = { closed: 'As fast as it goes', paced: 'At ' } as const;

/**
 * The medians of one of the demo's reports, as it prints them: figures as lines, approaches as columns.
 *
 * @param page on which reports stand between `<!-- demo:NAME -->` and its end
 * @param name `quote`, `quote-items10`, …
 */
export function demoReport(page: string, name: string): Kept {
  const [, rest = ''] = page.split(`<!-- demo:${name} -->`);
  const [report = ''] = rest.split(`<!-- /demo:${name} -->`);
  const tables = Object.entries(LOADS).map(([id, start]) => {
    const section = report.split(/^#+ /m).find((one) => one.startsWith(start));
    if (section === undefined) throw new Error(`the demo’s reports have no ${name}`);
    const [title = ''] = section.split('\n');
    const [header = [], , ...rows] = section
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    return { id, title, header, rows };
  });
  const figures = (tables[0]?.rows ?? []).map(([title = '']) => ({
    key: keyOf(title),
    title,
    better: 'lower' as const,
    headline: false,
  }));
  return {
    approaches: tables[0]?.header.slice(1) ?? [],
    figures,
    cells: tables.map(({ id, title, rows }) => ({
      id,
      title,
      comparisons: {},
      summaries: Object.fromEntries(
        rows.map(([figure = '', ...values]) => [keyOf(figure), values.map(medianOf)]),
      ),
    })),
  };
}

/** `loop delay p99, ms` is asked for as `loop-delay-p99-ms`. */
function keyOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function medianOf(text: string): { readonly median: number } | null {
  const median = Number(text);
  return Number.isNaN(median) ? null : { median };
}
