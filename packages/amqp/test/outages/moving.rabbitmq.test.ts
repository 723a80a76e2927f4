import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { startFaultProxy, type FaultProxy } from '@offloop/tools';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import type { AmqpLink, links as Links } from '../../src/client/links.js';
import type { connect as Connect, ConfirmChannel } from '../../src/index.js';
import { BROKER_PORT, BROKER_URL, freshName } from '../support/rabbitmq.js';

const NO_REPLY = 'Channel ended, no reply will be forthcoming';
/** Bytes of a message that comes, or goes, while the connection is lost: more than all buffers on its way take. */
const BYTES = 30_000_000;
const BYTES_PER_SECOND = 10_000_000;
/** Bytes of it that have come before. */
const SOME = 1_000_000;
const PUBLISHED = 10;

/** Passes connections on to the broker. */
class Relay {
  readonly #sockets: Socket[] = [];
  readonly #server = createServer((client) => {
    const broker = connectSocket(BROKER_PORT, '127.0.0.1');
    this.#sockets.push(client, broker);
    for (const [from, to] of [
      [client, broker],
      [broker, client],
    ]) {
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.pipe(to);
    }
  });

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** All sockets are closed, as when the broker's process is killed. */
  die(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  close(): void {
    this.die();
    this.#server.close();
  }
}

let relay: Relay;
let proxy: FaultProxy;
// The library, the link that was opened last, and the thread of connections that was started last.
let connect: typeof Connect;
let links: typeof Links;
let link: AmqpLink;
let thread: Worker | undefined;
const onWorker = (worker: Worker): void => {
  // The guard has little memory.
  if (worker.resourceLimits?.maxYoungGenerationSizeMb !== 1) thread = worker;
};
beforeEach(async () => {
  relay = new Relay();
  proxy = await startFaultProxy({ target: await relay.listen() });
  // Each test has connections of its own: when one has moved by itself, the next begin in the thread.
  vi.resetModules();
  ({ connect } = await import('../../src/index.js'));
  ({ links } = await import('../../src/client/links.js'));
  const open = links.open.bind(links);
  links.open = async (opening) => {
    const opened = await open(opening);
    link = opened as never;
    return opened;
  };
  process.on('worker', onWorker);
});
afterEach(async () => {
  process.off('worker', onWorker);
  await proxy.close();
  relay.close();
});

/** Open sockets of this process. */
async function sockets(): Promise<number> {
  const numbers = await readdir('/proc/self/fd');
  const targets = await Promise.all(numbers.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:')).length;
}

/** Resolves when the thread answers for the link. */
async function untilMoved(moving: AmqpLink): Promise<void> {
  await expect.poll(async () => moving.isThreaded && (await moving.diagnose()).socket !== null).toBe(true);
}

const STAGES = [
  { stage: 'on the loop', reach: async () => undefined },
  {
    stage: 'that has begun to move in this tick',
    reach: async (moving: AmqpLink) => expect(links.move(moving)).toBe(true),
  },
  {
    stage: 'that has moved',
    reach: async (moving: AmqpLink) => {
      expect(links.move(moving)).toBe(true);
      await untilMoved(moving);
    },
  },
  {
    stage: 'that moves with half a message in the kernel',
    reach: async (moving: AmqpLink, channel: ConfirmChannel) => {
      channel.sendToQueue('nowhere', Buffer.alloc(BYTES));
      await untilMoved(moving);
    },
  },
];
const OUTAGES: { outage: string; not: string[]; begin: () => Promise<void> }[] = [
  { outage: 'is reset', not: [], begin: async () => proxy.cutAll() },
  {
    outage: 'loses its broker, which dies,',
    // No different from a reset.
    not: ['on the loop', 'that has moved'],
    begin: async () => {
      relay.die();
      proxy.resume();
    },
  },
  {
    outage: 'loses the thread',
    not: ['on the loop'],
    begin: async () => void (await thread?.terminate()),
  },
];

/** Begins to receive a long message. Resolves when some of it has come. */
async function receiveSlowly(channel: ConfirmChannel, onMessage: () => void): Promise<void> {
  const { queue } = await channel.assertQueue(freshName(), { autoDelete: true, durable: false });
  const other = await connect(BROKER_URL, { threaded: false });
  const publishing = await other.createConfirmChannel();
  publishing.sendToQueue(queue, Buffer.alloc(BYTES));
  await publishing.waitForConfirms();
  await other.close();
  let came = 0;
  const some = new Promise<void>((resolve) =>
    proxy.corrupt((piece) => {
      came += piece.length;
      if (came > SOME) resolve();
      return piece;
    }),
  );
  proxy.throttle(BYTES_PER_SECOND);
  void channel.consume(queue, onMessage).catch(() => undefined);
  await some;
}

describe.each(STAGES)('a connection $stage', ({ stage, reach }) => {
  test.each(OUTAGES.filter(({ not }) => !not.includes(stage)))(
    '$outage in the midst of a message: each call and publish fails once, and no socket is left',
    async ({ begin }) => {
      // So that the thread is there, and lives on the loop what begins.
      await (await connect(BROKER_URL, { threaded: true })).close();
      const before = await sockets();
      const model = await connect(`amqp://guest:guest@${proxy.address}`);
      onTestFinished(() => model.close().catch(() => undefined));
      const mine = link;
      expect(mine.isThreaded).toBe(false);
      const channel = await model.createConfirmChannel();
      const events: string[] = [];
      for (const [of, emitter] of Object.entries({ model, channel }))
        for (const event of ['error', 'close']) emitter.on(event, () => events.push(`${of} ${event}`));
      let delivered = 0;
      await receiveSlowly(channel, () => delivered++);
      const confirms: unknown[] = [];
      for (let i = 0; i < PUBLISHED; i++)
        channel.sendToQueue('nowhere', Buffer.from('x'), {}, (error) => confirms.push(error));
      const calls = [channel.checkExchange('amq.direct'), channel.waitForConfirms(), model.createChannel()];
      const settled = Promise.allSettled(calls);
      const closed = new Promise((resolve) => void model.once('close', resolve));
      await reach(mine, channel);
      const begun = begin();
      const why = (await settled).map((each) =>
        each.status === 'rejected' ? each.reason.message : each.status,
      );
      await Promise.all([closed, begun]);
      expect(why).toEqual([NO_REPLY, 'channel closed', NO_REPLY]);
      expect(confirms).toMatchObject(Array.from({ length: PUBLISHED }, () => ({ code: 'LOST_PUBLISH' })));
      expect(events).toEqual(['model error', 'channel close', 'model close']);
      // The end of a consumer whose channel was lost is told by no message.
      expect(delivered).toBe(0);
      await expect.poll(sockets, { timeout: 10_000 }).toBeLessThanOrEqual(before);

      const next = await connect(BROKER_URL);
      await expect((await next.createChannel()).checkExchange('amq.direct')).resolves.toEqual({});
      await next.close();
    },
  );
});

test('the death of the thread leaves a connection on the loop alone, which then moves into the next one', async () => {
  await (await connect(BROKER_URL, { threaded: true })).close();
  const model = await connect(BROKER_URL);
  onTestFinished(() => model.close());
  const channel = await model.createChannel();
  await thread!.terminate();
  await expect(channel.checkExchange('amq.direct')).resolves.toEqual({});
  expect(links.move(link)).toBe(true);
  await expect(channel.checkExchange('amq.direct')).resolves.toEqual({});
  expect(model.connection.isThreaded).toBe(true);
});
