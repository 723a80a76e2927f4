import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

import { BROKER_URL } from '../../packages/amqp/test/support/rabbitmq.js';
import { experimentOf, measureInChild } from './support/measure-in-child.js';

const { approaches, figures } = experimentOf('footprint-amqp');

it.each(approaches.map(({ name }) => name))('%s is started, asked, and weighed', async (approach) => {
  // The bench's own packages, in the place of an installation.
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const packedKb = { amqplib: 1, '@offloop/amqp': 2 };
  const shared = { folder, packedKb, url: BROKER_URL };
  const [{ figures: found }] = await measureInChild('footprint-amqp', approach, ['connection'], shared);
  expect(figures.filter(({ key }) => !(found[key]! > 0)).map(({ key }) => key)).toEqual([]);
});
