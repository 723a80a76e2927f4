import { RabbitmqBroker, rounds, startFaultProxy, type FaultProxy } from '@offloop/tools';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import {
  connect as connectWithCallbacks,
  type Channel as CallbackChannel,
} from '../support/ours/callback_api.js';
import { connect, type ConfirmChannel, type RecoveringChannelModel } from '../support/ours/index.js';
import { freshName } from '../support/rabbitmq.js';

// Its own, as it is killed.
let broker: RabbitmqBroker;
let proxy: FaultProxy;
let url: string;
beforeAll(async () => {
  broker = await RabbitmqBroker.start();
  proxy = await startFaultProxy({ target: `127.0.0.1:${broker.port}` });
  url = `amqp://guest:guest@${proxy.address}?heartbeat=2`;
});
afterAll(async () => {
  await proxy.close();
  await broker.stop();
});

const MESSAGES = rounds({ short: 2_000, full: 20_000 });
const WINDOW = 100;
const RECOVERY = { topology: true, initialDelay: 10, maxDelay: 500 } as const;

const losses = [
  {
    loss: 'an operator closes it',
    lose: async () => void (await broker.run('close_all_connections', 'a test')),
  },
  { loss: 'it is reset', lose: async () => proxy.cutAll() },
  {
    loss: 'the network is silent, and the broker still knows it when the next comes',
    lose: async () => {
      const next = proxy.untilAccepted(proxy.accepted + 1);
      proxy.dropPackets();
      await next;
      proxy.resume();
    },
  },
  {
    loss: 'the broker is killed',
    lose: async () => {
      await broker.kill();
      proxy.cutAll();
      await broker.restart();
    },
  },
];

/** Publishes numbered messages, each again until it is confirmed, and at least until something is true. Resolves to their number. */
async function publishAll(channel: ConfirmChannel, exchange: string, mayEnd: () => boolean): Promise<number> {
  const confirmed = (id: number): Promise<boolean> =>
    new Promise((resolve) => {
      try {
        channel.publish(exchange, 'k', Buffer.from(`${id}`), { persistent: true }, (error) =>
          resolve(error === null),
        );
      } catch {
        resolve(false);
      }
    });
  let next = 0;
  let again: number[] = [];
  while (again.length > 0 || next < MESSAGES || !mayEnd()) {
    const some = [...again];
    while (some.length < WINDOW) some.push(next++);
    // oxlint-disable-next-line no-await-in-loop
    const results = await Promise.all(some.map(confirmed));
    again = some.filter((_, i) => !results[i]);
    // It was lost: nothing can be published until it is back.
    // oxlint-disable-next-line no-await-in-loop
    if (again.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return next;
}

/** Returns what goes wrong with a connection or its channels: nothing may. */
function listen(model: RecoveringChannelModel): string[] {
  const wrong: string[] = [];
  model.on('topology-failed', ({ message }) => wrong.push(message));
  model.on('reconnect-failed', ({ message }) => wrong.push(message));
  model.on('error', () => undefined);
  return wrong;
}

describe.each(losses)('a connection that is lost, as $loss,', ({ lose }) => {
  test('goes on with what was declared and what is going on', { timeout: 120_000 }, async () => {
    const model = await connect(url, { recovery: RECOVERY });
    onTestFinished(() => model.close());
    const wrong = listen(model);
    const [exchange, queue, own] = [freshName(), freshName(), freshName()];
    const publishing = await model.createConfirmChannel();
    const consuming = await model.createChannel();
    for (const [name, channel] of Object.entries({ publishing, consuming }))
      for (const event of ['close', 'error'])
        channel.on(event, (error: unknown) => wrong.push(`${name} ${event} ${String(error)}`));
    await consuming.assertExchange(exchange, 'direct', { durable: false });
    await consuming.assertQueue(queue);
    await consuming.assertQueue(own, { exclusive: true });
    const { queue: named } = await consuming.assertQueue('', { exclusive: true });
    for (const each of [queue, own, named]) await consuming.bindQueue(each, exchange, 'k');
    await consuming.prefetch(WINDOW);
    const received = new Set<string>();
    let onReceived: () => void = () => undefined;
    let losing: Promise<void> | undefined;
    let isBack = false;
    model.on('topology-recovered', () => {
      isBack = true;
    });
    const { consumerTag } = await consuming.consume(queue, (message) => {
      if (message === null) {
        wrong.push('cancelled');
        return;
      }
      received.add(message.content.toString());
      // Some time later: by then the connection may be another.
      setTimeout(() => consuming.ack(message), 1);
      if (received.size > MESSAGES / 3) losing ??= lose();
      onReceived();
    });
    const count = await publishAll(publishing, exchange, () => isBack);
    await new Promise<void>((resolve) => {
      onReceived = () => {
        if (received.size === count) resolve();
      };
      onReceived();
    });
    await losing;
    // On a busy machine an operator who closes all connections has found the new one, too.
    await vi.waitFor(() => consuming.checkQueue(own), { timeout: 10_000 });
    await consuming.cancel(consumerTag);
    const deleted = await Promise.all([queue, own].map((each) => consuming.deleteQueue(each)));
    expect(deleted).toHaveLength(2);
    await consuming.deleteExchange(exchange);
    expect(wrong).toEqual([]);
  });
});

test('with callbacks, a queue with another name gets its messages', { timeout: 60_000 }, async () => {
  const got: string[] = [];
  let onGot: () => void = () => undefined;
  const channel = await new Promise<CallbackChannel>((resolve, reject) => {
    const model = connectWithCallbacks(url, { recovery: RECOVERY }, (error) => {
      if (error) return reject(error);
      model.createChannel((failure: Error | null, created) => (failure ? reject(failure) : resolve(created)));
    });
    model.on('error', () => undefined);
    onTestFinished(() => model.close());
  });
  const recovered = new Promise((resolve) => channel.once('recovered', resolve));
  channel.assertQueue('', { exclusive: true });
  channel.bindQueue('', 'amq.direct', 'callbacks');
  await new Promise<void>((resolve) => {
    channel.consume(
      '',
      (message) => {
        got.push(String(message?.content));
        onGot();
      },
      {},
      () => resolve(),
    );
  });
  proxy.cutAll();
  await recovered;
  const arrived = new Promise<void>((resolve) => {
    onGot = resolve;
  });
  channel.publish('amq.direct', 'callbacks', Buffer.from('hello'));
  await arrived;
  expect(got).toEqual(['hello']);
});
