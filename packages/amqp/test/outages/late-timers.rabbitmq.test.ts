import type { EventEmitter } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

import { connect, type ChannelModel, type ConfirmChannel, type Limits } from '../support/ours/index.js';
import { BROKER_URL, freshName } from '../support/rabbitmq.js';

/** Milliseconds: each call's timer has run out long before the loop turns again, and the broker has answered. */
const TIMEOUT = 100;
const BLOCK = 1_500;

type Method = Exclude<keyof ConfirmChannel, keyof EventEmitter>;
/** The methods that take limits. */
type Limited = {
  [Name in Method]: ConfirmChannel[Name] extends (...args: infer Args) => unknown
    ? Limits extends Args[number]
      ? Name
      : never
    : never;
}[Method];

const EXCHANGE = { autoDelete: true, durable: false };
const BODY = Buffer.from('body');

/** What a method is called with: a channel of its own, with a queue and an exchange that are bound. */
interface Scene {
  readonly channel: ConfirmChannel;
  readonly queue: string;
  readonly exchange: string;
  readonly consumerTag: string;
  readonly limits: Limits;
}

/** Messages that came to the consumer of `consume`. */
let delivered: number;

const CALLS: Readonly<Record<Limited, (scene: Scene) => Promise<unknown>>> = {
  assertQueue: ({ channel, limits }) => channel.assertQueue(freshName(), { exclusive: true }, limits),
  checkQueue: ({ channel, queue, limits }) => channel.checkQueue(queue, limits),
  deleteQueue: ({ channel, queue, limits }) => channel.deleteQueue(queue, {}, limits),
  purgeQueue: ({ channel, queue, limits }) => channel.purgeQueue(queue, limits),
  bindQueue: ({ channel, queue, limits }) => channel.bindQueue(queue, 'amq.topic', 'b', {}, limits),
  unbindQueue: ({ channel, queue, exchange, limits }) =>
    channel.unbindQueue(queue, exchange, 'a', {}, limits),
  assertExchange: ({ channel, exchange, limits }) =>
    channel.assertExchange(exchange, 'topic', EXCHANGE, limits),
  checkExchange: ({ channel, exchange, limits }) => channel.checkExchange(exchange, limits),
  deleteExchange: ({ channel, exchange, limits }) => channel.deleteExchange(exchange, {}, limits),
  bindExchange: ({ channel, exchange, limits }) =>
    channel.bindExchange(exchange, 'amq.topic', 'b', {}, limits),
  unbindExchange: ({ channel, exchange, limits }) =>
    channel.unbindExchange('amq.topic', exchange, 'a', {}, limits),
  consume: async ({ channel, queue, limits }) => {
    await channel.consume(queue, () => void delivered++, { noAck: true }, limits);
  },
  cancel: ({ channel, consumerTag, limits }) => channel.cancel(consumerTag, limits),
  get: async ({ channel, queue, limits }) =>
    expect(await channel.get(queue, {}, limits)).toMatchObject({ content: BODY }),
  prefetch: ({ channel, limits }) => channel.prefetch(1, false, limits),
  recover: ({ channel, limits }) => channel.recover(limits),
  waitForConfirms: ({ channel, limits }) => {
    channel.sendToQueue('nowhere', BODY);
    return channel.waitForConfirms(limits);
  },
};

/** Blocks the loop when what was asked for in this tick has gone out, and before it reads anything. */
function block(): Promise<void> {
  return new Promise((resolve) =>
    setImmediate(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCK);
      resolve();
    }),
  );
}

async function prepare(model: ChannelModel): Promise<Omit<Scene, 'limits'>> {
  const channel = await model.createConfirmChannel();
  const { exchange } = await channel.assertExchange(freshName(), 'topic', EXCHANGE);
  await channel.bindExchange('amq.topic', exchange, 'a');
  const { queue } = await channel.assertQueue(freshName(), { exclusive: true });
  await channel.bindQueue(queue, exchange, 'a');
  channel.sendToQueue(queue, BODY);
  const { queue: other } = await channel.assertQueue(freshName(), { exclusive: true });
  const { consumerTag } = await channel.consume(other, () => undefined);
  await channel.waitForConfirms();
  return { channel, queue, exchange, consumerTag };
}

const LIMITS = [
  { by: 'timeout', limits: (): Limits => ({ timeout: TIMEOUT }) },
  { by: 'a signal that times out', limits: (): Limits => ({ signal: AbortSignal.timeout(TIMEOUT) }) },
];

test.each(LIMITS)(
  'what the broker has answered while the loop was blocked is not given up, by $by',
  async ({ limits }) => {
    const model = await connect(BROKER_URL);
    onTestFinished(() => model.close());
    const calls = Object.entries(CALLS);
    const scenes = await Promise.all(calls.map(() => prepare(model)));
    delivered = 0;
    // What was prepared is settled, and the loop is about to turn.
    await new Promise((resolve) => setImmediate(resolve));
    const outcomes = Promise.allSettled(
      calls.map(async ([name, call], i) => {
        await call({ ...scenes[i], limits: limits() });
        return name;
      }),
    );
    await block();
    expect(await outcomes).toEqual(calls.map(([name]) => ({ status: 'fulfilled', value: name })));
    // The consumer was not undone.
    await expect.poll(() => delivered).toBe(1);
  },
);
