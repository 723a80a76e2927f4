import { once } from 'node:events';
import { expect, test } from 'vitest';

import { ChannelModel } from '../../src/client/promise/channel-model.js';
import type { Channel } from '../../src/client/promise/channel.js';
import {
  BasicConsumeOk,
  BasicDeliver,
  BasicGetOk,
  BasicRecoverOk,
  ChannelClose,
  ChannelOpenOk,
} from '../../src/wire/methods.js';
import { openFake, type FakeLink } from './support/fake-link.js';

const SAID =
  'PRECONDITION_FAILED - delivery acknowledgement on channel 1 timed out. Timeout value used: 60000 ms. This timeout value can be configured, see consumers doc guide to learn more';
const LATE = 'The acknowledgement came too late, or the delivery is waiting for this event loop. ';
const RULE =
  "RabbitMQ closes a channel that does not acknowledge a delivery within consumer_timeout (60000 ms), whatever the heartbeats do. Acknowledge earlier, or set a longer one: consumer_timeout in rabbitmq.conf, or argument 'x-consumer-timeout' of the queue.";

async function opened(): Promise<{ link: FakeLink; channel: Channel }> {
  const { link, session } = await openFake();
  const opening = new ChannelModel(session).createChannel();
  link.come(1, ChannelOpenOk, { channelId: Buffer.alloc(0) });
  return { link, channel: await opening };
}

async function consumer(
  { link, channel }: { link: FakeLink; channel: Channel },
  tag: string,
  noAck: boolean = false,
): Promise<void> {
  const consuming = channel.consume('q', () => undefined, { noAck });
  link.come(1, BasicConsumeOk, { consumerTag: tag });
  await consuming;
}

function deliver(link: FakeLink, consumerTag: string, deliveryTag: number): void {
  link.comeWith(1, BasicDeliver, { consumerTag, deliveryTag, exchange: '', routingKey: 'q' }, 'x');
}

function tagged(deliveryTag: number): Parameters<Channel['ack']>[0] {
  return { fields: { deliveryTag } } as Parameters<Channel['ack']>[0];
}

/** The server closes the channel. Resolves to the error of its event. */
async function closedFor(
  { link, channel }: { link: FakeLink; channel: Channel },
  replyText: string,
): Promise<Error & { hint?: string }> {
  const failed = once(channel, 'error');
  link.come(1, ChannelClose, { replyCode: 406, replyText, classId: 0, methodId: 0 });
  const [error] = (await failed) as [Error & { hint?: string }];
  return error;
}

test('a channel that is closed for a late acknowledgement has amqplib’s error, and says whose it is and what to do', async () => {
  const bench = await opened();
  await consumer(bench, 'mine');
  await consumer(bench, 'of nobody', true);
  for (const [tag, of] of ['mine', 'of nobody', 'mine', 'mine'].entries()) deliver(bench.link, of, tag + 1);
  bench.channel.ack(tagged(1));
  const error = await closedFor(bench, SAID);
  expect(error.message).toBe(`Channel closed by server: 406 (PRECONDITION-FAILED) with message "${SAID}"`);
  expect(error.hint).toMatch(
    /^A message of consumer 'mine' was handed over \d+\.\d s ago and is not acknowledged \(2 are not in all\)\. /,
  );
  expect(error.hint!.endsWith(RULE)).toBe(true);
});

test('a message that was fetched counts, too', async () => {
  const bench = await opened();
  const fetching = [bench.channel.get('q', { noAck: true }), bench.channel.get('q')];
  for (const deliveryTag of [1, 2])
    bench.link.comeWith(1, BasicGetOk, { deliveryTag, exchange: '', routingKey: 'q', messageCount: 0 }, 'x');
  await Promise.all(fetching);
  const { hint } = await closedFor(bench, SAID);
  expect(hint).toMatch(/^A message fetched by get was handed over \d+\.\d s ago and is not acknowledged\. /);
});

test.each([
  ['ackAll', (channel: Channel) => channel.ackAll()],
  ['nackAll', (channel: Channel) => channel.nackAll()],
  ['ack up to', (channel: Channel) => channel.ack(tagged(3), true)],
  ['nack up to', (channel: Channel) => channel.nack(tagged(3), true)],
  [
    'ack, nack, reject',
    (channel: Channel) => {
      channel.ack(tagged(1));
      channel.nack(tagged(2));
      channel.reject(tagged(3));
    },
  ],
])('after %s none is left', async (_name, settle) => {
  const bench = await opened();
  await consumer(bench, 'mine');
  for (const tag of [1, 2, 3]) deliver(bench.link, 'mine', tag);
  settle(bench.channel);
  expect((await closedFor(bench, SAID)).hint).toBe(LATE + RULE);
});

test('after recover none is left', async () => {
  const bench = await opened();
  await consumer(bench, 'mine');
  deliver(bench.link, 'mine', 1);
  const recovering = bench.channel.recover();
  bench.link.come(1, BasicRecoverOk);
  await recovering;
  expect((await closedFor(bench, SAID)).hint).toBe(LATE + RULE);
});

test('what it acknowledges up to a tag leaves those behind it', async () => {
  const bench = await opened();
  await consumer(bench, 'mine');
  for (const tag of [1, 2, 3]) deliver(bench.link, 'mine', tag);
  bench.channel.ack(tagged(2), true);
  expect((await closedFor(bench, SAID)).hint).toContain("consumer 'mine' was handed over");
});

test('a text of another version is understood without its limit', async () => {
  const { hint } = await closedFor(await opened(), 'delivery acknowledgement on channel 7 timed out');
  expect(hint).toContain('within consumer_timeout, whatever');
});

test('another reason has no hint', async () => {
  const error = await closedFor(await opened(), 'PRECONDITION_FAILED - unknown delivery tag 1');
  expect(Object.keys(error)).toEqual(['code', 'classId', 'methodId']);
});

test('a call that waits has it in its error', async () => {
  const bench = await opened();
  bench.channel.on('error', () => undefined);
  const call = bench.channel.checkQueue('q');
  bench.link.come(1, ChannelClose, { replyCode: 406, replyText: SAID, classId: 0, methodId: 0 });
  await expect(call).rejects.toMatchObject({ hint: LATE + RULE });
});
