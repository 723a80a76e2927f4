import { expect, it } from 'vitest';

import { BROKER_URL } from '../../packages/amqp/test/support/rabbitmq.js';
import { experimentOf, measureInChild } from './support/measure-in-child.js';

const approaches = experimentOf('amqp').approaches.map(({ name }) => name);

it.each(approaches)('%s publishes, consumes, and does both by the clock', async (approach) => {
  const ids = ['publish-100B-c64', 'consume-100B-c64', 'paced-100B-1000'];
  const cells = await measureInChild('amqp', approach, ids, BROKER_URL);
  expect(cells[0].figures['opsPerSecond']).toBeGreaterThan(0);
  expect(cells[1].figures['opsPerSecond']).toBeGreaterThan(0);
  expect(cells[2].figures['answeredPerSecond']).toBeGreaterThan(0);
});
