import type { Channel, ConsumeMessage } from 'amqplib';
import { describe } from 'vitest';

import { alike, type Bench, type Api } from './support/compare.js';
import type { Log } from './support/log.js';

/** Runs a program with a channel that is closed, with its connection, when it has ended. */
async function withChannel(
  { api, url, log }: Bench<Api>,
  run: (channel: Channel, log: Log) => Promise<void>,
): Promise<void> {
  const model = await api.connect(url);
  const channel = await model.createChannel();
  log.listen('model', model, 'error', 'close');
  log.listen('channel', channel, 'error', 'close', 'return', 'cancel', 'delivery', 'ack', 'nack');
  await run(channel, log);
  await log.settled('close', () => model.close());
}

const QUEUE = { exclusive: true, durable: false };

describe('each method answers as in amqplib', () => {
  alike('queues', (bench) =>
    withChannel(bench, async (channel, log) => {
      const queue = bench.name();
      await log.settled('made by the server', () => channel.assertQueue());
      await log.settled('assert', () =>
        channel.assertQueue(queue, { ...QUEUE, messageTtl: 60_000, maxLength: 10 }),
      );
      await log.settled('assert again', () =>
        channel.assertQueue(queue, {
          ...QUEUE,
          arguments: { 'x-message-ttl': 60_000, 'x-max-length': 10 },
        }),
      );
      channel.sendToQueue(queue, Buffer.from('a'));
      channel.sendToQueue(queue, Buffer.from('b'));
      await log.settled('get', () => channel.get(queue, { noAck: true }));
      await log.settled('check', () => channel.checkQueue(queue));
      await log.settled('bind', () => channel.bindQueue(queue, 'amq.topic', 'a.#', { a: 1 }));
      await log.settled('unbind', () => channel.unbindQueue(queue, 'amq.topic', 'a.#', { a: 1 }));
      await log.settled('bind without a key', () =>
        channel.bindQueue(queue, 'amq.fanout', undefined as never),
      );
      await log.settled('purge', () => channel.purgeQueue(queue));
      await log.settled('delete', () => channel.deleteQueue(queue, { ifUnused: true, ifEmpty: true }));
      await log.settled('delete again', () => channel.deleteQueue(queue));
    }),
  );

  alike('exchanges', (bench) =>
    withChannel(bench, async (channel, log) => {
      const [one, two] = [bench.name(1), bench.name(2)];
      const options = { durable: false, autoDelete: true, alternateExchange: 'amq.fanout' };
      await log.settled('assert', () => channel.assertExchange(one, 'topic', options));
      await log.settled('assert another', () =>
        channel.assertExchange(two, 'fanout', { durable: false, internal: true }),
      );
      await log.settled('check', () => channel.checkExchange(one));
      await log.settled('bind', () => channel.bindExchange(two, one, 'a.*'));
      await log.settled('unbind', () => channel.unbindExchange(two, one, 'a.*'));
      await log.settled('delete', () => channel.deleteExchange(two, { ifUnused: true }));
      await log.settled('delete again', () => channel.deleteExchange(one));
    }),
  );

  alike('messages with all properties', (bench) =>
    withChannel(bench, async (channel, log) => {
      const queue = bench.name();
      await channel.assertQueue(queue, QUEUE);
      const options = {
        contentType: 'text/plain',
        contentEncoding: 'utf-8',
        headers: { a: 1, b: 'zwei', c: [true, null, 1.5], d: { e: Buffer.from('f') }, skipped: undefined },
        priority: 3,
        correlationId: 'correlation',
        replyTo: 'reply',
        expiration: 60_000,
        messageId: 'message',
        timestamp: 1_700_000_000,
        type: 'type',
        userId: 'guest',
        appId: 'app',
        persistent: true,
        CC: ['nowhere', 'nowhere else'],
        BCC: 'nobody',
        mandatory: true,
        unknown: 1,
      };
      log.note('publish', channel.sendToQueue(queue, Buffer.from('all'), options));
      log.note('publish', channel.sendToQueue(queue, Buffer.alloc(0)));
      log.note(
        'publish',
        channel.sendToQueue(queue, Buffer.from('number'), { deliveryMode: 2, headers: null }),
      );
      log.note('publish', channel.sendToQueue(queue, Buffer.from('true'), { deliveryMode: true }));
      log.note(
        'publish',
        channel.publish('amq.direct', 'no such key', Buffer.from('lost'), { mandatory: true }),
      );
      await channel.checkQueue(queue);
      for (let i = 0; i < 5; i++) await log.settled('get', () => channel.get(queue));
      log.note('ack', channel.ackAll());
      await log.settled('get', () => channel.get(queue));
    }),
  );

  alike('consumers', (bench) =>
    withChannel(bench, async (channel, log) => {
      const queue = bench.name();
      await channel.assertQueue(queue, QUEUE);
      await log.settled('prefetch', () => channel.prefetch(2));
      await log.settled('prefetch', () => (channel as unknown as { qos: Channel['prefetch'] }).qos(2, true));
      const onMessage = (message: ConsumeMessage | null): void => {
        log.note('consumer', message);
        if (message === null) return;
        const text = message.content.toString();
        if (text === 'nack' && !message.fields.redelivered) channel.nack(message, false, true);
        else if (text === 'reject') channel.reject(message, false);
        else channel.ack(message);
      };
      await log.settled('consume', () =>
        channel.consume(queue, onMessage, { consumerTag: 'mine', priority: 3 }),
      );
      for (const text of ['ack', 'nack', 'reject', 'last']) {
        channel.sendToQueue(queue, Buffer.from(text));
        await log.until('consumer', text === 'ack' ? 1 : text === 'nack' ? 3 : text === 'reject' ? 4 : 5);
      }
      await log.settled('cancel', () => channel.cancel('mine'));
      await log.settled('cancel unknown', () => channel.cancel('unknown'));
      await log.settled('recover', () => channel.recover());
      await log.settled('consume', () => channel.consume(queue, onMessage, { exclusive: true }));
      // The server may tell the consumer before or after it answers.
      await Promise.all([channel.deleteQueue(queue), log.until('channel cancel')]);
    }),
  );

  alike('a body of several frames, and one of just a frame', (bench) =>
    withChannel(bench, async (channel, log) => {
      const queue = bench.name();
      await channel.assertQueue(queue, QUEUE);
      for (const length of [131_064, 131_065, 400_000, 2047, 2048]) {
        const content = Buffer.alloc(length, 'x');
        content.write('begin');
        content.write('end', length - 3);
        log.note('publish', channel.sendToQueue(queue, content));
        await channel.checkQueue(queue);
        const message = await channel.get(queue, { noAck: true });
        log.note('same', message !== false && message.content.equals(content));
      }
    }),
  );

  alike('confirms', async ({ api, url, log, name }) => {
    const model = await api.connect(url);
    const channel = await model.createConfirmChannel();
    const queue = name();
    await channel.assertQueue(queue, { ...QUEUE, maxLength: 1, overflow: 'reject-publish' });
    log.listen('channel', channel, 'return', 'nack');
    const publish = (text: string): Promise<void> =>
      new Promise((resolve) => {
        channel.publish('', queue, Buffer.from(text), {}, (...values: unknown[]) => {
          log.note(`confirm ${text}`, ...values);
          resolve();
        });
      });
    await publish('taken');
    await publish('refused');
    const refused = log.settled('wait', () => channel.waitForConfirms());
    await refused;
    channel.sendToQueue(queue, Buffer.from('refused, without a callback'));
    await log.settled('wait', () => channel.waitForConfirms());
    channel.publish('', 'no such queue', Buffer.from('x'), { mandatory: true }, (...values: unknown[]) =>
      log.note('confirm of a returned message', ...values),
    );
    await log.settled('wait', () => channel.waitForConfirms());
    await log.settled('close', () => channel.close());
    await log.settled('wait', () => channel.waitForConfirms());
    await model.close();
  });
});
