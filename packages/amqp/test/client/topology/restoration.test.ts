import { describe, expect, test } from 'vitest';

import { TopologyError, type ChannelModel } from '../../../src/index.js';
import type { Judge } from './support/answering-link.js';
import { Links, Recovering, recoveringChannel, recoveringWithCallbacks } from './support/recovering.js';

const ignore = (): void => undefined;

/** Refuses the first methods of a name for a queue, an exchange or a consumer. */
function refusing(name: string, what: string, code: number, times: number = Infinity): Judge {
  let left = times;
  return (sent) => {
    const { queue, exchange, consumerTag } = sent.fields;
    if (sent.name !== name || ![queue, exchange, consumerTag].includes(what) || left-- <= 0) return undefined;
    return { code, text: 'NO' };
  };
}

describe('what was declared', () => {
  test('comes back in order: exchanges, queues, bindings, channels, consumers', async () => {
    const recovering = new Recovering({
      setup: async (model: ChannelModel) => {
        await (await model.createChannel()).assertQueue('of setup');
      },
    });
    const { model, links, seen } = recovering;
    const consumers = await model.createChannel();
    const declares = await model.createConfirmChannel();
    await consumers.prefetch(5, true);
    const { queue } = await declares.assertQueue('', { exclusive: true });
    await declares.consume(queue, ignore, { consumerTag: 'a' });
    await declares.assertExchange('x', 'topic');
    await declares.assertExchange('y', 'fanout');
    await declares.bindExchange('y', 'x', '#');
    await declares.bindQueue(queue, 'x', '#');
    await declares.checkQueue('of others');
    await declares.checkExchange('of others');
    const { consumerTag } = await consumers.consume(queue, ignore);
    await recovering.loseAndRecover();
    expect(links.all[1].told).toEqual([
      '1 ChannelOpen',
      '1 QueueDeclare of setup',
      '2 ChannelOpen',
      '2 ExchangeDeclare x',
      '2 ExchangeDeclare y',
      '2 QueueDeclare',
      '2 ExchangeBind y',
      '2 QueueBind amq.gen-3',
      '2 ChannelClose',
      '2 ChannelOpen',
      '2 BasicQos',
      '3 ChannelOpen',
      '3 ConfirmSelect',
      `2 BasicConsume amq.gen-3 ${consumerTag}`,
      '3 BasicConsume amq.gen-3 a',
    ]);
    expect(seen).toEqual([
      'connect',
      'disconnect gone',
      `queue-renamed ${queue} amq.gen-3`,
      'topology-recovered 0 failures',
      'connect',
    ]);
  });

  test('comes back with each consumer having the prefetch that it had', async () => {
    const { recovering, links, channel } = await recoveringChannel();
    await channel.consume('q', ignore, { consumerTag: 'a' });
    await channel.prefetch(3);
    await channel.consume('q', ignore, { consumerTag: 'b' });
    await channel.prefetch(9);
    await recovering.loseAndRecover();
    const { sent } = links.all[1];
    expect(sent.slice(-4).map(({ fields }) => fields['prefetchCount'] ?? fields['consumerTag'])).toEqual([
      'a',
      3,
      'b',
      9,
    ]);
  });

  test('comes back with the prefetch that consumers share, which each further one of their own drops', async () => {
    const { recovering, links, channel } = await recoveringChannel();
    const told = (): unknown[] =>
      links.last.sent
        .filter(({ name }) => name === 'BasicQos')
        .map(({ fields }) => [fields['prefetchCount'], fields['global']]);
    await channel.prefetch(3);
    await channel.prefetch(7, true);
    await channel.consume('q', ignore, { consumerTag: 'a' });
    await recovering.loseAndRecover();
    expect(told()).toEqual([
      [7, true],
      [3, false],
      [7, true],
    ]);
    await channel.prefetch(4);
    await recovering.loseAndRecover();
    expect(told()).toEqual([
      [3, false],
      [4, false],
    ]);
  });

  test('comes back after each loss, under the last name of a queue', async () => {
    const { recovering, links, seen, channel } = await recoveringChannel();
    await channel.assertQueue('', { autoDelete: true });
    await channel.bindQueue('', 'x', '');
    await channel.consume('', ignore, { consumerTag: 'a' });
    await recovering.loseAndRecover();
    await recovering.loseAndRecover();
    expect(links.all[2].told.slice(-3)).toEqual([
      '1 ChannelOpen',
      '1 BasicConsume amq.gen-3 a',
      // Has the server know it as the channel's last.
      '1 QueueDeclare amq.gen-3',
    ]);
    expect(links.all[2].sent.find(({ name }) => name === 'QueueBind')?.fields).toMatchObject({
      queue: 'amq.gen-3',
      routingKey: 'amq.gen-1',
    });
    expect(seen.filter((each) => each.startsWith('queue-renamed'))).toEqual([
      'queue-renamed amq.gen-1 amq.gen-2',
      'queue-renamed amq.gen-2 amq.gen-3',
    ]);
  });

  test('is kept where the server still has it, with what is in it', async () => {
    const { recovering, links, seen, channel } = await recoveringChannel();
    await channel.assertQueue('');
    await recovering.loseAndRecover();
    expect(links.all[1].sent.filter(({ name }) => name === 'QueueDeclare')).toMatchObject([
      { fields: { queue: 'amq.gen-1', passive: true } },
      { fields: { queue: 'amq.gen-1', passive: true } },
    ]);
    links.judge = refusing('QueueDeclare', 'amq.gen-1', 404, 1);
    await recovering.loseAndRecover();
    expect(seen).toContain('queue-renamed amq.gen-1 amq.gen-2');
  });

  test('keeps the arguments that were sent, whatever becomes of their table', async () => {
    const { recovering, links, channel } = await recoveringChannel();
    const table: Record<string, unknown> = Object.create({ inherited: 1 });
    table['list'] = [{ a: 1 }];
    await channel.assertQueue('q', { arguments: table, messageTtl: 5 });
    (table['list'] as unknown[]).push(2);
    table['later'] = true;
    await recovering.loseAndRecover();
    const declared = links.all[1].sent.find(({ name }) => name === 'QueueDeclare');
    expect(declared?.fields['arguments']).toEqual({ inherited: 1, list: [{ a: 1 }], 'x-message-ttl': 5 });
  });

  test('comes back with callbacks', async () => {
    const links = new Links();
    const model = recoveringWithCallbacks(links);
    const connected = (): Promise<unknown> => new Promise((resolve) => model.once('connect', resolve));
    await connected();
    const created: unknown[] = [];
    await new Promise<void>((resolve) => {
      model.createConfirmChannel((_, channel) => {
        created.push(channel);
        channel.assertQueue('q');
        channel.consume('q', ignore, { consumerTag: 'a' }, () => resolve());
      });
    });
    links.lose();
    await connected();
    expect(links.all[1].told.slice(-4)).toEqual([
      '1 ChannelOpen',
      '1 ConfirmSelect',
      '1 BasicConsume q a',
      '1 QueueDeclare q',
    ]);
    await new Promise<void>((resolve) => {
      model.createChannel((_, channel) => {
        channel.assertQueue('other', {}, () => resolve());
      });
    });
    expect(links.last.told.slice(-2)).toEqual(['2 ChannelOpen', '2 QueueDeclare other']);
  });

  test('does not come back without the option', async () => {
    const { recovering, links, seen, channel } = await recoveringChannel({ topology: false });
    recovering.listen(channel, 'close');
    await channel.assertQueue('q');
    await recovering.loseAndRecover();
    expect(links.all[1].sent).toEqual([]);
    expect(seen).toEqual(['connect', 'channel close', 'disconnect gone', 'connect']);
    await expect(channel.checkQueue('q')).rejects.toThrow('Channel closed');
  });
});

describe('what the server refuses', () => {
  test('is told, and all else comes back', async () => {
    const recovering = new Recovering();
    const { model, links, seen } = recovering;
    const errors: unknown[] = [];
    model.on('topology-failed', (error) => errors.push(error));
    const channel = await model.createChannel();
    await channel.assertExchange('x', 'topic');
    await channel.assertQueue('q');
    await channel.bindQueue('q', 'x', 'k');
    links.judge = refusing('ExchangeDeclare', 'x', 406);
    await recovering.loseAndRecover();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(TopologyError);
    expect(errors[0]).toMatchObject({
      message:
        'exchange "x" did not come back: Operation failed: ExchangeDeclare; 406 (PRECONDITION-FAILED) with message "NO"',
      code: 'TOPOLOGY',
      part: { kind: 'exchange', exchange: 'x' },
      cause: { code: 406 },
    });
    expect(links.all[1].told).toContain('1 QueueBind q');
    expect(seen.slice(-2)).toEqual(['topology-recovered 1 failures', 'connect']);
    // It is tried again after the next loss.
    links.judge = () => undefined;
    await recovering.loseAndRecover();
    expect(seen.at(-2)).toBe('topology-recovered 0 failures');
  });

  test('ends a consumer as if the server had cancelled it, and neither its channel nor others', async () => {
    const { recovering, links, seen, channel } = await recoveringChannel();
    recovering.listen(channel, 'error', 'close', 'cancel', 'recovered');
    for (const consumerTag of ['a', 'b', 'c', 'd'])
      await channel.consume(
        consumerTag === 'd' ? 'missing' : 'q',
        (message) => seen.push(`${consumerTag} ${message === null}`),
        {
          consumerTag,
        },
      );
    links.judge = (sent) =>
      refusing('BasicConsume', 'b', 403)(sent) ?? refusing('QueueDeclare', 'missing', 404)(sent);
    await recovering.loseAndRecover();
    const started = links.all[1].told.filter((each) => each.includes('BasicConsume'));
    expect(started.map((each) => each.at(-1))).toEqual(['a', 'b', 'a', 'c']);
    expect(seen.slice(2)).toEqual([
      'topology-failed consumer "b" of queue "q" did not come back: Operation failed: BasicConsume; 403 (ACCESS-REFUSED) with message "NO"',
      'topology-failed consumer "d" of queue "missing" did not come back: Operation failed: QueueDeclare; 404 (NOT-FOUND) with message "NO"',
      'b true',
      'channel cancel b',
      'd true',
      'channel cancel d',
      'channel recovered',
      'topology-recovered 2 failures',
      'connect',
    ]);
    await recovering.loseAndRecover();
    expect(links.all[2].told.filter((each) => each.includes('BasicConsume'))).toHaveLength(2);
  });

  test.each([
    ['a queue that the lost connection still has for itself', 'QueueDeclare', 'q', 405],
    ['a queue whose node is down', 'QueueDeclare', 'q', 404],
    ['an exclusive consumer', 'BasicConsume', 'a', 403],
    ['a consumer whose queue goes with the lost connection', 'BasicConsume', 'a', 404],
    ['a binding whose queue goes with the lost connection', 'QueueBind', 'q', 404],
  ])('for a while fails the attempt: %s', async (_, name, what, code) => {
    const { recovering, links, seen, channel } = await recoveringChannel();
    recovering.listen(channel, 'error', 'close', 'cancel', 'recovered');
    await channel.assertQueue('q', { exclusive: true });
    await channel.bindQueue('q', 'amq.topic', 'k');
    await channel.consume('q', () => seen.push('got something'), {
      consumerTag: 'a',
      exclusive: true,
    });
    links.judge = refusing(name, what, code, 2);
    await recovering.loseAndRecover();
    const kinds = seen.map((each) => (each.startsWith('connect-failed') ? each.split(' did')[0] : each));
    const part = { QueueDeclare: 'queue "q"', BasicConsume: 'consumer "a" of queue "q"' }[name];
    const failed = `connect-failed ${part ?? 'binding of queue "q" to exchange "amq.topic" by "k"'}`;
    expect(kinds).toEqual([
      'connect',
      'disconnect gone',
      failed,
      failed,
      'channel recovered',
      'topology-recovered 0 failures',
      'connect',
    ]);
    expect(links.last.told).toContain('1 BasicConsume q a');
  });

  test.each(['QueueBind', 'BasicConsume'])('is tried again if the connection is lost at %s', async (name) => {
    const { recovering, links, seen, channel } = await recoveringChannel();
    await channel.assertQueue('q');
    await channel.bindQueue('q', 'amq.topic', 'k');
    await channel.consume('q', ignore, { consumerTag: 'a' });
    let losses = 0;
    links.judge = (sent) => {
      if (sent.name !== name || losses === 2) return undefined;
      losses++;
      links.lose();
      return 'silence';
    };
    await recovering.loseAndRecover();
    const failed = 'connect-failed Channel ended, no reply will be forthcoming';
    expect(seen.slice(2)).toEqual([failed, failed, 'topology-recovered 0 failures', 'connect']);
    await expect(channel.checkQueue('q')).resolves.toMatchObject({ queue: 'q' });
  });
});
