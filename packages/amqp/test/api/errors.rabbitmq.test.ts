import type { Channel, ChannelModel, ConfirmChannel, ConsumeMessage, GetMessage, Options } from 'amqplib';
import { describe } from 'vitest';

import { closeConnection } from '../support/rabbitmq.js';
import { alike, type Api, type Bench, type Program } from './support/compare.js';
import type { Log } from './support/log.js';

const QUEUE = { exclusive: true, durable: false };

interface Opened {
  readonly model: ChannelModel;
  readonly channel: Channel;
}

/** Opens a connection and a channel whose events are noted. */
async function open({ api, url, log }: Bench<Api>): Promise<Opened> {
  const model = await api.connect(url);
  log.listen('model', model, 'error', 'close');
  const channel = await model.createChannel();
  log.listen('channel', channel, 'error', 'close');
  return { model, channel };
}

/** Makes a program that gets a channel, and closes the connection in the end, if it is open. */
function withChannel(
  run: (channel: Channel, log: Log, bench: Bench<Api>, model: ChannelModel) => Promise<unknown>,
): Program<Api> {
  return async (bench) => {
    const { model, channel } = await open(bench);
    await run(channel, bench.log, bench, model);
    await bench.log.settled('close', () => model.close());
  };
}

describe('the server closes a channel as in amqplib', () => {
  alike(
    'for the method that waits for its reply, with others behind it',
    withChannel(async (channel, log) => {
      const calls = [
        log.settled('check', () => channel.checkQueue('no such queue')),
        log.settled('behind it', () => channel.checkQueue('amq')),
        log.settled('prefetch', () => channel.prefetch(1)),
      ];
      await Promise.all(calls);
      await log.settled('after', () => channel.checkQueue('amq'));
      await log.settled('publish after', () => channel.sendToQueue('amq', Buffer.alloc(1)));
      await log.settled('ack after', () => channel.ackAll());
      await log.settled('close after', () => channel.close());
    }),
  );

  alike(
    'for a publish, while another method waits',
    withChannel(async (channel, log) => {
      channel.publish('no such exchange', '', Buffer.from('x'));
      await log.settled('check', () => channel.checkExchange('amq.direct'));
    }),
  );

  const refused = [
    ['reasserting a queue', (channel: Channel, name: string) => channel.assertQueue(name, { durable: true })],
    ['an unknown exchange', (channel: Channel) => channel.checkExchange('no such exchange')],
    ['an exchange of another type', (channel: Channel) => channel.assertExchange('amq.direct', 'topic')],
    ['getting from nowhere', (channel: Channel) => channel.get('no such queue')],
    ['consuming from nowhere', (channel: Channel) => channel.consume('no such queue', () => undefined)],
    [
      'binding to nowhere',
      (channel: Channel, name: string) => channel.bindQueue(name, 'no such exchange', ''),
    ],
    ['a reserved name', (channel: Channel) => channel.assertQueue('amq.mine')],
    [
      'an unknown type of exchange',
      (channel: Channel, name: string) => channel.assertExchange(name, 'no such type'),
    ],
  ] as const;
  for (const [what, call] of refused)
    alike(
      `for ${what}`,
      withChannel(async (channel, log, { name }) => {
        await channel.assertQueue(name(), QUEUE);
        await log.settled('call', () => call(channel, name()));
      }),
    );

  alike(
    'for a second ack',
    withChannel(async (channel, log, { name }) => {
      await channel.assertQueue(name(), QUEUE);
      channel.sendToQueue(name(), Buffer.from('x'));
      await channel.checkQueue(name());
      const message = (await channel.get(name())) as GetMessage;
      channel.ack(message);
      channel.ack(message);
      await log.until('channel close');
    }),
  );

  alike('with messages that are not confirmed', async (bench) => {
    const { api, url, log } = bench;
    const model = await api.connect(url);
    const channel = await model.createConfirmChannel();
    log.listen('channel', channel, 'error', 'close');
    for (const number of [1, 2])
      channel.publish('no such exchange', '', Buffer.from('x'), {}, (error) =>
        log.note(`confirm ${number}`, error),
      );
    await log.settled('wait', () => channel.waitForConfirms());
    await log.settled('wait again', () => channel.waitForConfirms());
    await log.settled('close', () => model.close());
  });

  alike('without a listener, and takes the connection with it', async ({ api, url, log }) => {
    const model = await api.connect(url);
    log.listen('model', model, 'error', 'close');
    const [channel, other] = [await model.createChannel(), await model.createChannel()];
    log.listen('channel', channel, 'close');
    log.listen('other', other, 'error', 'close');
    await log.settled('check', () => channel.checkQueue('no such queue'));
    await log.until('model close');
    await log.settled('create', () => model.createChannel());
    await log.settled('close', () => model.close());
  });
});

describe('arguments are refused as in amqplib', () => {
  const never = (value: unknown): never => value as never;

  const options: readonly (readonly [string, Options.Publish])[] = [
    ['headers of a string', { headers: 'text' }],
    ['headers of a function', { headers: { a: () => 1 } }],
    ['headers that are too long', { headers: { a: 'x'.repeat(70_000) } }],
    ['a priority out of range', { priority: 256 }],
    ['a priority of a string', { priority: never('1') }],
    ['a timestamp of a Date', { timestamp: never(new Date(0)) }],
    ['an expiration of null', { expiration: never(null) }],
    ['a message id of a number', { messageId: never(1) }],
  ];
  const calls: readonly (readonly [string, (channel: Channel) => unknown])[] = [
    ...options.map(
      ([what, given]) =>
        [what, (channel: Channel) => channel.sendToQueue('q', Buffer.alloc(1), given)] as const,
    ),
    ['content of a string', (channel) => channel.sendToQueue('q', never('text'))],
    ['content of a Uint8Array', (channel) => channel.sendToQueue('q', never(new Uint8Array(1)))],
    ['a routing key of a number', (channel) => channel.publish('', never(1), Buffer.alloc(1))],
    ['a long routing key', (channel) => channel.publish('', 'x'.repeat(256), Buffer.alloc(1))],
    ['a queue of a number', (channel) => channel.assertQueue(never(5))],
    ['arguments of a string', (channel) => channel.assertQueue('q', { arguments: 'text' })],
    ['an exchange of undefined', (channel) => channel.assertExchange(never(undefined), 'direct')],
    ['an exchange that is missing', (channel) => channel.checkExchange(never(undefined))],
    ['a binding with arguments of a string', (channel) => channel.bindQueue('q', 'x', 'k', 'text')],
    ['a prefetch of a string', (channel) => channel.prefetch(never('many'))],
    ['a prefetch that is negative', (channel) => channel.prefetch(-1)],
    ['a consumer tag of a number', (channel) => channel.cancel(never(1))],
    ['an ack of nothing', (channel) => channel.ack(never(undefined))],
    [
      'an ack of a message without a tag',
      // It is sent. The broker may close the connection, at its end, before it has looked at the channel.
      (channel) => {
        channel.nack(never({ fields: {} }));
        return new Promise<void>((resolve) => void channel.once('close', () => resolve()));
      },
    ],
    ['a tag of a string', (channel) => channel.reject(never({ fields: { deliveryTag: '1' } }))],
  ];
  alike('each on a channel of its own', async ({ api, url, log }) => {
    const model = await api.connect(url);
    log.listen('model', model, 'error', 'close');
    for (const [what, call] of calls) {
      const channel = await model.createChannel();
      log.listen(`channel of ${what}`, channel, 'error', 'close');
      await log.settled(what, () => call(channel));
    }
    await model.close();
  });
});

describe('a listener or a consumer that throws has the effect it has in amqplib', () => {
  const boom = (): never => {
    throw new Error('boom');
  };

  async function deliverTo(
    channel: Channel,
    queue: string,
    consumer: (message: ConsumeMessage | null) => void,
  ): Promise<void> {
    await channel.assertQueue(queue, QUEUE);
    await channel.consume(queue, consumer);
    channel.sendToQueue(queue, Buffer.from('x'));
  }

  alike(
    'a consumer',
    withChannel(async (channel, log, { name }) => {
      await deliverTo(channel, name(), boom);
      await log.until('channel close');
    }),
  );

  alike(
    'a consumer that throws text',
    withChannel(async (channel, log, { name }) => {
      await deliverTo(channel, name(), () => {
        // oxlint-disable-next-line typescript/only-throw-error
        throw 'text';
      });
      await log.until('channel close');
    }),
  );

  alike(
    'a consumer, with a listener of handler-error',
    withChannel(async (channel, log, { name }) => {
      log.listen('channel', channel, 'handler-error');
      await deliverTo(channel, name(), boom);
      await log.until('channel handler-error');
      await log.settled('check', () => channel.checkQueue(name()));
    }),
  );

  alike(
    'a listener of return',
    withChannel(async (channel, log) => {
      channel.on('return', boom);
      channel.publish('', 'no such queue', Buffer.from('x'), { mandatory: true });
      await log.until('channel close');
    }),
  );

  alike('a callback of a confirm', async ({ api, url, log, name }) => {
    const model = await api.connect(url);
    log.listen('model', model, 'error', 'close');
    const channel: ConfirmChannel = await model.createConfirmChannel();
    log.listen('channel', channel, 'error', 'close');
    channel.publish('', name(), Buffer.from('x'), {}, boom);
    await log.until('model close');
  });
});

describe('connections end as in amqplib', () => {
  alike('before they are open, for a wrong password or virtual host', async ({ api, url, log }) => {
    await log.settled('password', () => api.connect(url.replace('guest:guest', 'guest:wrong')));
    await log.settled('virtual host', () => api.connect(`${url}/nowhere`));
  });

  alike('closed by the application, with methods under way', async (bench) => {
    const { log } = bench;
    const { model, channel } = await open(bench);
    log.listen('raw', model.connection as never, 'error', 'close');
    const waiting = log.settled('check', () => channel.checkQueue('no such queue'));
    const closing = log.settled('close', () => model.close());
    await log.settled('close again', () => model.close());
    await log.settled('publish while closing', () => channel.sendToQueue('q', Buffer.alloc(1)));
    await log.settled('create while closing', () => model.createChannel());
    await Promise.all([waiting, closing]);
    await log.settled('close after', () => model.close());
    await log.settled('create after', () => model.createChannel());
    await log.settled('publish after', () => channel.sendToQueue('q', Buffer.alloc(1)));
    await log.settled('update after', () => model.updateSecret(Buffer.from('x'), 'why'));
  });

  alike('closed by the server for a reused consumer tag', async (bench) => {
    const { log, name } = bench;
    const { model, channel } = await open(bench);
    log.listen('raw', model.connection as never, 'error', 'close');
    await channel.assertQueue(name(), QUEUE);
    await channel.consume(name(), () => undefined, { consumerTag: 'mine' });
    await log.settled('consume', () => channel.consume(name(), () => undefined, { consumerTag: 'mine' }));
    await log.until('raw close');
    await log.settled('close', () => model.close());
  });

  alike('closed by an operator', async (bench) => {
    const { log } = bench;
    const { model } = await open(bench);
    const { localPort } = (model.connection as unknown as { stream: { localPort: number } }).stream;
    await closeConnection(localPort, 'maintenance');
    await log.until('model close');
    await log.settled('close', () => model.close());
  });

  alike(
    'channels, with methods under way',
    withChannel(async (channel, log) => {
      const calls = [
        log.settled('check', () => channel.checkExchange('amq.direct')),
        log.settled('check', () => channel.checkExchange('amq.topic')),
        log.settled('close', () => channel.close()),
      ];
      await log.settled('close again', () => channel.close());
      await log.settled('publish while closing', () => channel.sendToQueue('q', Buffer.alloc(1)));
      await Promise.all(calls);
      await log.settled('close after', () => channel.close());
    }),
  );

  alike('the numbers of channels', async ({ api, url, log }) => {
    const model = await api.connect(`${url}?channelMax=3`);
    const channels: Channel[] = [];
    for (let i = 0; i < 4; i++) {
      const channel = await log.settled('create', () => model.createChannel());
      if (channel !== undefined) channels.push(channel as Channel);
    }
    await channels[1].close();
    const again = (await model.createChannel()) as Channel & { ch: number };
    log.note('lowest free number', again.ch);
    await model.close();
  });
});
