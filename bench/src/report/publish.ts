import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderChapter } from './chapter.js';
import { renderMarkdown } from './markdown.js';
import { plotsOf } from './plots.js';
import type { Results } from './results.js';
import { fillTables } from './tables.js';

const START = '<!-- results -->';
const END = '<!-- /results -->';
const PREFACE = `# Results

Every experiment's last published run, rendered from the JSON in [results/](results/) by \`pnpm bench --render\`. How to read it, and why to trust
it: [README.md](README.md). The rows we lose are in.

${START}
${END}
`;

/**
 * Renders everything that is made of published JSON: a page of all figures for each, the plots, the overview between its
 * markers in `RESULTS.md`, and the tables that README and documentation keep places for.
 *
 * @param folder of the JSON; `RESULTS.md` lies beside it
 * @param order names of the experiments, as the chapters are to follow each other
 */
export async function publish(folder: string, order: readonly string[]): Promise<void> {
  const stems = (await readdir(folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
  const all = await Promise.all(
    stems.map(async (stem) => ({
      stem,
      results: JSON.parse(await readFile(join(folder, `${stem}.json`), 'utf8')) as Results,
    })),
  );
  const rank = ({ stem, results }: (typeof all)[number]): string =>
    `${String(order.indexOf(results.experiment) + 1).padStart(3, '0')} ${stem}`;
  all.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));

  await mkdir(join(folder, 'plots'), { recursive: true });
  const chapters: string[] = [];
  for (const { stem, results } of all) {
    await writeFile(join(folder, `${stem}.md`), renderMarkdown(results));
    const plots = plotsOf(results, stem);
    for (const [file, svg] of Object.entries(plots)) await writeFile(join(folder, 'plots', file), svg);
    chapters.push(renderChapter(results, stem, Object.keys(plots)));
  }
  const page = join(folder, '..', 'RESULTS.md');
  const before = existsSync(page) ? await readFile(page, 'utf8') : PREFACE;
  await writeFile(page, between(before, chapters.join('\n')));
  for (const document of await documentsWithTables(join(folder, '..', '..'))) {
    const text = await readFile(document, 'utf8');
    await writeFile(document, fillTables(text, resultsNamed(all)));
  }
}

/** README and documentation: whatever keeps a place for figures. */
async function documentsWithTables(root: string): Promise<string[]> {
  const docs = await readdir(join(root, 'docs'));
  return [
    join(root, 'README.md'),
    ...docs.filter((file) => file.endsWith('.md')).map((file) => join(root, 'docs', file)),
  ];
}

function resultsNamed(
  all: readonly { readonly stem: string; readonly results: Results }[],
): (file: string) => Results {
  return (file) => {
    const found = all.find(({ stem }) => stem === file);
    if (found === undefined) throw new Error(`there are no published results ${file}.json`);
    return found.results;
  };
}

/** @throws when the markers are not there: nothing is overwritten that was not rendered before */
export function between(text: string, rendered: string): string {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start === -1 || end < start) throw new Error(`no ${START} … ${END} to render between`);
  return `${text.slice(0, start + START.length)}\n\n${rendered}\n${text.slice(end)}`;
}
