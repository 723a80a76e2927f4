import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

import { BaseChannel } from '../../src/client/channel/base-channel.js';
import * as ids from '../../src/client/channel/defs.js';
import { CallbackModel } from '../../src/client/callback/callback-model.js';
import { ChannelModel } from '../../src/client/promise/channel-model.js';
import { BasicConsumeOk, BasicDeliver, ChannelOpenOk } from '../../src/wire/methods.js';
import { openFake } from './support/fake-link.js';

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

for (const [api, modelOf] of [
  ['promise', (session) => new ChannelModel(session)],
  ['callback', (session) => new CallbackModel(session)],
] as const satisfies [
  string,
  (session: Awaited<ReturnType<typeof openFake>>['session']) => ChannelModel | CallbackModel,
][])
  test(`all that a channel of the ${api} API sends and gets goes through methods that tracers wrap`, async () => {
    const calls = wrapAll();
    const { link, session } = await openFake();
    const opening = modelOf(session).createChannel();
    link.come(1, ChannelOpenOk, { channelId: Buffer.alloc(0) });
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
  });

test('what a wrapped sendMessage adds to the headers is sent, and the headers of another message are not changed', async () => {
  const { link, session } = await openFake();
  const opening = new ChannelModel(session).createChannel();
  link.come(1, ChannelOpenOk, { channelId: Buffer.alloc(0) });
  const channel = await opening;
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
