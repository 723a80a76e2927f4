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
 * Published results live in `bench/results/` and are only replaced by a whole run: looks (`--quick`, `--filter`, other
 * columns, README's rows) and runs that were broken off go to `bench/.out/`, which git ignores. `--out` overrules both.
 */
export function folderOf(results: Pick<Results, 'complete'>, options: Options): string {
  const { out, tier, filter, approaches, isSummary } = options;
  if (out !== null) return resolve(out);
  const isChosen = filter !== null || approaches !== null || isSummary;
  const whole = results.complete && tier !== Tier.QUICK && !isChosen;
  return join(BENCH_FOLDER, whole ? 'results' : '.out');
}

/** @returns the files written, relative to the working directory */
export async function writeResults(results: Results, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const stem = join(folder, `${results.experiment}-node${results.node.split('.')[0]}`);
  await writeFile(`${stem}.json`, renderJson(results));
  await writeFile(`${stem}.md`, renderMarkdown(results));
  return [`${stem}.json`, `${stem}.md`].map((file) => relative('', file));
}

/** All results of a folder, by the name of their file without `.json`. */
export async function readResults(folder: string): Promise<ReadonlyMap<string, Results>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  const read = async (file: string): Promise<[string, Results]> => [
    file.slice(0, -'.json'.length),
    JSON.parse(await readFile(join(folder, file), 'utf8')) as Results,
  ];
  return new Map(await Promise.all(files.map(read)));
}

/** JSON with a line for each field, and for each cell and figure: what a new run changes is what a diff shows. */
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
