import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startMember } from '@offloop/member';
import { lower, Tier, type Cell, type Experiment } from '../experiment.js';
import { installedSize } from '../footprint/package-size.js';
import { installPacked } from '../footprint/packed-install.js';
import type { ProbeReport } from '../footprint/probe.js';

const execute = promisify(execFile);
const PROBE = fileURLToPath(new URL('../footprint/probe.js', import.meta.url));

const CELLS: readonly Cell[] = [{ id: 'client', title: 'one client', tier: Tier.QUICK }];

const PACKAGES: Readonly<Record<string, string>> = { official: 'hazelcast-client', offloop: 'offloop' };

export const footprint: Experiment = {
  name: 'footprint',
  title: 'Start-up time, memory and size of a client',
  method:
    'Both clients installed in a project of its own, offloop from the tarball of a release. A fresh process that loads one of them only, and an embedded member in another that never answers a get, so that 10,000 of them stay in flight. ' +
    'The heap is collected before memory is read.',
  needsMember: false,
  cells: CELLS,
  approaches: Object.keys(PACKAGES).map((name) => ({ name, tier: Tier.QUICK })),
  figures: [
    lower('importMs', 'Loading the module, ms'),
    lower('connectMs', 'newHazelcastClient, ms'),
    lower('answerMs', 'From the loaded module to the first answer, ms', { headline: true }),
    lower('firstAnswerMs', 'From nothing to the first answer, ms', { headline: true }),
    lower('restMb', 'Resident memory at rest, MB', {
      headline: true,
      note: 'Of the whole process, Node itself included.',
    }),
    lower('restHeapMb', "Heap of the caller's thread at rest, MB"),
    lower('inFlightMb', 'Resident memory that 10,000 calls in flight add, MB', { headline: true }),
    lower('inFlightHeapMb', "Heap of the caller's thread that they add, MB"),
    lower('megabytes', 'Installed size with dependencies, MB', {
      headline: true,
      note: 'Files as published, maps and types included.',
    }),
    lower('files', 'Installed files'),
    lower('packages', 'Installed packages'),
  ],
  async setUp() {
    const installed = await installPacked();
    return {
      shared: installed.folder,
      note: 'Packed and installed before the first pair',
      stop: () => installed.remove(),
    };
  },
  async run({ approach, cells, shared }) {
    // The folder that `setUp` made.
    const folder = shared as string;
    const member = await startMember({
      faults: { rules: [{ message: 'map.get', action: { kind: 'swallow' } }] },
    });
    try {
      const { stdout } = await execute(process.execPath, [
        '--expose-gc',
        PROBE,
        approach,
        member.address,
        folder,
      ]);
      const report = JSON.parse(stdout) as ProbeReport;
      const figures = { ...report, ...installedSize(PACKAGES[approach], folder) };
      return cells.map((cell) => ({ cell, figures }));
    } finally {
      await member.stop();
    }
  },
};
