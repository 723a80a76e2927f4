import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startMember } from '@offloop/member';
import { Tier, type Cell, type Experiment, type Figure } from '../experiment.js';
import { installedSize } from '../footprint/package-size.js';
import type { ProbeReport } from '../footprint/probe.js';

const execute = promisify(execFile);
const PROBE = fileURLToPath(new URL('../footprint/probe.js', import.meta.url));

const CELLS: readonly Cell[] = [{ id: 'client', title: 'one client', tier: Tier.QUICK }];

const PACKAGES: Readonly<Record<string, string>> = { official: 'hazelcast-client', offloop: 'offloop' };

const lower = (key: string, title: string, headline: boolean, note?: string): Figure => ({
  key,
  title,
  better: 'lower',
  headline,
  ...(note === undefined ? {} : { note }),
});

export const footprint: Experiment = {
  name: 'footprint',
  title: 'Start-up time, memory and size of a client',
  method:
    'A fresh process that loads one client only, and an embedded member in another that never answers a get, so that 10,000 of them stay in flight. ' +
    'The heap is collected before memory is read.',
  needsMember: false,
  cells: CELLS,
  approaches: Object.keys(PACKAGES).map((name) => ({ name, tier: Tier.QUICK })),
  figures: [
    lower('importMs', 'Loading the module, ms', false),
    lower('connectMs', 'newHazelcastClient, ms', false),
    lower('firstAnswerMs', 'From nothing to the first answer, ms', true),
    lower('restMb', 'Resident memory at rest, MB', true, 'Of the whole process, Node itself included.'),
    lower('restHeapMb', "Heap of the caller's thread at rest, MB", false),
    lower('inFlightMb', 'Resident memory that 10,000 calls in flight add, MB', true),
    lower('inFlightHeapMb', "Heap of the caller's thread that they add, MB", false),
    lower(
      'megabytes',
      'Installed size with dependencies, MB',
      true,
      'Files as published, maps and types included.',
    ),
    lower('files', 'Installed files', false),
    lower('packages', 'Installed packages', false),
  ],
  published: [],
  async run({ approach, cells }) {
    const member = await startMember({
      faults: { rules: [{ message: 'map.get', action: { kind: 'swallow' } }] },
    });
    try {
      const { stdout } = await execute(process.execPath, ['--expose-gc', PROBE, approach, member.address]);
      const report = JSON.parse(stdout) as ProbeReport;
      const figures = { ...report, ...installedSize(PACKAGES[approach]) };
      return cells.map((cell) => ({ cell, figures }));
    } finally {
      await member.stop();
    }
  },
};
