import { RabbitmqBroker } from '@offloop/tools';
import { AMQP_CELLS } from './amqp-cells.js';
import type { AmqpClient } from './amqp-client.js';
import { measureAmqp, warmUpAmqp } from './amqp-loads.js';
import { openAmqplib, openOffloop, openRabbitmqClient } from './open-amqp.js';
import { Tier, type CellResult, type Experiment } from '../experiment.js';
import { LATENCY_FIGURES } from '../load/latency-samples.js';
import { approachesOf, withClient, type Clients } from '../load/map-experiment.js';
import { MIXED_FIGURES } from '../load/paced-figures.js';
import { eachCell } from '../load/cells.js';

const CLIENTS: Clients<AmqpClient> = {
  amqplib: [Tier.QUICK, openAmqplib],
  'amqplib-nodelay': [Tier.DEFAULT, (url) => openAmqplib(url, { noDelay: true })],
  offloop: [Tier.QUICK, (url) => openOffloop(url, 'auto')],
  'offloop-thread': [Tier.DEFAULT, (url) => openOffloop(url, true)],
  'offloop-loop': [Tier.DEFAULT, (url) => openOffloop(url, false)],
  'rabbitmq-client': [Tier.DEFAULT, openRabbitmqClient],
};

export const amqp: Experiment = {
  name: 'amqp',
  title: '@offloop/amqp against amqplib',
  method:
    'One RabbitMQ broker on the same machine, one connection with the defaults of each client, queues and messages that are not kept on disk. ' +
    'Publishing: c messages that are not confirmed yet, in a closed loop, to a queue that keeps 1,000. ' +
    'Consuming: a prefetch of c, each message acknowledged by itself; another process keeps the queue filled. ' +
    'By the clock: each message is published with a confirm, and comes back to the same process. ' +
    '"offloop" is the default, which begins on the caller’s loop and moves into the thread when that pays, once: cells with few in flight come ' +
    'first. "offloop-thread" is in the thread, "offloop-loop" on the loop. "amqplib-nodelay" does not wait for Nagle’s timer.',
  needsMember: false,
  packages: ['amqplib', '@offloop/amqp', 'rabbitmq-client'],
  // It needs a rabbitmq-server, so only when it is named, or with --full.
  tier: Tier.FULL,
  cells: AMQP_CELLS,
  approaches: approachesOf(CLIENTS),
  figures: [...MIXED_FIGURES, ...LATENCY_FIGURES],
  async setUp() {
    const broker = await RabbitmqBroker.start();
    return { shared: broker.url, note: 'rabbitmq-server', stop: () => broker.stop() };
  },
  run(context) {
    const url = context.shared as string;
    return withClient(CLIENTS, { ...context, cluster: url }, async (client) => {
      const cells = [...eachCell(AMQP_CELLS, context)];
      await warmUpAmqp(client, context, cells);
      const results: CellResult[] = [];
      for (const cell of cells) results.push(await measureAmqp(client, cell, context.timing, url));
      return results;
    });
  },
};
