import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import type { ConsumeMessage } from '../../src/client/types/message.js';
import { BasicRecoverOk } from '../../src/wire/methods.js';
import { openChannel, startConsumer, type Bench, type Sent } from './support/fake-link.js';

const seed = seedOf('amqp acks');
const numRuns = rounds({ short: 300, full: 3000 });

/** What a server knows of a channel's deliveries, by RabbitMQ's rules. */
class Server {
  readonly #open = new Set<number>();
  readonly settled: string[] = [];
  isClosed = false;

  deliver(tag: number): void {
    this.#open.add(tag);
  }

  settle(how: string, tag: number, multiple: boolean): void {
    if (this.isClosed) return;
    if (tag !== 0 && !this.#open.has(tag)) {
      this.isClosed = true;
      return;
    }
    for (const each of this.#open) {
      if (each !== tag && !(multiple && (tag === 0 || each < tag))) continue;
      this.#open.delete(each);
      this.settled.push(`${how} ${each}`);
    }
  }

  take({ name, fields }: Sent): void {
    const { deliveryTag, multiple, requeue } = fields as Record<string, unknown>;
    const how = name === 'BasicAck' ? 'ack' : requeue === true ? 'requeue' : 'drop';
    if (['BasicAck', 'BasicNack', 'BasicReject'].includes(name))
      this.settle(how, Number(deliveryTag), multiple === true);
  }
}

async function bench(): Promise<
  Bench & { readonly deliver: (noAck?: boolean) => void; readonly messages: ConsumeMessage[] }
> {
  const opened = await openChannel();
  const { link } = opened;
  const messages: ConsumeMessage[] = [];
  const keep = (message: ConsumeMessage | null): unknown => messages.push(message!);
  await startConsumer(opened, 'false', keep, false);
  await startConsumer(opened, 'true', keep, true);
  link.names();
  link.isHeld = true;
  const deliver = (noAck = false): void => link.deliver(String(noAck), messages.length + 1);
  return { ...opened, deliver, messages };
}

describe('acknowledgements of one tick', () => {
  test('are one frame where all before are acknowledged, too', async () => {
    const { link, channel, deliver, messages } = await bench();
    for (let i = 0; i < 5; i++) deliver();
    for (const message of messages.slice(0, 3)) channel.ack(message);
    link.flush();
    channel.ack(messages[3]);
    link.flush();
    channel.ack(messages[4]);
    channel.ack(messages[4]);
    link.flush();
    expect(link.sent.map(({ fields }) => fields)).toEqual([
      { deliveryTag: 3, multiple: true },
      { deliveryTag: 4, multiple: false },
      { deliveryTag: 5, multiple: false },
      { deliveryTag: 5, multiple: false },
    ]);
  });

  test('do not overtake a message that was published between them', async () => {
    const { link, channel, deliver, messages } = await bench();
    for (let i = 0; i < 4; i++) deliver();
    channel.ack(messages[0]);
    channel.ack(messages[1]);
    channel.publish('', 'q', Buffer.from('x'));
    channel.ack(messages[2]);
    channel.ack(messages[3]);
    link.flush();
    expect(link.names()).toEqual(['BasicAck', 'BasicPublish', 'BasicAck']);
  });

  test('are each a frame once the server was asked to take deliveries back', async () => {
    const { link, channel, deliver, messages } = await bench();
    for (let i = 0; i < 3; i++) deliver();
    const recovered = channel.recover();
    link.flush();
    link.come(1, BasicRecoverOk);
    await recovered;
    for (let i = 0; i < 3; i++) deliver();
    link.names();
    for (const message of messages.slice(3)) channel.ack(message);
    link.flush();
    expect(link.sent.map(({ fields }) => fields['multiple'])).toEqual([false, false, false]);
  });

  test('are each a frame when thousands before them wait', async () => {
    const { link, channel, deliver, messages } = await bench();
    for (let i = 0; i < 10_000; i++) deliver();
    for (const message of messages.slice(1)) channel.ack(message);
    channel.ack(messages[0]);
    link.flush();
    expect(link.sent).toHaveLength(10_000);
  });

  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('deliver' as const), noAck: fc.boolean() }) },
    { weight: 6, arbitrary: fc.record({ type: fc.constant('ack in order' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constantFrom('ack', 'ack up to', 'nack', 'nack up to', 'reject'),
        message: fc.nat({ max: 12 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('ack all', 'nack all', 'publish') }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('flush' as const) }) },
  );

  test('settle what each by itself would settle, and fail where that would fail', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.boolean(), async (steps, mixes) => {
        const { link, channel, deliver, messages } = await bench();
        const [server, each] = [new Server(), new Server()];
        let next = 0;
        // What each call by itself would have sent, which reaches the server as what is sent does.
        const calls: Parameters<Server['settle']>[] = [];
        const flush = (): void => {
          link.flush();
          for (const sent of link.sent.splice(0)) server.take(sent);
          for (const call of calls.splice(0)) each.settle(...call);
        };
        for (const { type, ...more } of steps) {
          const { message = 0, noAck = false } = more as { message?: number; noAck?: boolean };
          const chosen = messages.at(-1 - message);
          const tag = chosen?.fields.deliveryTag ?? 0;
          if (type === 'deliver') {
            const isFree = noAck && mixes;
            deliver(isFree);
            if (!isFree) for (const side of [server, each]) side.deliver(messages.length);
          } else if (type === 'flush') {
            flush();
          } else if (type === 'publish') {
            channel.publish('', 'q', Buffer.from('x'));
          } else if (type === 'ack all') {
            channel.ackAll();
            calls.push(['ack', 0, true]);
          } else if (type === 'nack all') {
            channel.nackAll(false);
            calls.push(['drop', 0, true]);
          } else if (type === 'ack in order') {
            if (next >= messages.length) continue;
            channel.ack(messages[next++]);
            calls.push(['ack', next, false]);
          } else if (chosen !== undefined) {
            const multiple = type.endsWith('up to');
            if (type.startsWith('ack')) {
              channel.ack(chosen, multiple);
              calls.push(['ack', tag, multiple]);
            } else if (type === 'reject') {
              channel.reject(chosen, false);
              calls.push(['drop', tag, false]);
            } else {
              channel.nack(chosen, multiple, false);
              calls.push(['drop', tag, multiple]);
            }
          }
        }
        flush();
        expect(server).toEqual(each);
        expect(server.settled).toEqual(each.settled);
      }),
      { seed, numRuns },
    ));
});
