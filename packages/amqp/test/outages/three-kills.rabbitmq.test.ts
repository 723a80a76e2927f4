import { RabbitmqBroker, rounds, startFaultProxy, type FaultProxy } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect } from '../support/ours/index.js';
import { freshName } from '../support/rabbitmq.js';
import { consumeAll, publishAll, type ExchangeSettings } from './support/exchange.js';
import { Kills } from './support/kills.js';
import { Ledger } from './support/ledger.js';

// Its own, as it is killed.
let broker: RabbitmqBroker;
let proxy: FaultProxy;
let url: string;
beforeAll(async () => {
  broker = await RabbitmqBroker.start();
  proxy = await startFaultProxy({ target: `127.0.0.1:${broker.port}` });
  url = `amqp://guest:guest@${proxy.address}`;
});
afterAll(async () => {
  await proxy.close();
  await broker.stop();
});

const MIB = 2 ** 20;
/** Milliseconds between two looks at the memory. */
const LOOK_MILLIS = 50;

/** The three: the broker closes all connections, they are reset, and the broker itself is killed and started again. */
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

const loads = [
  {
    bytes: 100,
    count: rounds({ short: 20_000, full: 100_000, soak: 1_000_000 }),
    window: 2_000,
    prefetch: 500,
    mostMiB: 300,
  },
  {
    bytes: 100_000,
    count: rounds({ short: 300, full: 1_000, soak: 10_000 }),
    window: 50,
    prefetch: 50,
    mostMiB: 300,
  },
  {
    bytes: 20_000_000,
    count: rounds({ short: 8, full: 10, soak: 100 }),
    window: 2,
    prefetch: 2,
    mostMiB: 700,
  },
];

test.each(loads)(
  '$count messages of $bytes bytes arrive through three kills, and come again by the rules only',
  async ({ mostMiB, ...load }) => {
    const settings: ExchangeSettings = { ...load, queue: freshName() };
    const { count, prefetch, queue } = settings;
    const ledger = new Ledger(count, prefetch);
    await withChannel((channel) => channel.assertQueue(queue));

    const before = process.memoryUsage.rss();
    let most = before;
    const looking = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, LOOK_MILLIS);
    const all = new Kills(
      count,
      kills.map((kill) => () => kill(ledger)),
    );
    await Promise.all([
      publishAll(url, settings, ledger, (id) => all.wait(id)),
      consumeAll(url, settings, ledger, (received) => all.onReceived(received)),
    ]);
    await all.done;
    clearInterval(looking);

    expect(all.begun).toBe(kills.length);
    expect([ledger.confirmed, ledger.received, ledger.lost]).toEqual([count, count, []]);
    expect(ledger.wrong).toEqual([]);
    const usedMiB = (most - before) / MIB;
    if (process.env['OFFLOOP_FULL'] === '1')
      console.log(
        `${count} × ${load.bytes} B: ${ledger.repeats} came again; ${Math.round(usedMiB)} MiB more memory`,
      );
    expect(usedMiB).toBeLessThan(mostMiB);
    await withChannel((channel) => channel.deleteQueue(queue));
  },
  rounds({ short: 120_000, full: 900_000 }),
);

async function withChannel(
  use: (
    channel: Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createChannel']>>,
  ) => Promise<unknown>,
): Promise<void> {
  const model = await connect(broker.url);
  await use(await model.createChannel());
  await model.close();
}
