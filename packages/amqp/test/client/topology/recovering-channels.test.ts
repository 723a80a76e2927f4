import { describe, expect, test } from 'vitest';

import {
  IllegalOperationError,
  LostPublishError,
  type Channel,
  type ConsumeMessage,
} from '../../../src/index.js';
import { BasicCancel, BasicDeliver } from '../../../src/wire/methods.js';
import type { AnsweringLink } from './support/answering-link.js';
import { Links, Recovering, recoveringChannel, recoveringWithCallbacks } from './support/recovering.js';

const ignore = (): void => undefined;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A recovering connection with a channel, and a consumer that keeps its messages. */
async function consuming(): Promise<{
  readonly recovering: Recovering;
  readonly channel: Channel;
  readonly messages: ConsumeMessage[];
}> {
  const recovering = new Recovering();
  const channel = await recovering.model.createChannel();
  const messages: ConsumeMessage[] = [];
  await channel.consume('q', (message) => message && messages.push(message), { consumerTag: 'a' });
  return { recovering, channel, messages };
}

function deliver(link: AnsweringLink, deliveryTag: number): void {
  const fields = { consumerTag: 'a', deliveryTag, redelivered: false, exchange: '', routingKey: 'q' };
  link.comeWith(1, BasicDeliver, fields, 'x');
}

function settled(link: AnsweringLink): unknown[] {
  return link.sent
    .filter(({ name }) => ['BasicAck', 'BasicNack', 'BasicReject'].includes(name))
    .map(({ name, fields }) => [name, fields['deliveryTag'], fields['multiple']]);
}

describe('a channel whose connection is lost', () => {
  test('is the same object afterwards, on the new connection', async () => {
    const { recovering, channel } = await consuming();
    recovering.listen(channel, 'close', 'error', 'recovered');
    const before = channel.connection;
    await recovering.loseAndRecover();
    expect(recovering.seen).toEqual([
      'connect',
      'disconnect gone',
      'channel recovered',
      'topology-recovered 0 failures',
      'connect',
    ]);
    expect(channel.connection).not.toBe(before);
    expect(channel.publish('x', 'k', Buffer.from(''))).toBe(true);
    expect(recovering.links.last.told.at(-1)).toBe('1 BasicPublish x');
    await recovering.model.close();
    expect(recovering.seen.at(-1)).toBe('channel close');
  });

  test('rejects what waits for an answer, and refuses everything until it is back', async () => {
    const recovering = new Recovering();
    const channel = await recovering.model.createConfirmChannel();
    const waiting = channel.checkQueue('q');
    const confirmed = new Promise((resolve) => channel.sendToQueue('q', Buffer.from(''), {}, resolve));
    const all = channel.waitForConfirms();
    const back = recovering.loseAndRecover();
    await expect(waiting).rejects.toThrow('Channel ended, no reply will be forthcoming');
    expect(await confirmed).toBeInstanceOf(LostPublishError);
    await expect(all).rejects.toThrow('channel closed');
    expect(() => channel.sendToQueue('q', Buffer.from(''))).toThrow(
      'Channel closed until its connection is back',
    );
    await expect(channel.assertQueue('q')).rejects.toThrow(IllegalOperationError);
    await back;
    expect(recovering.links.last.told).toEqual(['1 ChannelOpen', '1 ConfirmSelect']);
    // Confirms begin anew.
    await expect(channel.waitForConfirms()).resolves.toEqual([]);
  });

  test('sends no acknowledgement of what was delivered before, and the others with the numbers of the server', async () => {
    const { recovering, channel, messages } = await consuming();
    const { links } = recovering;
    deliver(links.last, 1);
    deliver(links.last, 2);
    channel.ack(messages[0]);
    const back = recovering.loseAndRecover();
    channel.ack(messages[1]);
    channel.nackAll();
    await back;
    deliver(links.last, 1);
    deliver(links.last, 2);
    expect(messages.map(({ fields }) => fields.deliveryTag)).toEqual([1, 2, 3, 4]);
    channel.ack(messages[1]);
    channel.ack(messages[1], true);
    channel.nack(messages[1]);
    channel.reject(messages[0]);
    channel.ack(messages[2]);
    channel.nack(messages[3], true);
    channel.ackAll();
    expect(settled(links.all[0])).toEqual([['BasicAck', 1, false]]);
    expect(settled(links.all[1])).toEqual([
      ['BasicAck', 1, false],
      ['BasicNack', 2, true],
      ['BasicAck', 0, true],
    ]);
    await recovering.loseAndRecover();
    deliver(links.last, 1);
    channel.reject(messages[3]);
    channel.reject(messages[4]);
    expect(settled(links.all[2])).toEqual([['BasicReject', 1, undefined]]);
  });

  test('tells of drain if it was owed', async () => {
    const recovering = new Recovering();
    const channel = await recovering.model.createChannel({ highWaterMark: 2 });
    const other = await recovering.model.createChannel();
    recovering.listen(channel, 'recovered', 'drain');
    other.on('drain', () => recovering.seen.push('drain of another'));
    while (channel.publish('', 'q', Buffer.from('')));
    await recovering.loseAndRecover();
    expect(recovering.seen.slice(2)).toEqual([
      'channel recovered',
      'channel drain',
      'topology-recovered 0 failures',
      'connect',
    ]);
    await recovering.loseAndRecover();
    expect(recovering.seen.filter((each) => each === 'channel drain')).toHaveLength(1);
  });

  test('can be closed, and does not come back', async () => {
    const { recovering, channel } = await consuming();
    recovering.listen(channel, 'close');
    const back = recovering.loseAndRecover();
    await channel.close();
    await back;
    expect(recovering.links.last.sent).toEqual([]);
    expect(recovering.seen.filter((each) => each === 'channel close')).toHaveLength(1);
    expect(() => channel.ack({ fields: { deliveryTag: 1 } } as never)).toThrow('Channel closed');
  });

  test.each(['ChannelOpen', 'ConfirmSelect', 'BasicConsume'])(
    'can be closed while it comes back, at %s',
    async (name) => {
      const recovering = new Recovering();
      const channel = await recovering.model.createConfirmChannel();
      recovering.listen(channel, 'close', 'recovered');
      await channel.consume('q', ignore, { consumerTag: 'a' });
      let closed: Promise<void> | undefined;
      let seen = 0;
      recovering.links.judge = (sent) => {
        // The first channel to be opened is the one that looks for the queue.
        if (sent.name === name && ++seen === (name === 'ChannelOpen' ? 2 : 1)) closed = channel.close();
        return undefined;
      };
      await recovering.loseAndRecover();
      await closed;
      await turn();
      expect(recovering.seen.filter((each) => each.startsWith('channel'))).toEqual(['channel close']);
      expect(recovering.seen.at(-2)).toBe('topology-recovered 0 failures');
      expect(recovering.links.last.told.at(-1)).toBe('1 ChannelClose');
      await recovering.loseAndRecover();
      expect(recovering.links.last.sent).toEqual([]);
    },
  );

  test.each(['close', 'no further attempt'])('is closed when no connection follows: %s', async (how) => {
    const { recovering, model, links, seen, channel } = await recoveringChannel(
      how === 'close' ? {} : { maxRetries: 0 },
    );
    recovering.listen(channel, 'close', 'error');
    links.lose();
    if (how === 'close') await model.close();
    expect(seen.slice(1)).toEqual([
      'disconnect gone',
      'channel close',
      ...(how === 'close' ? [] : ['reconnect-failed gone']),
    ]);
    await expect(channel.checkQueue('q')).rejects.toThrow(/^Channel closed$/);
  });

  test('is closed if the recovery is closed while it comes back', async () => {
    const { recovering, channel } = await consuming();
    recovering.listen(channel, 'close', 'recovered');
    const closed = new Promise<void>((resolve) => channel.once('close', resolve));
    recovering.links.judge = ({ name }) => {
      if (name === 'BasicConsume') void recovering.model.close();
      return undefined;
    };
    recovering.links.lose();
    await closed;
    expect(recovering.seen).not.toContain('channel recovered');
    expect(recovering.links.last.end).toMatch('closed');
  });
});

describe('what does not come back', () => {
  test('a channel that was closed, or that the server has closed', async () => {
    const recovering = new Recovering();
    const { model, links } = recovering;
    await (await model.createChannel()).close();
    const refused = await model.createChannel();
    refused.on('error', ignore);
    await model.createChannel();
    await recovering.loseAndRecover();
    expect(links.last.told).toEqual(['1 ChannelOpen', '2 ChannelOpen']);
    links.judge = (sent) => (sent.name === 'QueueDeclare' ? { code: 404, text: 'NO' } : undefined);
    await expect(refused.checkQueue('q')).rejects.toThrow('404');
    await recovering.loseAndRecover();
    expect(links.last.told).toEqual(['1 ChannelOpen']);
  });

  test('a channel that takes its connection along, as nobody listens for its error', async () => {
    const { recovering, model, links, seen, channel } = await recoveringChannel();
    recovering.listen(channel, 'close');
    await recovering.loseAndRecover();
    links.judge = (sent) => (sent.name === 'QueueDeclare' ? { code: 404, text: 'NO' } : undefined);
    const back = new Promise((resolve) => model.once('connect', resolve));
    await expect(channel.checkQueue('q')).rejects.toThrow('404');
    await back;
    expect(seen).toContain('channel close');
    expect(links.last.sent).toEqual([]);
  });

  test('a consumer that was cancelled, by either side', async () => {
    const { recovering, channel } = await consuming();
    await channel.consume('q', ignore, { consumerTag: 'b' });
    await channel.consume('q', ignore, { consumerTag: 'c' });
    await channel.cancel('b');
    recovering.links.last.come(1, BasicCancel, { consumerTag: 'a', nowait: true });
    await recovering.loseAndRecover();
    expect(recovering.links.last.told.filter((each) => each.includes('Consume'))).toEqual([
      '1 BasicConsume q c',
    ]);
  });

  test('a consumer that is cancelled just before it is started again', async () => {
    const { recovering } = await consuming();
    const { model, links } = recovering;
    const channel = await model.createChannel();
    await channel.consume('q', ignore, { consumerTag: 'b' });
    let cancelled: Promise<unknown> | undefined;
    links.judge = ({ name, fields }) => {
      // The other is started before this one, when the channels are open.
      if (name === 'BasicConsume' && fields['consumerTag'] === 'a') cancelled = channel.cancel('b');
      return undefined;
    };
    await recovering.loseAndRecover();
    await cancelled;
    expect(links.last.told.slice(-4)).toEqual([
      '1 BasicConsume q a',
      '2 BasicCancel b',
      '2 BasicConsume q b',
      '2 BasicCancel b',
    ]);
    const fields = { consumerTag: 'b', deliveryTag: 1, redelivered: false, exchange: '', routingKey: 'q' };
    links.last.comeWith(2, BasicDeliver, fields, 'x');
    expect(settled(links.last)).toEqual([['BasicNack', 1, false]]);
    links.judge = () => undefined;
    await recovering.loseAndRecover();
    expect(links.last.told.filter((each) => each.includes('Consume'))).toEqual(['1 BasicConsume q a']);
  });

  test('a channel of the connection itself', async () => {
    const recovering = new Recovering();
    const ended: string[] = [];
    recovering.model.on('connect', (model: { createChannel(): Promise<Channel> }) => {
      void model.createChannel().then((channel) => channel.on('close', () => ended.push('close')), ignore);
    });
    await recovering.model.createChannel();
    await turn();
    await recovering.loseAndRecover();
    expect(recovering.links.last.told.filter((each) => each === '1 ChannelOpen')).toHaveLength(1);
    expect(ended).toEqual(['close']);
  });
});

test('with callbacks, a channel that is lost refuses what is called, and ignores old acknowledgements', async () => {
  const links = new Links();
  const model = recoveringWithCallbacks(links);
  const seen: unknown[] = [];
  await new Promise<void>((resolve) => {
    model.createChannel((_, channel) => {
      channel.checkQueue('q', (error: Error | null) => {
        seen.push(error?.message);
        expect(() => channel.checkQueue('q')).toThrow('Channel closed until its connection is back');
        channel.ackAll();
        channel.close(() => seen.push('closed'));
        resolve();
      });
      links.lose();
    });
  });
  expect(seen).toEqual(['Channel ended, no reply will be forthcoming', 'closed']);
});
