import { describe, expect, onTestFinished, test } from 'vitest';

import { connect as connectWithCallback } from '../support/ours/callback_api.js';
import { connect, type ConsumeMessage } from '../support/ours/index.js';
import type { Connection } from '../../src/client/types/callback.js';
import { IS_THREADED } from '../support/ours/place.js';
import { BROKER_URL, freshName } from '../support/rabbitmq.js';
import { stoppableThreads } from '../support/stuck-thread.js';

const MILLIS = expect.any(Number);

// First: a thread that was started before, and is kept for a while, cannot be made to stand still.
describe('while the thread stands still', () => {
  test('a diagnosis has no socket, and tells what was asked for since, with both APIs', async () => {
    const stop = stoppableThreads();
    const model = await connect(BROKER_URL, { threaded: true });
    onTestFinished(() => model.close());
    const called = await connectWith(connectWithCallback);
    const channel = await model.createConfirmChannel();
    const release = stop();
    onTestFinished(release);
    // Until then it may still answer.
    while ((await model.connection.diagnose()).socket !== null);
    const calls = [channel.checkExchange('amq.direct'), channel.prefetch(1), channel.waitForConfirms()];
    channel.sendToQueue('nowhere', Buffer.from('x'));
    const created = new Promise((resolve) => void called.createChannel(resolve));
    const [ours, theirs] = await Promise.all([model.connection.diagnose(), called.connection.diagnose()]);
    expect(ours).toMatchObject({ state: 'open', socket: null });
    expect(ours.channels).toEqual([
      channelWith({ number: 1, call: 'ExchangeDeclare', waitingCalls: 1, unconfirmed: 1 }),
    ]);
    expect(ours.channels[0].waitingBytes).toBeGreaterThan(0);
    expect(ours.waitingBytes).toBe(ours.channels[0].waitingBytes);
    expect(ours.floor!.thread.sinceTurn).toBeGreaterThan(ours.floor!.caller.sinceTurn!);
    expect(theirs.channels).toMatchObject([{ number: 1, state: 'opening', call: 'ChannelOpen' }]);
    release();
    await Promise.all([...calls, created]);
    expect((await model.connection.diagnose()).socket).not.toBeNull();
    await new Promise<unknown>((resolve) => {
      called.close(resolve);
    });
  });
});

describe('a diagnosis', () => {
  test('tells what waits on each channel, how the socket is, and what lies between', async () => {
    const model = await connect(`${BROKER_URL}?heartbeat=30`);
    onTestFinished(() => model.close());
    const { connection } = model;
    await model.createChannel();
    const channel = await model.createConfirmChannel();
    const { queue } = await channel.assertQueue(freshName(), { exclusive: true });
    const { promise: all, resolve } = resolvers<ConsumeMessage>();
    await channel.consume(queue, (message) => message!.fields.deliveryTag === 4 && resolve(message!), {
      consumerTag: 'mine',
    });
    for (let i = 0; i < 5; i++) channel.sendToQueue(queue, Buffer.from('x'));
    const fourth = await all;
    await channel.waitForConfirms();
    await channel.checkQueue(queue);
    channel.ack({ ...fourth, fields: { ...fourth.fields, deliveryTag: 1 } });
    channel.nack({ ...fourth, fields: { ...fourth.fields, deliveryTag: 3 } }, true, false);
    const opening = model.createChannel();
    const diagnosis = await connection.diagnose();
    await opening;
    expect(JSON.parse(JSON.stringify(diagnosis))).toEqual({
      state: 'open',
      blocked: null,
      heartbeat: 30,
      waitingBytes: MILLIS,
      isThreaded: IS_THREADED,
      channels: [
        channelWith({ number: 1 }),
        channelWith({
          number: 2,
          consumers: ['mine'],
          unacknowledged: 2,
          oldestUnacknowledgedMillis: MILLIS,
        }),
        expect.objectContaining({ number: 3 }),
      ],
      socket: { sinceRead: MILLIS, sinceWritten: MILLIS, unsentBytes: 0, isPaused: false },
      floor: expect.objectContaining({ epoch: 0, caller: expect.anything(), thread: expect.anything() }),
    });
  });

  test('of a connection that is closed has no socket and no channel', async () => {
    const model = await connect(BROKER_URL);
    await model.createChannel();
    await model.close();
    const { state, channels, socket, floor } = await model.connection.diagnose();
    expect([state, channels, socket, floor]).toEqual(['closed', [], null, null]);
  });
});

function connectWith(api: typeof connectWithCallback): Promise<Connection> {
  return new Promise((resolve) => {
    api(BROKER_URL, { threaded: true }, (_error, connection) => resolve(connection));
  });
}

function channelWith(parts: object): object {
  return {
    state: 'open',
    consumers: [],
    unacknowledged: 0,
    oldestUnacknowledgedMillis: null,
    call: null,
    waitingCalls: 0,
    unconfirmed: 0,
    waitingBytes: MILLIS,
    ...parts,
  };
}

function resolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
