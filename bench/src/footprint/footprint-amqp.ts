import { RabbitmqBroker } from '@offloop/tools';
import { Tier, type Cell, type Experiment } from '../experiment.js';
import { installedSize, SIZE_FIGURES } from './package-size.js';
import { installPacked, type PackedInstall } from './packed-install.js';
import { runProbe } from './run-probe.js';
import { startFigures } from './start.js';

const CELLS: readonly Cell[] = [{ id: 'connection', title: 'one connection', tier: Tier.QUICK }];

const PACKAGES: Readonly<Record<string, string>> = { amqplib: 'amqplib', offloop: '@offloop/amqp' };

/** What all processes share. */
interface Shared extends Pick<PackedInstall, 'folder' | 'packedKb'> {
  /** Address of the broker. */
  readonly url: string;
}

export const footprintAmqp: Experiment = {
  name: 'footprint-amqp',
  title: 'Start-up time, memory and size of an AMQP client',
  method:
    'Both libraries installed in a project of its own, @offloop/amqp from the tarball of a release. A fresh process that loads one of them only, with its defaults, and a RabbitMQ broker on the same machine. ' +
    'The first answer is that to the declaration of a queue. The heap is collected before memory is read.',
  needsMember: false,
  packages: Object.values(PACKAGES),
  // It needs a rabbitmq-server, so only when it is named, or with --full.
  tier: Tier.FULL,
  cells: CELLS,
  approaches: Object.keys(PACKAGES).map((name) => ({ name, tier: Tier.QUICK })),
  figures: [...startFigures('connect'), ...SIZE_FIGURES],
  async setUp() {
    const { folder, packedKb, remove } = await installPacked(PACKAGES['offloop'], PACKAGES['amqplib']);
    try {
      const broker = await RabbitmqBroker.start();
      const shared: Shared = { folder, packedKb, url: broker.url };
      const stop = async (): Promise<void> => {
        await broker.stop();
        await remove();
      };
      return { shared, note: 'rabbitmq-server; packed and installed before the first pair', stop };
    } catch (error) {
      await remove();
      throw error;
    }
  },
  async run({ approach, cells, shared }) {
    const { folder, packedKb, url } = shared as Shared;
    const name = PACKAGES[approach];
    const found = await runProbe('amqp-probe.js', name, url, folder);
    const figures = { ...found, packedKb: packedKb[name], ...installedSize(name, folder) };
    return cells.map((cell) => ({ cell, figures }));
  },
};
