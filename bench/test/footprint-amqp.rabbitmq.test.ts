import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// The built modules: they start built processes, which lie beside them.
import { EXPERIMENTS } from '../dist/experiments/index.js';
import { runChild } from '../dist/harness/child.js';
import { BROKER_URL } from '../../packages/amqp/test/support/rabbitmq.js';

const { approaches, figures } = EXPERIMENTS.find(({ name }) => name === 'footprint-amqp')!;

it.each(approaches.map(({ name }) => name))('%s is started, asked, and weighed', async (approach) => {
  // The bench's own packages, in the place of an installation.
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const packedKb = { amqplib: 1, '@offloop/amqp': 2 };
  const context = {
    approach,
    cells: ['connection'],
    timing: { processWarmup: 0, cellWarmup: 0, window: 1 },
    seed: 7,
    cluster: null,
    shared: { folder, packedKb, url: BROKER_URL },
  };
  const { cells } = await runChild({
    node: process.execPath,
    request: { experiment: 'footprint-amqp', context },
    timeoutSeconds: 55,
  });
  const found = cells[0].figures;
  expect(figures.filter(({ key }) => !(found[key]! > 0)).map(({ key }) => key)).toEqual([]);
});
