import { once } from 'node:events';
import type { ChannelModel } from 'amqplib';

import { closeConnection } from '../support/rabbitmq.js';
import { alike, alikeWithCallbacks } from './support/compare.js';

const EVENTS = ['connect', 'disconnect', 'connect-failed', 'reconnect-failed', 'error', 'close', 'blocked'];
const QUICK = { initialDelay: 10, maxDelay: 20 };

alike(
  'a connection that recovers does as in amqplib when an operator closes it',
  async ({ api, url, log, name }) => {
    let current: ChannelModel | undefined;
    const setup = async (model: ChannelModel): Promise<void> => {
      current = model;
      const channel = await model.createChannel();
      log.note('setup', await channel.assertQueue(name(), { exclusive: true }));
    };
    const model = await api.connect(url, { recovery: { ...QUICK, setup, waitForConnect: false } });
    log.listen('model', model, ...EVENTS);
    log.note('same', (await model.waitForConnect()) === model);
    const channel = await model.createConfirmChannel();
    channel.on('error', () => undefined);
    log.listen('channel', channel, 'close');
    const again = once(model, 'connect');
    const { stream } = current!.connection as unknown as { stream: { localPort: number } };
    await closeConnection(stream.localPort, 'maintenance');
    await again;
    await log.settled('publish on the old channel', () => channel.sendToQueue(name(), Buffer.from('x')));
    const next = await model.createChannel();
    await log.settled('check', () => next.checkQueue(name()));
    await log.settled('close', () => model.close());
    await log.settled('close again', () => model.close());
    await log.settled('create', () => model.createChannel());
  },
);

alike('one that cannot connect gives up as in amqplib', async ({ api, log }) => {
  const options = { recovery: { ...QUICK, maxRetries: 2 }, timeout: 5_000 };
  await log.settled('connect', () => api.connect('amqp://127.0.0.1:1', options));
  const model = await api.connect('amqp://127.0.0.1:1', {
    recovery: { ...options.recovery, waitForConnect: false },
  });
  log.listen('model', model, ...EVENTS);
  await log.settled('wait', () => model.waitForConnect());
  await log.settled('create', () => model.createChannel());
});

alikeWithCallbacks('one with callbacks does as in amqplib', async ({ api, url, log }) => {
  await new Promise<void>((resolve) => {
    const model = api.connect(url, { recovery: QUICK }, (error, connected) => {
      log.note('connected', error, connected === model);
      connected.createChannel((failure, channel) => {
        log.note('channel', failure, typeof channel.publish);
        connected.close((reason) => {
          log.note('closed', reason);
          resolve();
        });
      });
    });
    log.listen('model', model, ...EVENTS);
  });
});
