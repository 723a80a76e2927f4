// The built modules: they start built processes, which lie beside them.
import { EXPERIMENTS } from '../../dist/experiments/index.js';
import { runChild } from '../../dist/harness/child.js';
import type { CellResult, Experiment } from '../../src/experiment.js';
import { shortRun } from './memory-client.js';

export function experimentOf(name: string): Experiment {
  return EXPERIMENTS.find((each) => each.name === name)!;
}

/** One very short child: does it measure what it says? Never whether the figures are good. */
export async function measureInChild(
  experiment: string,
  approach: string,
  cells: readonly string[],
  shared?: unknown,
): Promise<readonly CellResult[]> {
  const timing = { processWarmup: 0.1, cellWarmup: 0.2, window: 1 };
  const context = shortRun({ approach, cells, timing, seed: 7, shared });
  const request = { experiment, context };
  return (await runChild({ node: process.execPath, request, timeoutSeconds: 55 })).cells;
}
