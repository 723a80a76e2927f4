import { certificateAuthority, startTlsProxy } from '@offloop/tools';
import { describe, expect, onTestFinished, test } from 'vitest';

import { loopMayStand } from '../../../../test/support/event-loop.js';
import { links } from '../../src/client/links.js';
import { connect, type ConfirmChannel, type SocketOptions } from '../../src/index.js';
import { PLACES } from '../support/links.js';
import { BROKER_PORT, BROKER_URL, freshName } from '../support/rabbitmq.js';

/** Opens a connection, which is closed with the test, and a queue of its own. */
async function opened(
  url: string,
  options: SocketOptions,
): Promise<{ readonly channel: ConfirmChannel; readonly queue: string }> {
  const model = await connect(url, options);
  onTestFinished(() => model.close());
  const channel = await model.createConfirmChannel();
  const { queue } = await channel.assertQueue(freshName(), { exclusive: true });
  return { channel, queue };
}

/** Resolves to the contents of the next messages of a queue, or what is kept of them. */
function received<Kept>(
  { channel, queue }: Awaited<ReturnType<typeof opened>>,
  count: number,
  keep: (content: Buffer) => Kept,
): Promise<Kept[]> {
  return new Promise((resolve) => {
    const all: Kept[] = [];
    void channel.consume(queue, (message) => all.push(keep(message!.content)) === count && resolve(all), {
      noAck: true,
    });
  });
}

describe.each(PLACES)('with RabbitMQ, a connection $where', ({ threaded }) => {
  test('carries messages of any length', async () => {
    const open = await opened(BROKER_URL, { threaded });
    const lengths = [0, 1, 100, 131_063, 131_064, 131_065, 600_000, 20_000_000, 100_000_000];
    for (const length of lengths) open.channel.sendToQueue(open.queue, Buffer.alloc(length, `${length}`));
    const whole = await received(open, lengths.length, (content) => [
      content.length,
      content.equals(Buffer.alloc(content.length, `${content.length}`)),
    ]);
    expect(whole).toEqual(lengths.map((length) => [length, true]));
  });

  test('speaks TLS', async () => {
    const authority = await certificateAuthority('test');
    const certificate = await authority.issue(['broker']);
    const proxy = await startTlsProxy({ target: `127.0.0.1:${BROKER_PORT}`, certificate });
    onTestFinished(() => proxy.close());
    const url = `amqps://guest:guest@127.0.0.1:${proxy.port}`;
    const open = await opened(url, { threaded, servername: 'broker', ca: authority.cert });
    open.channel.sendToQueue(open.queue, Buffer.alloc(1_000_000, 'tls'));
    const [isWhole] = await received(open, 1, (content) => content.equals(Buffer.alloc(1_000_000, 'tls')));
    expect(isWhole).toBe(true);
    await expect(connect(url, { threaded, servername: 'broker' })).rejects.toMatchObject({
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
  });
});

test('while the loop is blocked, deliveries wait in bounded memory, and the broker keeps the rest', async () => {
  const open = await opened(`${BROKER_URL}?heartbeat=2`, { threaded: true });
  const [count, content] = [250, Buffer.alloc(1_000_000, 'x')];
  for (let i = 0; i < count; i++) open.channel.sendToQueue(open.queue, content);
  await open.channel.waitForConfirms();
  const before = process.memoryUsage().rss;
  const all = received(open, count, ({ length }) => length);
  // Until the consumer has begun.
  await open.channel.checkQueue(open.queue);
  loopMayStand({ seconds: 30, because: 'the connection must outlive it' }, () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_500);
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000);
  expect(await all).toEqual(Array.from({ length: count }, () => 1_000_000));
  expect(links.stats().every(({ rescues }) => rescues === 0)).toBe(true);
});
