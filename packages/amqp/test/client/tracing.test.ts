import { tracingChannel } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { BaseChannel } from '../../src/client/channel/base-channel.js';
import * as ids from '../../src/client/channel/defs.js';
import { CallbackModel } from '../../src/client/callback/callback-model.js';
import { ChannelModel } from '../../src/client/promise/channel-model.js';
import type { DeliverTrace, PublishTrace } from '../../src/index.js';
import { BasicConsumeOk, BasicDeliver, ChannelCloseOk, ChannelOpenOk } from '../../src/wire/methods.js';
import { openChannel, openFake, startConsumer } from './support/fake-link.js';

// Tracers wrap these methods, in the files of `lib` that a release has. That they do: scripts/places/amqp.mjs.

afterEach(() => {
  vi.restoreAllMocks();
});

const BODY = Buffer.from('x');
const DELIVERY = { consumerTag: 't', deliveryTag: 7, exchange: 'e', routingKey: 'k' };

/** Names and first arguments of the calls of all methods that are wrapped, as they come. */
function wrapAll(): unknown[][] {
  const calls: unknown[][] = [];
  for (const name of [
    'sendImmediately',
    'sendMessage',
    'registerConsumer',
    'unregisterConsumer',
    'dispatchMessage',
  ] as const) {
    const original = BaseChannel.prototype[name] as (...args: unknown[]) => unknown;
    vi.spyOn(BaseChannel.prototype, name).mockImplementation(function wrapped(
      this: BaseChannel,
      ...args: unknown[]
    ) {
      calls.push([name, args[0]]);
      return Reflect.apply(original, this, args) as never;
    });
  }
  return calls;
}

test.each([ChannelModel, CallbackModel])(
  'all that a channel of a %o sends and gets goes through methods that tracers wrap',
  async (Model) => {
    const calls = wrapAll();
    const { link, session } = await openFake();
    const opening = new Model(session).createChannel();
    link.come(1, ChannelOpenOk);
    const channel = await opening;
    void channel.consume('q', (message) => channel.ack(message!));
    link.come(1, BasicConsumeOk, { consumerTag: 't' });
    link.comeWith(1, BasicDeliver, DELIVERY, 'x');
    channel.publish('e', 'k', BODY, { messageId: 'm' });
    expect(calls).toEqual([
      ['sendImmediately', ids.ChannelOpen],
      ['sendImmediately', ids.BasicConsume],
      ['registerConsumer', 't'],
      ['dispatchMessage', expect.objectContaining(DELIVERY)],
      ['sendImmediately', ids.BasicAck],
      ['sendMessage', expect.objectContaining({ exchange: 'e', routingKey: 'k', messageId: 'm' })],
    ]);
  },
);

test('what a wrapped sendMessage adds to the headers is sent, and the headers of another message are not changed', async () => {
  const { link, channel } = await openChannel();
  const written = vi.spyOn(link.writer, 'content');
  const original = channel.sendMessage.bind(channel);
  let turn = 0;
  channel.sendMessage = (fields, properties, content) => {
    Object.assign(fields['headers'] as object, { [`turn-${++turn}`]: true });
    return original(fields, properties, content);
  };
  channel.publish('', 'q', BODY);
  channel.publish('', 'q', BODY);
  expect(written.mock.calls.map(([, , , properties]) => properties['headers'])).toEqual([
    { 'turn-1': true },
    { 'turn-2': true },
  ]);
});

test("the ids of methods are those of amqplib's lib/defs.js", () => {
  const require = createRequire(import.meta.url);
  const theirs = require(join(dirname(require.resolve('amqplib')), 'lib/defs.js')) as Record<string, unknown>;
  expect(theirs).toMatchObject(ids);
});

/** Notes what a tracing channel tells until the test ends. */
function traced(name: string, onStart: (trace: unknown) => void): string[] {
  const seen: string[] = [];
  const note =
    (event: string) =>
    (trace: unknown): void => {
      seen.push(event);
      if (event === 'start') onStart(trace);
    };
  const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const;
  const subscribers = Object.fromEntries(events.map((event) => [event, note(event)])) as Record<
    (typeof events)[number],
    ReturnType<typeof note>
  >;
  tracingChannel(name).subscribe(subscribers);
  onTestFinished(() => tracingChannel(name).unsubscribe(subscribers));
  return seen;
}

test('a message that is published is told, and may be given headers', async () => {
  const { link, channel } = await openChannel();
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
  expect({ a: (headers as typeof given).a, ...headers }).toEqual({ a: 1, traceparent: '00-1' });
  expect(given).toEqual({ a: 1 });
  expect(() => channel.publish('x', 5 as never, Buffer.from('text'))).toThrow('routingKey');
  expect(seen).toEqual(['start', 'end', 'start', 'error', 'end']);
});

test('a consumer that runs is told, and what it throws', async () => {
  const bench = await openChannel();
  const { link, channel } = bench;
  channel.on('error', () => undefined);
  let trace: DeliverTrace | undefined;
  const seen = traced('offloop:amqp:deliver', (started) => (trace = started as DeliverTrace));
  await startConsumer(bench, 't', (message) => {
    if (message?.content.toString() === 'bad') throw new Error('boom');
  });
  link.deliver('t', 1, 'good');
  expect(trace).toMatchObject({
    channel: 1,
    message: { fields: { consumerTag: 't', deliveryTag: 1, exchange: '', routingKey: 'q' } },
    attributes: {
      'messaging.destination.name': 'q',
      'messaging.operation.type': 'process',
      'messaging.rabbitmq.message.delivery_tag': 1,
    },
  });
  link.deliver('t', 2, 'bad');
  link.come(1, ChannelCloseOk);
  expect(seen).toEqual(['start', 'end', 'start', 'error', 'end']);
});
