import { tracingChannel } from 'node:diagnostics_channel';
import { expect, onTestFinished, test, vi } from 'vitest';

import { ChannelModel } from '../../src/client/promise/channel-model.js';
import type { Channel } from '../../src/client/promise/channel.js';
import type { DeliverTrace, PublishTrace } from '../../src/index.js';
import { BasicConsumeOk, BasicDeliver, ChannelCloseOk, ChannelOpenOk } from '../../src/wire/methods.js';
import { openFake, type FakeLink } from './support/fake-link.js';

async function opened(): Promise<{ link: FakeLink; channel: Channel }> {
  const { link, session } = await openFake();
  const opening = new ChannelModel(session).createChannel();
  link.come(1, ChannelOpenOk, { channelId: Buffer.alloc(0) });
  return { link, channel: await opening };
}

/** Notes what a tracing channel tells until the test ends. */
function traced(name: string, onStart: (trace: unknown) => void): string[] {
  const seen: string[] = [];
  const note =
    (event: string) =>
    (trace: unknown): void => {
      seen.push(event);
      if (event === 'start') onStart(trace);
    };
  const subscribers = {
    start: note('start'),
    end: note('end'),
    asyncStart: note('asyncStart'),
    asyncEnd: note('asyncEnd'),
    error: note('error'),
  };
  tracingChannel(name).subscribe(subscribers);
  onTestFinished(() => tracingChannel(name).unsubscribe(subscribers));
  return seen;
}

test('a message that is published is told, and may be given headers', async () => {
  const { link, channel } = await opened();
  const content = vi.spyOn(link.writer, 'content');
  let trace: PublishTrace | undefined;
  const seen = traced('offloop:amqp:publish', (started) => {
    trace = started as PublishTrace;
    trace.headers['traceparent'] = '00-1';
  });
  const given = { a: 1 };
  channel.publish('x', 'k', Buffer.from('text'), { headers: given, type: 't', messageId: 'm' });
  expect(trace).toMatchObject({
    channel: 1,
    exchange: 'x',
    routingKey: 'k',
    result: true,
    properties: { type: 't' },
  });
  expect(trace?.attributes).toEqual({
    'messaging.system': 'rabbitmq',
    'messaging.destination.name': 'x:k',
    'messaging.rabbitmq.destination.routing_key': 'k',
    'messaging.message.body.size': 4,
    'messaging.operation.name': 'publish',
    'messaging.operation.type': 'send',
    'messaging.message.id': 'm',
    'network.peer.address': '127.0.0.1',
    'network.peer.port': 5672,
  });
  expect(trace?.connection).toBe(channel.connection);
  const { headers } = content.mock.calls[0][3] as { headers: object };
  const sent: string[] = [];
  for (const key in headers) sent.push(key);
  expect(sent.toSorted()).toEqual(['a', 'traceparent']);
  expect(given).toEqual({ a: 1 });
  expect(() => channel.publish('x', 5 as never, Buffer.from('text'))).toThrow('routingKey');
  expect(seen).toEqual(['start', 'end', 'start', 'error', 'end']);
});

test('a consumer that runs is told, and what it throws', async () => {
  const { link, channel } = await opened();
  channel.on('error', () => undefined);
  let trace: DeliverTrace | undefined;
  const seen = traced('offloop:amqp:deliver', (started) => (trace = started as DeliverTrace));
  void channel.consume('q', (message) => {
    if (message?.content.toString() === 'bad') throw new Error('boom');
  });
  link.come(1, BasicConsumeOk, { consumerTag: 't' });
  const fields = { consumerTag: 't', deliveryTag: 1, exchange: '', routingKey: 'q' };
  link.comeWith(1, BasicDeliver, fields, 'good');
  expect(trace).toMatchObject({
    channel: 1,
    message: { fields },
    attributes: {
      'messaging.destination.name': 'q',
      'messaging.operation.type': 'process',
      'messaging.rabbitmq.message.delivery_tag': 1,
    },
  });
  link.comeWith(1, BasicDeliver, fields, 'bad');
  link.come(1, ChannelCloseOk);
  expect(seen).toEqual(['start', 'end', 'start', 'error', 'end']);
});
