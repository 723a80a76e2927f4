import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Figures } from '../experiment.js';

const execute = promisify(execFile);

/** Runs a probe, a file beside this one, in a fresh process. Resolves to the figures that it prints. */
export async function runProbe(file: string, ...args: readonly string[]): Promise<Figures> {
  const probe = fileURLToPath(new URL(file, import.meta.url));
  const { stdout } = await execute(process.execPath, ['--expose-gc', probe, ...args]);
  return JSON.parse(stdout) as Figures;
}

/** Prints what a probe has found, and ends it. */
export function endProbe(figures: Figures): void {
  process.stdout.write(JSON.stringify(figures), () => process.exit(0));
}
