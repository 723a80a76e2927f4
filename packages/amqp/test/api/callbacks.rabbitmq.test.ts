import type { Channel, ConfirmChannel, Connection, ConsumeMessage } from 'amqplib/callback_api';
import { describe, expect, test } from 'vitest';

import { connect } from '../support/ours/callback_api.js';
import { BROKER_URL } from '../support/rabbitmq.js';
import { alikeWithCallbacks, type Bench, type CallbackApi } from './support/compare.js';
import type { Log } from './support/log.js';

const QUEUE = { exclusive: true, durable: false };

type Step = (done: (...values: unknown[]) => void) => unknown;

/** Makes a call, notes what it returns and what its callback gets, and waits for that. */
async function called(log: Log, name: string, step: Step): Promise<unknown> {
  return new Promise((resolve) => {
    try {
      const returned = step((...values) => {
        log.note(`${name} calls back`, ...values);
        resolve(values[1]);
      });
      log.note(`${name} returns`, returned);
    } catch (error) {
      log.note(`${name} throws`, error);
      resolve(undefined);
    }
  });
}

function opened({ api, url, log }: Bench<CallbackApi>): Promise<Connection> {
  return called(log, 'connect', (done) => api.connect(url, done)) as Promise<Connection>;
}

function withChannel(
  run: (channel: Channel, log: Log, name: string, connection: Connection) => Promise<void>,
) {
  return async (bench: Bench<CallbackApi>): Promise<void> => {
    const { log } = bench;
    const connection = await opened(bench);
    log.listen('connection', connection, 'error', 'close');
    const channel = (await called(log, 'channel', (done) => connection.createChannel(done))) as Channel;
    log.listen('channel', channel, 'error', 'close', 'return', 'cancel');
    log.note('same', (channel.connection as unknown) === connection.connection);
    await run(channel, log, bench.name(), connection);
    await called(log, 'close', (done) => connection.close(done));
  };
}

describe('with callbacks, each method does what it does in amqplib', () => {
  alikeWithCallbacks(
    'queues and exchanges',
    withChannel(async (channel, log, name) => {
      await called(log, 'assertQueue', (done) => channel.assertQueue(name, QUEUE, done));
      await called(log, 'checkQueue', (done) => channel.checkQueue(name, done));
      await called(log, 'assertExchange', (done) =>
        channel.assertExchange(name, 'topic', { autoDelete: true }, done),
      );
      await called(log, 'checkExchange', (done) => channel.checkExchange(name, done));
      await called(log, 'bindQueue', (done) => channel.bindQueue(name, name, 'a.*', {}, done));
      await called(log, 'unbindQueue', (done) => channel.unbindQueue(name, name, 'a.*', {}, done));
      await called(log, 'bindExchange', (done) => channel.bindExchange('amq.fanout', name, 'a', {}, done));
      await called(log, 'unbindExchange', (done) =>
        channel.unbindExchange('amq.fanout', name, 'a', {}, done),
      );
      await called(log, 'purgeQueue', (done) => channel.purgeQueue(name, done));
      await called(log, 'deleteExchange', (done) => channel.deleteExchange(name, {}, done));
      await called(log, 'deleteQueue', (done) => channel.deleteQueue(name, {}, done));
    }),
  );

  alikeWithCallbacks(
    'messages',
    withChannel(async (channel, log, name) => {
      log.note('without a callback', channel.assertQueue(name, QUEUE));
      await called(log, 'prefetch', (done) => channel.prefetch(1, false, done));
      const onMessage = (message: ConsumeMessage | null): void => {
        log.note('message', message);
        if (message !== null) log.note('ack', channel.ack(message));
      };
      await called(log, 'consume', (done) => channel.consume(name, onMessage, { consumerTag: 'mine' }, done));
      log.note('publish', channel.sendToQueue(name, Buffer.from('x')));
      await log.until('ack');
      await called(log, 'cancel', (done) => channel.cancel('mine', done));
      await called(log, 'get', (done) => channel.get(name, {}, done));
      channel.sendToQueue(name, Buffer.from('y'));
      await called(log, 'check', (done) => channel.checkExchange('amq.direct', done));
      const message = (await called(log, 'get', (done) => channel.get(name, {}, done))) as ConsumeMessage;
      log.note('nack', channel.nack(message));
      log.note('nackAll', channel.nackAll());
      await called(log, 'recover', (done) => channel.recover(done));
      const again = (await called(log, 'get', (done) => channel.get(name, {}, done))) as ConsumeMessage;
      log.note('reject', channel.reject(again, false));
      log.note('ackAll', channel.ackAll());
      await called(log, 'channel close', (done) => channel.close(done));
      await called(log, 'channel close again', (done) => channel.close(done));
      await called(log, 'check', (done) => channel.checkQueue(name, done));
    }),
  );

  alikeWithCallbacks(
    'a consumer without a callback',
    withChannel(async (channel, log, name) => {
      channel.assertQueue(name, QUEUE);
      channel.consume(name, (message) => log.note('message', message), { noAck: true });
      channel.sendToQueue(name, Buffer.from('x'));
      await log.until('message');
    }),
  );

  alikeWithCallbacks(
    'a channel that the server closes',
    withChannel(async (channel, log) => {
      channel.checkQueue('no such queue', (error) => log.note('first', error));
      channel.checkQueue('no such queue', (error) => log.note('second', error));
      channel.checkQueue('no such queue');
      await log.until('channel close');
    }),
  );

  alikeWithCallbacks(
    'arguments of a wrong type',
    withChannel(async (channel, log) => {
      await called(log, 'publish', () => channel.publish('', 'x', 'text' as never));
    }),
  );

  alikeWithCallbacks('confirms', async (bench) => {
    const { log, name } = bench;
    const connection = await opened(bench);
    const channel = (await called(log, 'channel', (done) =>
      connection.createConfirmChannel({ highWaterMark: 10 }, done),
    )) as ConfirmChannel;
    channel.assertQueue(name(), QUEUE);
    await called(log, 'publish', (done) => channel.sendToQueue(name(), Buffer.from('x'), {}, done));
    channel.sendToQueue(name(), Buffer.from('x'));
    await called(log, 'wait', (done) => channel.waitForConfirms(done));
    await called(log, 'close', (done) => connection.close(done));
    await called(log, 'close again', (done) => connection.close(done));
    await called(log, 'create', (done) => connection.createChannel(done));
  });

  alikeWithCallbacks('a connection that is lost', async (bench) => {
    const { log } = bench;
    const connection = await opened(bench);
    log.listen('connection', connection, 'error');
    const channel = (await called(log, 'channel', (done) =>
      connection.createConfirmChannel(done),
    )) as ConfirmChannel;
    log.listen('channel', channel, 'error', 'close');
    const calls = [
      called(log, 'check', (done) => channel.checkExchange('amq.direct', done)),
      called(log, 'get', (done) => channel.get('q', {}, done)),
      called(log, 'publish', (done) => channel.sendToQueue('nowhere', Buffer.from('x'), {}, done)),
      called(log, 'wait', (done) => channel.waitForConfirms(done)),
      called(log, 'another channel', (done) => connection.createChannel(done)),
    ];
    const { stream } = connection.connection as unknown as { stream: { destroy(error: Error): void } };
    stream.destroy(new Error('pulled out'));
    await Promise.all(calls);
  });

  alikeWithCallbacks('no channel that is left', async ({ api, url, log }) => {
    const connection = (await called(log, 'connect', (done) =>
      api.connect(`${url}?channelMax=1`, done),
    )) as Connection;
    await called(log, 'one', (done) => connection.createChannel(done));
    await called(log, 'two', (done) => connection.createChannel(done));
    await called(log, 'close', (done) => connection.close(done));
  });

  alikeWithCallbacks('an address that is none', async ({ api, log }) => {
    await called(log, 'connect', (done) => api.connect('http://127.0.0.1', done));
    await called(log, 'connect', (done) => api.connect('no address', {}, done));
  });
});

test('a callback of connect that throws is an uncaught exception, not a rejection', async () => {
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  const thrown = await new Promise((resolve) => {
    process.once('uncaughtException', resolve);
    connect(BROKER_URL, (_error, connection) => {
      connection.close();
      throw new Error('boom');
    });
  });
  for (const listener of listeners) process.on('uncaughtException', listener);
  expect(thrown).toEqual(new Error('boom'));
});
