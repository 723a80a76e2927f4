import { RabbitmqBroker, rounds, startFaultProxy, type FaultProxy } from '@offloop/tools';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { connect, type RecoveringChannelModel } from '../support/ours/index.js';
import { freshName } from '../support/rabbitmq.js';
import { consumeAll, publishAll, type ExchangeSettings } from './support/exchange.js';
import { Kills } from './support/kills.js';
import { Ledger } from './support/ledger.js';

// Its own, as it is killed.
let broker: RabbitmqBroker;
let proxy: FaultProxy;
beforeAll(async () => {
  broker = await RabbitmqBroker.start();
  proxy = await startFaultProxy({ target: `127.0.0.1:${broker.port}` });
});
afterAll(async () => {
  await proxy.close();
  await broker.stop();
});

const MIB = 2 ** 20;
/** Milliseconds between two looks at the memory. */
const LOOK_MILLIS = 50;

/** The broker closes all connections, they are reset, and the broker itself is killed and started again. */
const kills = [
  async () => void (await broker.run('close_all_connections', 'a test')),
  async () => proxy.cutAll(),
  async (ledger: Ledger) => {
    ledger.onBrokerKilled();
    await broker.kill();
    ledger.onBrokerKilled();
    proxy.cutAll();
    await broker.restart();
  },
];

/** The network is silent, and the broker still knows the connections when the next one comes. */
async function silence(): Promise<void> {
  const next = proxy.untilAccepted(proxy.accepted + 1);
  proxy.dropPackets();
  await next;
  proxy.resume();
}

const loads = [
  {
    bytes: 100,
    heartbeat: 2,
    losses: [...kills, silence],
    count: rounds({ short: 20_000, full: 100_000, soak: 1_000_000 }),
    window: 2_000,
    prefetch: 500,
    mostMiB: 300,
  },
  {
    bytes: 100_000,
    heartbeat: 0,
    losses: kills,
    count: rounds({ short: 300, full: 1_000, soak: 10_000 }),
    window: 50,
    prefetch: 50,
    mostMiB: 300,
  },
  {
    bytes: 20_000_000,
    heartbeat: 0,
    losses: kills,
    count: rounds({ short: 8, full: 10, soak: 100 }),
    window: 2,
    prefetch: 2,
    mostMiB: 700,
  },
];

/** Opens a connection that comes back, with all there was on it. @param wrong gets what may not happen to it */
async function recovering(heartbeat: number, wrong: unknown[]): Promise<RecoveringChannelModel> {
  const url = `amqp://guest:guest@${proxy.address}?heartbeat=${heartbeat}`;
  const model = await connect(url, { recovery: { topology: true, initialDelay: 10, maxDelay: 500 } });
  onTestFinished(() => model.close());
  for (const event of ['topology-failed', 'reconnect-failed']) model.on(event, (error) => wrong.push(error));
  model.on('error', () => undefined);
  return model;
}

test.each(loads)(
  '$count messages of $bytes bytes arrive through all losses, and come again by the rules only',
  async ({ mostMiB, heartbeat, losses, ...load }) => {
    const settings: ExchangeSettings = { ...load, queue: freshName() };
    const { count, prefetch, queue } = settings;
    const ledger = new Ledger(count, prefetch);
    const wrong: unknown[] = [];
    const models = [await recovering(heartbeat, wrong), await recovering(heartbeat, wrong)];
    const publishing = await models[0].createConfirmChannel();
    const consuming = await models[1].createChannel();
    for (const event of ['close', 'error'])
      for (const channel of [publishing, consuming]) channel.on(event, () => wrong.push(event));
    await consuming.assertQueue(queue);

    const before = process.memoryUsage.rss();
    let most = before;
    const looking = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, LOOK_MILLIS);
    const all = new Kills(
      count,
      losses.map((lose) => () => lose(ledger)),
    );
    await Promise.all([
      publishAll(publishing, settings, ledger, (id) => all.wait(id)),
      consumeAll(models[1], consuming, settings, ledger, (received) => all.onReceived(received)),
    ]);
    await all.done;
    clearInterval(looking);

    expect(all.begun).toBe(losses.length);
    expect([ledger.confirmed, ledger.received, ledger.lost]).toEqual([count, count, []]);
    expect([...ledger.wrong, ...wrong]).toEqual([]);
    const usedMiB = (most - before) / MIB;
    if (process.env['OFFLOOP_FULL'] === '1')
      console.log(
        `${count} × ${load.bytes} B: ${ledger.repeats} came again; ${Math.round(usedMiB)} MiB more memory`,
      );
    expect(usedMiB).toBeLessThan(mostMiB);
    await (await models[0].createChannel()).deleteQueue(queue);
  },
  rounds({ short: 120_000, full: 900_000 }),
);
