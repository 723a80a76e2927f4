/** The child process of a run: it does what a `RunRequest` asks for, with one approach, and sends its `RunReport`. */
import { childSettings, tellParent } from '@offloop/tools/measure';
import { EXPERIMENTS } from './experiments/index.js';
import type { RunMessage, RunRequest } from './harness/child.js';

const request = childSettings(() => process.exit()) as RunRequest;
const experiment = EXPERIMENTS.find(({ name }) => name === request.experiment);
if (experiment === undefined) throw new Error(`no experiment ${request.experiment}`);

const say: (message: RunMessage) => void = tellParent;

const cells = await experiment.run({
  ...request.context,
  onCell: (cell) => say({ type: 'cell', cell }),
});
// the kernel counts it in KiB
const maxRssMb = (process.resourceUsage().maxRSS * 1024) / 1e6;
const report = { node: process.versions.node, maxRssMb, cells };
say({ type: 'report', report });
