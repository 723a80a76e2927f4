/**
 * The child: one fresh process, one approach. Reads a `RunRequest` from stdin and prints one line of JSON, the `RunReport`.
 */
import { text } from 'node:stream/consumers';
import { EXPERIMENTS } from './experiments/index.js';
import type { RunReport, RunRequest } from './harness/child.js';

const request = JSON.parse(await text(process.stdin)) as RunRequest;
const experiment = EXPERIMENTS.find(({ name }) => name === request.experiment);
if (experiment === undefined) throw new Error(`no experiment ${request.experiment}`);

const cells = await experiment.run(request.context);
const report: RunReport = {
  node: process.versions.node,
  // the kernel counts it in KiB
  maxRssMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
  cells,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
