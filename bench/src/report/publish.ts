import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBusy } from '../harness/environment.js';
import { readResults } from './files.js';
import { renderMarkdown, renderTable } from './markdown.js';
import { plotsOf } from './plots.js';
import type { Results } from './results.js';
import { fillTables } from './tables.js';

const PREFACE = `# Results

Published runs that pages quote, rendered from the JSON in [results/](results/) by \`pnpm bench --render\`. How to read it, and why to trust
it: [README.md](README.md). The rows we lose are in.
`;

/**
 * Renders everything that is made of published JSON: a page of all figures for each, the plots, the list of them all in `RESULTS.md`, and
 * the places that README and documentation keep.
 *
 * @param folder folder of the JSON; `RESULTS.md` is beside it
 * @param order names of the experiments, as they are to follow each other
 */
export async function publish(folder: string, order: readonly string[]): Promise<void> {
  const all = await readResults(folder);
  const rank = (stem: string): string =>
    `${String(order.indexOf(all.get(stem)!.experiment) + 1).padStart(3, '0')} ${stem}`;
  const stems = [...all.keys()].toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));

  await mkdir(join(folder, 'plots'), { recursive: true });
  const rows: string[][] = [];
  for (const stem of stems) {
    const results = all.get(stem)!;
    await writeFile(join(folder, `${stem}.md`), renderMarkdown(results));
    const plots = plotsOf(results, stem);
    for (const [file, svg] of Object.entries(plots)) await writeFile(join(folder, 'plots', file), svg);
    rows.push(rowOf(stem, results, Object.keys(plots)));
  }
  const head = ['Results', 'Asks', 'Node', 'Pairs', 'Commit', 'Plots'];
  const bench = join(folder, '..');
  await writeFile(join(bench, 'RESULTS.md'), `${PREFACE}\n${renderTable(head, rows)}\n`);
  for (const document of await documents(join(bench, '..'))) {
    const text = await readFile(document, 'utf8');
    await writeFile(
      document,
      fillTables(text, (file) => published(all, file)),
    );
  }
}

function rowOf(stem: string, results: Results, plots: readonly string[]): string[] {
  const { environment, title, node, pairs } = results;
  const busy = isBusy(environment) ? ' (on a machine that had other work: a look, not a claim)' : '';
  const links = plots.map(
    (plot) => `[${plot.slice(stem.length + 1, -'.svg'.length)}](results/plots/${plot})`,
  );
  return [
    `[${stem}](results/${stem}.md)`,
    title + busy,
    node,
    String(pairs),
    environment.commit ?? '',
    links.join(', '),
  ];
}

/** Returns the files that keep places for figures: README and documentation. */
async function documents(root: string): Promise<string[]> {
  const folders = await Promise.all(
    ['docs', 'docs/structures'].map(async (folder) => {
      const files = await readdir(join(root, folder));
      return files.filter((file) => file.endsWith('.md')).map((file) => join(root, folder, file));
    }),
  );
  return [join(root, 'README.md'), ...folders.flat()];
}

function published(all: ReadonlyMap<string, Results>, file: string): Results {
  const found = all.get(file);
  if (found === undefined) throw new Error(`there are no published results ${file}.json`);
  return found;
}
