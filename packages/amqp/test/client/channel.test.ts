import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { ConfirmChannel } from '../../src/client/promise/confirm-channel.js';
import {
  BasicAck,
  BasicConsumeOk,
  BasicGetEmpty,
  BasicNack,
  BasicQosOk,
  ChannelClose,
  ChannelCloseOk,
  ChannelOpenOk,
  QueueDeclareOk,
} from '../../src/wire/methods.js';
import { openConfirmChannel } from './support/fake-link.js';

const BODY = Buffer.from('x');

describe('confirms', () => {
  function publish(channel: ConfirmChannel, count: number): string[] {
    const told: string[] = [];
    for (let tag = 1; tag <= count; tag++)
      channel.publish('', 'q', BODY, {}, (error: Error | null) =>
        told.push(`${tag} ${error?.message ?? 'taken'}`),
      );
    return told;
  }

  test('come one by one, several at once, in any order, and refused', async () => {
    const { link, channel } = await openConfirmChannel();
    const told = publish(channel, 7);
    link.come(1, BasicAck, { deliveryTag: 2 });
    link.come(1, BasicNack, { deliveryTag: 1 });
    link.come(1, BasicAck, { deliveryTag: 5 });
    link.come(1, BasicAck, { deliveryTag: 4, multiple: true });
    expect(told.splice(0)).toEqual(['2 taken', '1 message nacked', '5 taken', '3 taken', '4 taken']);
    link.come(1, BasicNack, { deliveryTag: 0, multiple: true });
    expect(told).toEqual(['6 message nacked', '7 message nacked']);
    expect(channel.unconfirmed).toEqual([]);
  });

  test('for what was never published, or is confirmed already, are ignored', async () => {
    const { link, channel } = await openConfirmChannel();
    const told = publish(channel, 2);
    link.come(1, BasicAck, { deliveryTag: 9 });
    link.come(1, BasicAck, { deliveryTag: 1 });
    link.come(1, BasicAck, { deliveryTag: 1 });
    link.come(1, BasicAck, { deliveryTag: 2 ** 52, multiple: true });
    expect(told).toEqual(['1 taken', '2 taken']);
  });

  test('go on for the others when a callback throws, which ends the connection', async () => {
    const { link, model, channel } = await openConfirmChannel();
    const failed = once(model, 'error');
    channel.publish('', 'q', BODY, {}, () => {
      throw new Error('boom');
    });
    const told = publish(channel, 1);
    link.come(1, BasicAck, { deliveryTag: 2, multiple: true });
    expect(told).toEqual(['1 taken']);
    expect(await failed).toEqual([new Error('boom')]);
    expect(link.end).toBe('destroyed');
  });

  test('that are lost say whether the message has left', async () => {
    const { link, model, channel } = await openConfirmChannel();
    model.on('error', () => undefined);
    const told: unknown[] = [];
    const note = (error: unknown): unknown => told.push(error);
    channel.publish('', 'q', BODY, {}, note);
    link.take();
    channel.publish('', 'q', BODY, {}, note);
    link.ended({ kind: 'lost', failure: { message: 'gone' } });
    expect(told).toMatchObject([
      { message: 'channel closed', wasSent: true },
      { message: 'channel closed', wasSent: false },
    ]);
    await expect(channel.waitForConfirms()).rejects.toThrow('channel closed');
    await expect(channel.waitForConfirms()).rejects.toThrow('channel closed');
  });

  test('are waited for: all there are, and not those that come later', async () => {
    const { link, channel } = await openConfirmChannel();
    await expect(channel.waitForConfirms()).resolves.toEqual([]);
    publish(channel, 3);
    link.come(1, BasicAck, { deliveryTag: 2 });
    const all = channel.waitForConfirms();
    publish(channel, 1);
    link.come(1, BasicAck, { deliveryTag: 3, multiple: true });
    await expect(all).resolves.toEqual([undefined, undefined]);
    const last = channel.waitForConfirms();
    link.come(1, BasicNack, { deliveryTag: 4 });
    await expect(last).rejects.toThrow('message nacked');
  });

  test('of thousands of messages keep no memory of those that are done', async () => {
    const { link, channel } = await openConfirmChannel();
    for (let tag = 1; tag <= 5_000; tag++) {
      channel.publish('', 'q', BODY);
      if (tag % 2 === 0) link.come(1, BasicAck, { deliveryTag: tag - 1 });
    }
    link.come(1, BasicAck, { deliveryTag: 5_000, multiple: true });
    const told = publish(channel, 1);
    link.come(1, BasicAck, { deliveryTag: 5_001 });
    expect(told).toEqual(['1 taken']);
  });
});

describe('what waits', () => {
  test('is counted in pieces until all of it has gone', async () => {
    const { link, channel } = await openConfirmChannel({ highWaterMark: 3 });
    const publish = (length: number): boolean => channel.publish('', 'q', Buffer.alloc(length));
    const drained = vi.fn<() => void>();
    channel.on('drain', drained);
    // Frames of 4096 bytes: three of the body and one before them.
    expect([publish(1), publish(10_000), publish(1)]).toEqual([true, false, false]);
    link.take();
    expect(drained).toHaveBeenCalledOnce();
    expect([publish(1), publish(1), publish(1), publish(1), publish(1)]).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    link.take();
    link.take();
    expect(drained).toHaveBeenCalledTimes(2);
  });

  test('is too much at 16 MiB, however few messages they are', async () => {
    const { link, channel } = await openConfirmChannel({ highWaterMark: 100_000 });
    const half = Buffer.alloc(9 * 2 ** 20);
    expect([channel.publish('', 'q', half), channel.publish('', 'q', half)]).toEqual([true, false]);
    const drained = once(channel, 'drain');
    link.take();
    expect(await drained).toEqual([]);
  });
});

describe('event drain', () => {
  test('comes each time that its listener has published until too much waits', async () => {
    const { link, channel } = await openConfirmChannel({ highWaterMark: 3 });
    let published = 0;
    const fill = (): void => {
      do published++;
      while (channel.publish('', 'q', BODY));
    };
    channel.on('drain', fill);
    fill();
    expect(published).toBe(5);
    for (const expected of [10, 15]) {
      link.take();
      expect(published).toBe(expected);
    }
  });

  test('does not come to a channel that the listener of another has closed', async () => {
    const { link, model, channel } = await openConfirmChannel({ highWaterMark: 3 });
    const opening = model.createChannel({ highWaterMark: 3 });
    link.come(2, ChannelOpenOk);
    const other = await opening;
    const seen: string[] = [];
    channel.once('drain', () => {
      seen.push('drain');
      link.come(2, ChannelClose, { replyCode: 404, replyText: 'x', classId: 0, methodId: 0 });
    });
    for (const event of ['drain', 'error', 'close']) other.on(event, () => seen.push(`other ${event}`));
    for (const each of [channel, other]) while (each.publish('', 'q', BODY));
    link.take();
    link.take();
    expect(seen).toEqual(['drain', 'other error', 'other close']);
  });
});

describe('methods', () => {
  test('are sent one at a time, and acknowledgements at once', async () => {
    const { link, channel } = await openConfirmChannel();
    const calls = [channel.prefetch(1), channel.checkQueue('q'), channel.get('q')];
    channel.ackAll();
    expect(link.names()).toEqual(['BasicQos', 'BasicAck']);
    link.come(1, BasicQosOk);
    expect(link.names()).toEqual(['QueueDeclare']);
    link.come(1, QueueDeclareOk, { queue: 'q', messageCount: 1, consumerCount: 2 });
    expect(link.names()).toEqual(['BasicGet']);
    link.come(1, BasicGetEmpty);
    expect(await Promise.all(calls)).toEqual([{}, { queue: 'q', messageCount: 1, consumerCount: 2 }, false]);
  });

  test('with another answer than theirs close the channel', async () => {
    const { link, channel } = await openConfirmChannel();
    const failed = once(channel, 'error');
    const call = channel.checkQueue('q');
    link.come(1, BasicQosOk);
    await expect(call).rejects.toThrow('Expected QueueDeclareOk; got <BasicQosOk channel:1>');
    expect(link.sent.at(-1)).toMatchObject({ name: 'ChannelClose', fields: { replyCode: 505 } });
    link.come(1, ChannelCloseOk);
    expect(await failed).toMatchObject([{ code: 505, classId: 60, methodId: 11 }]);
  });

  test('that answer nothing close the channel', async () => {
    const { link, channel } = await openConfirmChannel();
    channel.on('error', () => undefined);
    link.come(1, BasicQosOk);
    expect(link.sent.at(-1)).toMatchObject({
      name: 'ChannelClose',
      fields: { replyText: 'Expected no reply; got BasicQosOk' },
    });
  });

  test('that take too long reject with an error that says what, and whether it was sent', async () => {
    const { link, channel } = await openConfirmChannel();
    const calls = [channel.checkQueue('q', { timeout: 1 }), channel.purgeQueue('q', { timeout: 1 })];
    const timedOut = { name: 'TimeoutError', code: 'TIMED_OUT' };
    await expect(calls[0]).rejects.toMatchObject({
      ...timedOut,
      wasSent: true,
      message: 'QueueDeclare has no answer after 1 ms: the server may still do it',
    });
    await expect(calls[1]).rejects.toMatchObject({
      ...timedOut,
      wasSent: false,
      message: 'QueuePurge has no answer after 1 ms: it was not sent',
    });
    const next = channel.prefetch(1);
    link.come(1, QueueDeclareOk, { queue: 'q', messageCount: 1, consumerCount: 2 });
    expect(link.names()).toEqual(['QueueDeclare', 'BasicQos']);
    link.come(1, BasicQosOk);
    await expect(next).resolves.toEqual({});
    await expect(channel.waitForConfirms({ timeout: 1 })).resolves.toEqual([]);
    channel.publish('', 'q', BODY);
    await expect(channel.waitForConfirms({ timeout: 1 })).rejects.toMatchObject(timedOut);
  });

  test.each([0, -1, NaN, 2 ** 31, '5'])('reject, and are not sent, with a timeout of %s', async (timeout) => {
    const { link, channel } = await openConfirmChannel();
    const limits = { timeout: timeout as number };
    const rule = 'timeout must be a number of milliseconds over 0 and up to 2147483647, or Infinity for none';
    await expect(channel.checkQueue('q', limits)).rejects.toThrow(new TypeError(rule));
    channel.publish('', 'q', BODY);
    await expect(channel.waitForConfirms(limits)).rejects.toThrow(new TypeError(rule));
    expect(link.names()).toEqual(['BasicPublish']);
  });

  test('wait as long as it takes with a timeout of Infinity', async () => {
    const { link, channel } = await openConfirmChannel();
    const call = channel.checkQueue('q', { timeout: Infinity });
    await setTimeout(5);
    link.come(1, QueueDeclareOk, { queue: 'q', messageCount: 1, consumerCount: 2 });
    expect(await call).toMatchObject({ queue: 'q' });
  });

  test('that are given up keep their turn if they are sent, and are not sent if not', async () => {
    const { link, channel } = await openConfirmChannel();
    const controller = new AbortController();
    const { signal } = controller;
    const calls = [channel.checkQueue('q', { signal }), channel.purgeQueue('q', { signal })];
    const next = channel.prefetch(1);
    controller.abort(new Error('enough'));
    for (const call of calls) await expect(call).rejects.toThrow('enough');
    link.come(1, QueueDeclareOk, { queue: 'q', messageCount: 1, consumerCount: 2 });
    expect(link.names()).toEqual(['QueueDeclare', 'BasicQos']);
    link.come(1, BasicQosOk);
    await expect(next).resolves.toEqual({});
  });

  test('given up before they begin leave no rejection that nobody handles', async () => {
    const { link, channel } = await openConfirmChannel();
    const unhandled = vi.fn<(reason: unknown) => void>();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    channel.publish('', 'q', BODY);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(channel.checkExchange('x', { signal })).rejects.toThrow('too late');
    await expect(channel.waitForConfirms({ signal })).rejects.toThrow('too late');
    expect(link.names()).toEqual(['BasicPublish']);
    link.come(1, BasicNack, { deliveryTag: 1 });
    await setTimeout(5);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('of a channel that both sides close at once are answered', async () => {
    const { link, channel } = await openConfirmChannel();
    const closing = channel.close();
    link.come(1, ChannelClose, { replyCode: 404, replyText: 'x', classId: 0, methodId: 0 });
    expect(link.names()).toEqual(['ChannelClose', 'ChannelCloseOk']);
    link.come(1, ChannelCloseOk);
    await closing;
  });

  test('close resolves when the connection is lost instead', async () => {
    const { link, model, channel } = await openConfirmChannel();
    model.on('error', () => undefined);
    const closing = channel.close();
    link.ended({ kind: 'lost', failure: { message: 'gone' } });
    await expect(closing).resolves.toBe(undefined);
  });
});

describe('consumers', () => {
  test('get what comes right behind the answer to consume', async () => {
    const { link, channel } = await openConfirmChannel();
    const onMessage = vi.fn<(message: unknown) => void>();
    void channel.consume('q', onMessage);
    link.come(1, BasicConsumeOk, { consumerTag: 't' });
    link.deliver('t', 1, 'text');
    expect(onMessage).toHaveBeenCalledOnce();
    expect(onMessage.mock.calls[0][0]).toMatchObject({
      fields: { consumerTag: 't', deliveryTag: 1 },
      content: Buffer.from('text'),
    });
  });

  test('that there are not close the channel', async () => {
    const { link, channel } = await openConfirmChannel();
    const failed = once(channel, 'error');
    link.deliver('t', 1);
    link.come(1, ChannelCloseOk);
    expect(await failed).toMatchObject([{ message: 'Unknown consumer: t', code: 541 }]);
  });
});
