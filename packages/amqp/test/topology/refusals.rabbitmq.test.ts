import { startFaultProxy } from '@offloop/tools';
import { expect, onTestFinished, test } from 'vitest';

import {
  connect,
  TopologyError,
  type Channel,
  type ChannelModel,
  type ConsumeMessage,
  type RecoveringChannelModel,
} from '../support/ours/index.js';
import { BROKER_PORT, BROKER_URL, freshName } from '../support/rabbitmq.js';

/** A connection that recovers, and another that does something while it is lost. */
class Scene {
  readonly model: RecoveringChannelModel;
  /** Of the connection that recovers. */
  readonly channel: Channel;
  /** Of the other. */
  readonly other: Channel;
  readonly failed: TopologyError[] = [];
  /** Errors of attempts that were made to come back. */
  readonly attempts: Error[] = [];
  readonly #lose: () => void;
  readonly #comeBack: () => void;

  private constructor(
    model: RecoveringChannelModel,
    channel: Channel,
    other: Channel,
    lose: () => void,
    comeBack: () => void,
  ) {
    this.model = model;
    this.channel = channel;
    this.other = other;
    this.#lose = lose;
    this.#comeBack = comeBack;
    model.on('error', () => undefined);
    model.on('topology-failed', (error) => this.failed.push(error));
    model.on('connect-failed', (error) => {
      if (error instanceof TopologyError) this.attempts.push(error);
    });
  }

  static async begin(): Promise<Scene> {
    const proxy = await startFaultProxy({ target: `127.0.0.1:${BROKER_PORT}` });
    const recovery = { topology: true, initialDelay: 5, maxDelay: 50 };
    const model = await connect(`amqp://guest:guest@${proxy.address}`, { recovery });
    const others = await connect(BROKER_URL);
    onTestFinished(async () => {
      await model.close();
      await others.close();
      await proxy.close();
    });
    return new Scene(
      model,
      await model.createChannel(),
      await others.createChannel(),
      () => {
        proxy.refuse();
        proxy.cutAll();
      },
      () => proxy.resume(),
    );
  }

  /** Loses the connection, and lets it come back after something has happened. Resolves when it is back. */
  async loseWhile(step: () => Promise<unknown>): Promise<{ failures: TopologyError[] }> {
    const back = new Promise<{ failures: TopologyError[] }>((resolve) =>
      this.model.once('topology-recovered', resolve),
    );
    this.#lose();
    await step();
    this.#comeBack();
    return back;
  }
}

/** Repeats what the broker refuses for as long as it has not noticed that a connection is lost. Resolves to the connection that has done it. */
async function untilDone(step: (channel: Channel) => Promise<unknown>): Promise<ChannelModel> {
  const model = await connect(BROKER_URL);
  for (let isDone = false; !isDone;) {
    const channel = await model.createChannel();
    channel.on('error', () => undefined);
    isDone = await step(channel).then(
      () => true,
      () => false,
    );
  }
  return model;
}

const HELD = [
  {
    what: 'a queue that another connection has for itself',
    hold: (channel: Channel, queue: string) => channel.assertQueue(queue, { exclusive: true }),
    kind: 'queue',
    code: 405,
  },
  {
    what: 'an exclusive consumer for which another has taken the place',
    hold: (channel: Channel, queue: string) => channel.consume(queue, () => undefined, { exclusive: true }),
    kind: 'consumer',
    code: 403,
  },
];

test.each(HELD)('$what is waited for', async ({ hold, kind, code }) => {
  const scene = await Scene.begin();
  const queue = freshName();
  if (kind === 'consumer') {
    await scene.other.assertQueue(queue);
    onTestFinished(async () => void (await scene.other.deleteQueue(queue)));
  }
  await hold(scene.channel, queue);
  const failed = new Promise((resolve) =>
    scene.model.on('connect-failed', () => scene.attempts.length > 1 && resolve(0)),
  );
  const back = await scene.loseWhile(async () => {
    const holder = await untilDone((channel) => hold(channel, queue));
    void failed.then(() => holder.close());
  });
  expect(back.failures).toEqual([]);
  expect(scene.failed).toEqual([]);
  expect(scene.attempts.length).toBeGreaterThan(1);
  expect(scene.attempts[0]).toMatchObject({ part: { kind, queue }, cause: { code } });
  await expect(scene.channel.checkQueue(queue)).resolves.toMatchObject({ queue });
});

test('what is there otherwise, or not any more, is told, and all else comes back', async () => {
  const scene = await Scene.begin();
  const { channel, other } = scene;
  const [queue, theirs, exchange] = [freshName(), freshName(), freshName()];
  await other.assertQueue(theirs);
  await other.assertExchange(exchange, 'topic');
  await channel.assertQueue(queue, { messageTtl: 1_000 });
  await channel.bindQueue(queue, exchange, 'k');
  await channel.bindQueue(queue, 'amq.topic', 'k');
  const got: unknown[] = [];
  let onText: () => void = () => undefined;
  const events: unknown[] = [];
  for (const event of ['error', 'close', 'cancel', 'recovered']) channel.on(event, () => events.push(event));
  await channel.consume(theirs, (message) => got.push(message), { consumerTag: 'theirs' });
  const keepText = (message: ConsumeMessage | null): void => {
    got.push(message?.content.toString());
    onText();
  };
  await channel.consume(queue, keepText, { noAck: true });
  const { failures } = await scene.loseWhile(async () => {
    await other.deleteQueue(queue);
    await other.assertQueue(queue, { messageTtl: 2_000 });
    await other.deleteQueue(theirs);
    await other.deleteExchange(exchange);
  });
  onTestFinished(async () => void (await other.deleteQueue(queue)));
  expect(failures).toEqual(scene.failed);
  expect(failures.map(({ part, cause }) => [part, (cause as Error & { code: number }).code])).toEqual([
    [{ kind: 'queue', queue }, 406],
    [{ kind: 'binding', to: 'queue', destination: queue, source: exchange, routingKey: 'k' }, 404],
    [{ kind: 'consumer', consumerTag: 'theirs', queue: theirs }, 404],
  ]);
  expect(scene.attempts).toEqual([]);
  expect([got, events]).toEqual([[null], ['cancel', 'recovered']]);
  const arrived = new Promise<void>((resolve) => {
    onText = resolve;
  });
  channel.publish('amq.topic', 'k', Buffer.from('hello'));
  await arrived;
  expect(got).toEqual([null, 'hello']);
});

test('the pseudo-queue for direct replies is no queue that is missing', async () => {
  const scene = await Scene.begin();
  const replies = new Promise<string>((resolve) => {
    void scene.channel.consume('amq.rabbitmq.reply-to', (message) => resolve(String(message?.content)), {
      noAck: true,
    });
  });
  const queue = freshName();
  await scene.other.assertQueue(queue, { exclusive: true });
  await scene.other.consume(
    queue,
    (message) => message && scene.other.sendToQueue(message.properties.replyTo as string, message.content),
    { noAck: true },
  );
  expect(await scene.loseWhile(async () => undefined)).toEqual({ failures: [] });
  scene.channel.sendToQueue(queue, Buffer.from('hello'), { replyTo: 'amq.rabbitmq.reply-to' });
  expect(await replies).toBe('hello');
});
