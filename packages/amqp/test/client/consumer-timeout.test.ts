import { once } from 'node:events';
import { expect, test } from 'vitest';

import type { Channel } from '../../src/client/promise/channel.js';
import { BasicGetOk, BasicRecoverOk, ChannelClose } from '../../src/wire/methods.js';
import { openChannel, startConsumer, type Bench } from './support/fake-link.js';

const SAID =
  'PRECONDITION_FAILED - delivery acknowledgement on channel 1 timed out. Timeout value used: 60000 ms. This timeout value can be configured, see consumers doc guide to learn more';
const LATE = 'The acknowledgement came too late, or the delivery is waiting for this event loop. ';
const RULE =
  "RabbitMQ closes a channel that does not acknowledge a delivery within consumer_timeout (60000 ms), whatever the heartbeats do. Acknowledge earlier, or set a longer one: consumer_timeout in rabbitmq.conf, or argument 'x-consumer-timeout' of the queue.";

function tagged(deliveryTag: number): Parameters<Channel['ack']>[0] {
  return { fields: { deliveryTag } } as Parameters<Channel['ack']>[0];
}

/** A channel whose consumer has got three messages. */
async function delivered(): Promise<Bench> {
  const bench = await openChannel();
  await startConsumer(bench, 'mine');
  for (const tag of [1, 2, 3]) bench.link.deliver('mine', tag);
  return bench;
}

/** The server closes the channel. Resolves to the error of its event. */
async function closedFor({ link, channel }: Bench, replyText: string): Promise<Error & { hint?: string }> {
  const failed = once(channel, 'error');
  link.come(1, ChannelClose, { replyCode: 406, replyText, classId: 0, methodId: 0 });
  const [error] = (await failed) as [Error & { hint?: string }];
  return error;
}

test('a channel that is closed for a late acknowledgement has amqplib’s error, and says whose it is and what to do', async () => {
  const bench = await delivered();
  await startConsumer(bench, 'of nobody', undefined, true);
  bench.link.deliver('of nobody', 4);
  bench.channel.ack(tagged(1));
  const error = await closedFor(bench, SAID);
  expect(error.message).toBe(`Channel closed by server: 406 (PRECONDITION-FAILED) with message "${SAID}"`);
  expect(error.hint).toMatch(
    /^A message of consumer 'mine' was handed over \d+\.\d s ago and is not acknowledged \(2 are not in all\)\. /,
  );
  expect(error.hint!.endsWith(RULE)).toBe(true);
});

test('a message that was fetched counts, too', async () => {
  const bench = await openChannel();
  const fetching = [bench.channel.get('q', { noAck: true }), bench.channel.get('q')];
  for (const deliveryTag of [1, 2])
    bench.link.comeWith(1, BasicGetOk, { deliveryTag, exchange: '', routingKey: 'q', messageCount: 0 }, 'x');
  await Promise.all(fetching);
  const { hint } = await closedFor(bench, SAID);
  expect(hint).toMatch(/^A message fetched by get was handed over \d+\.\d s ago and is not acknowledged\. /);
});

test.each<[string, number, (bench: Bench) => unknown]>([
  ['ackAll', 0, ({ channel }) => channel.ackAll()],
  ['nackAll', 0, ({ channel }) => channel.nackAll()],
  ['ack up to', 0, ({ channel }) => channel.ack(tagged(3), true)],
  ['ack up to another', 1, ({ channel }) => channel.ack(tagged(2), true)],
  ['nack up to', 0, ({ channel }) => channel.nack(tagged(3), true)],
  ['ack', 2, ({ channel }) => channel.ack(tagged(1))],
  ['nack', 2, ({ channel }) => channel.nack(tagged(1))],
  ['reject', 2, ({ channel }) => channel.reject(tagged(1))],
  [
    'recover',
    0,
    ({ channel, link }) => {
      void channel.recover();
      link.come(1, BasicRecoverOk);
    },
  ],
])('after %s %i of three are not acknowledged', async (_name, left, settle) => {
  const bench = await delivered();
  settle(bench);
  expect((await bench.model.connection.diagnose()).channels[0].unacknowledged).toBe(left);
  const { hint } = await closedFor(bench, SAID);
  expect([hint === LATE + RULE, hint!.includes("consumer 'mine'")]).toEqual([left === 0, left > 0]);
});

test('a text of another version is understood without its limit', async () => {
  const { hint } = await closedFor(await openChannel(), 'delivery acknowledgement on channel 7 timed out');
  expect(hint).toContain('within consumer_timeout, whatever');
});

test('another reason has no hint', async () => {
  const error = await closedFor(await openChannel(), 'PRECONDITION_FAILED - unknown delivery tag 1');
  expect(Object.keys(error)).toEqual(['code', 'classId', 'methodId']);
});

test('a call that waits has it in its error', async () => {
  const { link, channel } = await openChannel();
  channel.on('error', () => undefined);
  const call = channel.checkQueue('q');
  link.come(1, ChannelClose, { replyCode: 406, replyText: SAID, classId: 0, methodId: 0 });
  await expect(call).rejects.toMatchObject({ hint: LATE + RULE });
});
