import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';

import { connect, type Channel, type ChannelModel, type GetMessage } from '../support/ours/index.js';
import { BROKER_URL, freshName } from '../support/rabbitmq.js';

async function opened(): Promise<ChannelModel> {
  const model = await connect(BROKER_URL);
  onTestFinished(() => model.close().catch(() => undefined));
  return model;
}

async function exclusiveQueue(channel: Channel): Promise<string> {
  return (await channel.assertQueue(freshName(), { exclusive: true })).queue;
}

/** Waits until a queue has as many messages: the server may count before it has taken what was sent before. */
async function untilCount(channel: Channel, queue: string, count: number): Promise<void> {
  while ((await channel.checkQueue(queue)).messageCount !== count);
}

describe('what amqplib does not do', () => {
  test('close of the connection sends what was published before it', async () => {
    const observer = await (await opened()).createChannel();
    const queue = freshName();
    await observer.assertQueue(queue, { durable: false, autoDelete: false });
    const model = await connect(BROKER_URL);
    const channel = await model.createChannel();
    for (let i = 0; i < 5_000; i++) channel.sendToQueue(queue, Buffer.from(`${i}`));
    await model.close();
    await expect(untilCount(observer, queue, 5_000)).resolves.toBe(undefined);
    await observer.deleteQueue(queue);
  });

  test('a method whose arguments cannot be encoded leaves its channel as it was', async () => {
    const channel = await (await opened()).createChannel();
    const calls = [
      channel.checkExchange('amq.direct'),
      channel.assertQueue(5 as never),
      channel.checkExchange('amq.topic'),
    ];
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(channel.assertQueue(5 as never)).rejects.toThrow("Field 'queue' is the wrong type");
    await expect(channel.checkExchange('amq.direct')).resolves.toEqual({});
  });

  test('a listener that is removed with all others takes nothing else with it', async () => {
    const model = await opened();
    const channel = await model.createConfirmChannel();
    const queue = await exclusiveQueue(channel);
    for (const emitter of [model, model.connection, channel]) emitter.removeAllListeners();
    const delivered = new Promise((resolve) => void channel.consume(queue, resolve));
    channel.sendToQueue(queue, Buffer.from('x'));
    await channel.waitForConfirms();
    expect(await delivered).toMatchObject({ content: Buffer.from('x') });
    const closed = once(model, 'close');
    await model.close();
    expect(await closed).toEqual([undefined]);
  });
});

describe('limits', () => {
  test('a message that nobody waits for any longer goes back to its queue', async () => {
    const channel = await (await opened()).createChannel();
    const queue = await exclusiveQueue(channel);
    channel.sendToQueue(queue, Buffer.from('x'));
    await untilCount(channel, queue, 1);
    const controller = new AbortController();
    const given = channel.get(queue, {}, { signal: controller.signal });
    controller.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    await untilCount(channel, queue, 1);
    const message = (await channel.get(queue)) as GetMessage;
    expect([message.content.toString(), message.fields.redelivered]).toEqual(['x', true]);
  });

  test('a consumer that nobody waits for any longer is cancelled', async () => {
    const channel = await (await opened()).createChannel();
    const queue = await exclusiveQueue(channel);
    channel.sendToQueue(queue, Buffer.from('x'));
    await untilCount(channel, queue, 1);
    const controller = new AbortController();
    const given = channel.consume(queue, () => undefined, {}, { signal: controller.signal });
    controller.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    await untilCount(channel, queue, 1);
    expect(await channel.checkQueue(queue)).toMatchObject({ messageCount: 1, consumerCount: 0 });
  });
});
