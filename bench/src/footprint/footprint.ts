import { startMember } from '@offloop/member';
import { lower, Tier, type Cell, type Experiment } from '../experiment.js';
import { installedSize, SIZE_FIGURES } from './package-size.js';
import { installPacked, type PackedInstall } from './packed-install.js';
import { runProbe } from './run-probe.js';
import { startFigures } from './start.js';

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
    ...startFigures('newHazelcastClient'),
    lower('inFlightMb', 'Resident memory that 10,000 calls in flight add, MB', { headline: true }),
    lower('inFlightHeapMb', "Heap of the caller's thread that they add, MB"),
    ...SIZE_FIGURES,
  ],
  async setUp() {
    const { remove, ...shared } = await installPacked(PACKAGES['offloop'], PACKAGES['official']);
    return { shared, note: 'Packed and installed before the first pair', stop: remove };
  },
  async run({ approach, cells, shared }) {
    const { folder, packedKb } = shared as PackedInstall;
    const name = PACKAGES[approach];
    const member = await startMember({
      faults: { rules: [{ message: 'map.get', action: { kind: 'swallow' } }] },
    });
    try {
      const found = await runProbe('hazelcast-probe.js', name, member.address, folder);
      const figures = { ...found, packedKb: packedKb[name], ...installedSize(name, folder) };
      return cells.map((cell) => ({ cell, figures }));
    } finally {
      await member.stop();
    }
  },
};
