import { expect, it } from 'vitest';

// The built modules: they start built processes, which lie beside them.
import { EXPERIMENTS } from '../dist/experiments/index.js';
import { runChild } from '../dist/harness/child.js';
import { BROKER_URL } from '../../packages/amqp/test/support/rabbitmq.js';

const approaches = EXPERIMENTS.find(({ name }) => name === 'amqp')!.approaches.map(({ name }) => name);

it.each(approaches)('%s publishes, consumes, and does both by the clock', async (approach) => {
  const context = {
    approach,
    cells: ['publish-100B-c64', 'consume-100B-c64', 'paced-100B-1000'],
    timing: { processWarmup: 0.2, cellWarmup: 0.2, window: 1 },
    seed: 7,
    cluster: null,
    shared: BROKER_URL,
  };
  const { cells } = await runChild({
    node: process.execPath,
    request: { experiment: 'amqp', context },
    timeoutSeconds: 55,
  });
  expect(cells[0].figures['opsPerSecond']).toBeGreaterThan(0);
  expect(cells[1].figures['opsPerSecond']).toBeGreaterThan(0);
  expect(cells[2].figures['answeredPerSecond']).toBeGreaterThan(0);
});
