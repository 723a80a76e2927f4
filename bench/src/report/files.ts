import { mkdir, writeFile } from 'node:fs/promises';
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
 * columns) and runs that were broken off go to `bench/.out/`, which git ignores. `--out` overrules both.
 */
export function folderOf(results: Pick<Results, 'complete'>, options: Options): string {
  if (options.out !== null) return resolve(options.out);
  const whole =
    results.complete && options.tier !== Tier.QUICK && options.filter === null && options.clients === null;
  return join(BENCH_FOLDER, whole ? 'results' : '.out');
}

/** @returns the files written, relative to the working directory */
export async function writeResults(results: Results, options: Options): Promise<string[]> {
  const folder = folderOf(results, options);
  await mkdir(folder, { recursive: true });
  const stem = join(folder, `${results.experiment}-node${results.node.split('.')[0]}`);
  const contents: Readonly<Record<string, string>> = {
    [`${stem}.json`]: `${JSON.stringify(results, null, 1)}\n`,
    [`${stem}.md`]: renderMarkdown(results),
  };
  for (const [file, text] of Object.entries(contents)) await writeFile(file, text);
  return Object.keys(contents).map((file) => relative('', file));
}
