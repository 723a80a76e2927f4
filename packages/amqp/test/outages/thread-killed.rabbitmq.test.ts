import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { connect as connectWithCallback } from '../support/ours/callback_api.js';
import { connect, type ConsumeMessage } from '../support/ours/index.js';
import type { Connection } from '../../src/client/types/callback.js';
import { BROKER_URL, freshName } from '../support/rabbitmq.js';

const LOST = /^The thread of the connection has ended: /;
const NO_REPLY = 'Channel ended, no reply will be forthcoming';

// The thread that was started last.
let thread: Worker;
const onWorker = (worker: Worker): void => {
  thread = worker;
};
beforeEach(() => void process.on('worker', onWorker));
afterEach(() => void process.off('worker', onWorker));

/** Keeps the events that tell of an end, as `<of> <event>`, with the error's text. */
function eventsOf(emitters: Record<string, NodeJS.EventEmitter>): [string, unknown][] {
  const events: [string, unknown][] = [];
  for (const [of, emitter] of Object.entries(emitters))
    for (const event of ['error', 'close'])
      emitter.on(event, (error?: Error) => events.push([`${of} ${event}`, error?.message]));
  return events;
}

const ENDED = [
  ['model error', expect.stringMatching(LOST)],
  ['channel close', undefined],
  ['model close', expect.stringMatching(LOST)],
];

test('a thread that is killed fails each call and each publish on it, ends channels and consumers, and the next connection has another', async () => {
  const model = await connect(BROKER_URL, { threaded: true });
  const channel = await model.createConfirmChannel();
  const { queue } = await channel.assertQueue(freshName(), { autoDelete: true });
  const events = eventsOf({ model, channel });
  const delivered: (ConsumeMessage | null)[] = [];
  await channel.consume(queue, (message) => void delivered.push(message));
  const confirms: unknown[] = [];
  channel.sendToQueue('nowhere', Buffer.from('x'), {}, (error) => confirms.push(error));
  const calls = [
    channel.checkQueue(queue),
    channel.prefetch(1),
    channel.waitForConfirms(),
    channel.cancel('c', { timeout: 60_000 }),
    model.createChannel(),
    model.updateSecret(Buffer.from('s'), 'test'),
  ];
  const killed = thread;
  const [settled] = await Promise.all([Promise.allSettled(calls), killed.terminate()]);
  const why = settled.map((each) => (each.status === 'rejected' ? each.reason.message : 'resolved'));
  const lost = expect.stringMatching(LOST);
  expect(why).toEqual([NO_REPLY, NO_REPLY, 'channel closed', NO_REPLY, NO_REPLY, lost]);
  expect(confirms).toMatchObject([{ message: 'channel closed', code: 'LOST_PUBLISH' }]);
  expect(events).toEqual(ENDED);
  expect(delivered).toEqual([]);
  expect(() => channel.sendToQueue(queue, Buffer.from('x'))).toThrow('Channel closed');
  await expect(model.close()).rejects.toThrow('Connection closed (Error: The thread of the connection');

  const next = await connect(BROKER_URL, { threaded: true });
  expect(thread).not.toBe(killed);
  await expect((await next.createChannel()).checkExchange('amq.direct')).resolves.toEqual({});
  await next.close();
});

test('the same with callbacks', async () => {
  const model = await new Promise<Connection>((resolve) => {
    connectWithCallback(BROKER_URL, { threaded: true }, (_error, connection) => resolve(connection));
  });
  const told: [string, string | undefined][] = [];
  const note =
    (what: string) =>
    (error?: Error | null): void =>
      void told.push([what, error?.message]);
  const channel = model.createConfirmChannel(() => undefined);
  await new Promise((resolve) => {
    channel.assertQueue('', { exclusive: true }, resolve);
  });
  const events = eventsOf({ model, channel });
  channel.checkExchange('amq.direct', note('call'));
  channel.prefetch(1);
  channel.get('q', {}, note('waiting call'));
  channel.sendToQueue('nowhere', Buffer.from('x'), {}, note('publish'));
  channel.waitForConfirms(note('confirms'));
  const closed = new Promise((resolve) => void model.on('close', resolve));
  model.createChannel(note('channel'));
  model.close(note('close'));
  await Promise.all([closed, thread.terminate()]);
  await new Promise(setImmediate);
  expect(new Set(told)).toEqual(
    new Set([
      ['call', NO_REPLY],
      ['channel', NO_REPLY],
      ['close', expect.stringMatching(LOST)],
      ['confirms', 'channel closed'],
      ['publish', 'channel closed'],
      ['waiting call', NO_REPLY],
    ]),
  );
  expect(events).toEqual(ENDED);
  const next = await new Promise<Connection>((resolve) => {
    connectWithCallback(BROKER_URL, { threaded: true }, (_error, connection) => resolve(connection));
  });
  await new Promise<void>((resolve) => {
    next.close(() => resolve());
  });
});

test('a connection that recovers gets another thread', async () => {
  const model = await connect(BROKER_URL, { threaded: true, recovery: { initialDelay: 10 } });
  const killed = thread;
  const errors: string[] = [];
  model.on('error', ({ message }: Error) => void errors.push(message));
  const connected = new Promise((resolve) => void model.once('connect', resolve));
  await killed.terminate();
  await connected;
  expect(thread).not.toBe(killed);
  expect(errors).toEqual([expect.stringMatching(LOST)]);
  await expect((await model.createChannel()).checkExchange('amq.direct')).resolves.toEqual({});
  await model.close();
});
