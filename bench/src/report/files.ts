import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Tier } from '../experiment.js';
import type { Options } from '../options.js';
import { renderMarkdown } from './markdown.js';
import type { Results } from './results.js';

const BENCH_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
export const RESULTS_FOLDER: string = join(BENCH_FOLDER, 'results');

/**
 * Returns the folder for results. Published results are in `bench/results/` and are only replaced by a whole run: looks (`--quick`,
 * `--filter`, other columns, README's rows) and runs that were broken off go to `bench/.out/`, which git ignores. `--out` overrules both.
 */
export function folderOf(results: Pick<Results, 'complete'>, options: Options): string {
  const { out, tier, filter, approaches, isSummary } = options;
  if (out !== null) return resolve(out);
  const isChosen = filter !== null || approaches !== null || isSummary;
  const whole = results.complete && tier !== Tier.QUICK && !isChosen;
  return join(BENCH_FOLDER, whole ? 'results' : '.out');
}

/** Writes results as JSON and as Markdown. @returns the files written, relative to the working directory */
export async function writeResults(results: Results, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const stem = join(folder, `${results.experiment}-node${results.node.split('.')[0]}`);
  await writeFile(`${stem}.json`, renderJson(results));
  await writeFile(`${stem}.md`, renderMarkdown(results));
  return [`${stem}.json`, `${stem}.md`].map((file) => relative('', file));
}

/** Reads all results of a folder. The keys are the names of their files without `.json`. */
export async function readResults(folder: string): Promise<ReadonlyMap<string, Results>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  const read = async (file: string): Promise<[string, Results]> => [
    file.slice(0, -'.json'.length),
    JSON.parse(await readFile(join(folder, file), 'utf8')) as Results,
  ];
  return new Map(await Promise.all(files.map(read)));
}

/** Renders JSON with a line for each field, and for each cell and figure, so that a diff shows what a new run changes. */
export function renderJson(results: Results): string {
  const fields = Object.entries(results).map(([name, value]: [string, unknown]) => {
    const isTable = Array.isArray(value) && typeof value[0] === 'object';
    const text = isTable
      ? `[\n${value.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n ]`
      : JSON.stringify(value);
    return ` ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}
