import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { connect as connectManager } from 'amqp-connection-manager';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { expect, onTestFinished, test } from 'vitest';

import * as ours from '../support/ours/index.js';
import { IS_THREADED } from '../support/ours/place.js';
import { BROKER_URL, closeConnection, freshName } from '../support/rabbitmq.js';

interface Manager {
  readonly connect: typeof connectManager;
}

/** amqp-connection-manager, which finds this package under the name of `amqplib`. */
function managerOnOurs(): Manager {
  const require = createRequire(import.meta.url);
  const path = require.resolve('amqp-connection-manager');
  const theirs = createRequire(path).resolve('amqplib');
  require(theirs);
  require.cache[theirs]!.exports = ours;
  return require(path) as Manager;
}

test('amqp-connection-manager publishes and consumes through an end of its connection', async () => {
  const queue = freshName();
  const manager = managerOnOurs().connect(BROKER_URL, {
    heartbeatIntervalInSeconds: 5,
    reconnectTimeInSeconds: 0.01,
  });
  onTestFinished(() => manager.close());
  const received: string[] = [];
  const channel = manager.createChannel({
    setup: async (opened: ConfirmChannel) => {
      await opened.assertQueue(queue, { autoDelete: true });
      await opened.prefetch(10);
      await opened.consume(queue, (message: ConsumeMessage | null) => {
        received.push(message!.content.toString());
        opened.ack(message!);
      });
    },
  });
  await channel.waitForConnect();
  await channel.sendToQueue(queue, Buffer.from('before'));
  const { connection } = manager.connection as unknown as ours.ChannelModel;
  expect([connection.isThreaded, connection.heartbeat]).toEqual([IS_THREADED, 5]);
  const disconnected = once(manager, 'disconnect');
  await closeConnection(connection.stream.localPort!, 'maintenance');
  await disconnected;
  await channel.sendToQueue(queue, Buffer.from('after'));
  await channel.waitForConnect();
  await expect.poll(() => received, { timeout: 20_000 }).toEqual(['before', 'after']);
});
