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

/** Prepares what a method needs. @returns a function that calls it. */
type Prepare = (channel: ConfirmChannel) => Promise<(limits: Limits) => Promise<unknown>>;

const EXCHANGE = { autoDelete: true, durable: false };
const BODY = Buffer.from('body');

async function newQueue(channel: ConfirmChannel): Promise<string> {
  return (await channel.assertQueue(freshName(), { exclusive: true })).queue;
}

async function newExchange(channel: ConfirmChannel): Promise<string> {
  return (await channel.assertExchange(freshName(), 'topic', EXCHANGE)).exchange;
}

/** A consumer that counts what it gets. */
const delivered = { count: 0 };

const CALLS: Readonly<Record<Limited, Prepare>> = {
  assertQueue: async (channel) => (limits) => channel.assertQueue(freshName(), { exclusive: true }, limits),
  checkQueue: async (channel) => {
    const queue = await newQueue(channel);
    return (limits) => channel.checkQueue(queue, limits);
  },
  deleteQueue: async (channel) => {
    const queue = await newQueue(channel);
    return (limits) => channel.deleteQueue(queue, {}, limits);
  },
  purgeQueue: async (channel) => {
    const queue = await newQueue(channel);
    return (limits) => channel.purgeQueue(queue, limits);
  },
  bindQueue: async (channel) => {
    const queue = await newQueue(channel);
    return (limits) => channel.bindQueue(queue, 'amq.topic', 'a.*', {}, limits);
  },
  unbindQueue: async (channel) => {
    const queue = await newQueue(channel);
    await channel.bindQueue(queue, 'amq.topic', 'a.*');
    return (limits) => channel.unbindQueue(queue, 'amq.topic', 'a.*', {}, limits);
  },
  assertExchange: async (channel) => {
    const exchange = await newExchange(channel);
    return (limits) => channel.assertExchange(exchange, 'topic', EXCHANGE, limits);
  },
  checkExchange: async (channel) => (limits) => channel.checkExchange('amq.topic', limits),
  deleteExchange: async (channel) => {
    const exchange = await newExchange(channel);
    return (limits) => channel.deleteExchange(exchange, {}, limits);
  },
  bindExchange: async (channel) => {
    const exchange = await newExchange(channel);
    return (limits) => channel.bindExchange(exchange, 'amq.topic', 'a.*', {}, limits);
  },
  unbindExchange: async (channel) => {
    const exchange = await newExchange(channel);
    await channel.bindExchange(exchange, 'amq.topic', 'a.*');
    return (limits) => channel.unbindExchange(exchange, 'amq.topic', 'a.*', {}, limits);
  },
  consume: async (channel) => {
    const queue = await newQueue(channel);
    delivered.count = 0;
    return async (limits) => {
      await channel.consume(queue, () => void delivered.count++, { noAck: true }, limits);
      channel.sendToQueue(queue, BODY);
    };
  },
  cancel: async (channel) => {
    const { consumerTag } = await channel.consume(await newQueue(channel), () => undefined);
    return (limits) => channel.cancel(consumerTag, limits);
  },
  get: async (channel) => {
    const queue = await newQueue(channel);
    channel.sendToQueue(queue, BODY);
    await channel.waitForConfirms();
    return async (limits) => expect(await channel.get(queue, {}, limits)).toMatchObject({ content: BODY });
  },
  prefetch: async (channel) => (limits) => channel.prefetch(1, false, limits),
  recover: async (channel) => (limits) => channel.recover(limits),
  waitForConfirms: async (channel) => {
    const queue = await newQueue(channel);
    return (limits) => {
      channel.sendToQueue(queue, BODY);
      return channel.waitForConfirms(limits);
    };
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

/** Prepares all methods, each on a channel of its own. */
async function prepareAll(model: ChannelModel): Promise<[string, (limits: Limits) => Promise<unknown>][]> {
  return Promise.all(
    Object.entries(CALLS).map(async ([name, prepare]) => [
      name,
      await prepare(await model.createConfirmChannel()),
    ]),
  );
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
    const calls = await prepareAll(model);
    // What was prepared is settled, and the loop is about to turn.
    await new Promise((resolve) => setImmediate(resolve));
    const outcomes = Promise.allSettled(
      calls.map(async ([name, call]) => {
        await call(limits());
        return name;
      }),
    );
    await block();
    expect(await outcomes).toEqual(calls.map(([name]) => ({ status: 'fulfilled', value: name })));
    // The consumer was not undone.
    await expect.poll(() => delivered.count).toBe(1);
  },
);
