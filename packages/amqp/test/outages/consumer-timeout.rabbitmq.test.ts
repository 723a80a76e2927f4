import { once } from 'node:events';
import { RabbitmqBroker } from '@offloop/tools';
import { connect as connectTheirs } from 'amqplib';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect } from '../support/ours/index.js';
import { freshName } from '../support/rabbitmq.js';

/** Milliseconds: RabbitMQ has 30 minutes, and looks every minute. */
const TIMEOUT = 2_000;
const TICK = 500;

// Its own, as it is told to have no patience.
let broker: RabbitmqBroker;
beforeAll(async () => {
  broker = await RabbitmqBroker.start();
  const settings = { consumer_timeout: TIMEOUT, channel_tick_interval: TICK };
  const calls = Object.entries(settings).map(
    ([key, value]) => `application:set_env(rabbit, ${key}, ${value})`,
  );
  await broker.run('eval', `${calls.join(', ')}.`);
});
afterAll(() => broker.stop());

interface Closed {
  readonly message: string;
  readonly code: number;
  readonly hint?: string;
}

/** Consumes a message and does not acknowledge it. Resolves to the error of the channel. */
async function closed(api: typeof connectTheirs): Promise<Closed> {
  const model = await api(`${broker.url}?heartbeat=1`);
  const channel = await model.createChannel();
  const { queue } = await channel.assertQueue(freshName(), { exclusive: true });
  const failed = once(channel, 'error');
  await channel.consume(queue, () => undefined, { consumerTag: 'mine' });
  channel.sendToQueue(queue, Buffer.from('x'));
  const [error] = (await failed) as [Closed];
  await model.close();
  return error;
}

test('a delivery that nobody acknowledges closes its channel as with amqplib, whatever the heartbeats do, and the error says why', async () => {
  const [ours, theirs] = await Promise.all([closed(connect as typeof connectTheirs), closed(connectTheirs)]);
  expect([ours.code, ours.message]).toEqual([theirs.code, theirs.message]);
  expect(ours.message).toContain(`timed out. Timeout value used: ${TIMEOUT} ms`);
  expect(theirs.hint).toBeUndefined();
  const [, seconds] = /^A message of consumer 'mine' was handed over (\d+\.\d) s ago/.exec(ours.hint!)!;
  // RabbitMQ counts from its sending on.
  expect(Number(seconds) * 1000).toBeGreaterThan(TIMEOUT / 2);
  expect(ours.hint).toContain(`within consumer_timeout (${TIMEOUT} ms)`);
});
