import { connect, type ChannelModel } from '@offloop/amqp';
import { startChild, type Child } from '@offloop/tools/measure';

import type { ToBlocked } from '../block/block.js';
import {
  QUEUE_CLIENTS,
  type FromQueueClient,
  type QueueClient,
  type QueueClientSettings,
} from '../block/queue-client.js';
import type { BlockedQueue } from '../figures/live-events.js';

interface Party {
  readonly settings: QueueClientSettings;
  readonly child: Child<FromQueueClient, ToBlocked>;
}

/** Holds the threads of RabbitMQ clients, each in a process of its own, and asks the broker what became of their messages. */
export class QueueHold {
  readonly #url: string;
  readonly #parties: Party[] = [];

  private constructor(url: string) {
    this.#url = url;
  }

  /** Starts the processes. Rejects if a client cannot connect. @param id makes the names of its queues different from others */
  static async open(url: string, id: number): Promise<QueueHold> {
    const hold = new QueueHold(url);
    try {
      await Promise.all(QUEUE_CLIENTS.map((client) => hold.#open(client, id)));
      return hold;
    } catch (error) {
      await hold.stop();
      throw error;
    }
  }

  /** Holds their threads. Resolves to what became of each. */
  async run(millis: number): Promise<BlockedQueue[]> {
    const held = await Promise.all(
      this.#parties.map(async ({ child }) => {
        const next = child.next('held');
        child.send({ type: 'hold', millis });
        return next;
      }),
    );
    const model = await connect(this.#url);
    try {
      return await Promise.all(
        this.#parties.map(({ settings }, i) => fateOf(model, settings, held[i].connected)),
      );
    } finally {
      await model.close();
    }
  }

  /** Ends the processes. @param graceMillis as of `Child.stop` */
  async stop(graceMillis?: number): Promise<void> {
    await Promise.all(this.#parties.map(({ child }) => child.stop(graceMillis)));
  }

  async #open(client: QueueClient, id: number): Promise<void> {
    const name = `offloop-demo ${client} ${process.pid} ${id}`;
    const settings = { client, url: this.#url, jobs: `${name} jobs`, results: `${name} results` };
    const module = new URL('../queue-client-process.js', import.meta.url);
    const child = startChild<FromQueueClient, ToBlocked>(module, settings);
    this.#parties.push({ settings, child });
    const message = await child.next('ready', 'failed');
    if (message.type === 'failed') throw new Error(message.reason);
  }
}

async function fateOf(
  model: ChannelModel,
  { client, jobs, results }: QueueClientSettings,
  connected: boolean,
): Promise<BlockedQueue> {
  const channel = await model.createChannel();
  const result = await channel.get(results, { noAck: true });
  const job = await channel.get(jobs, { noAck: true });
  for (const queue of [jobs, results]) await channel.deleteQueue(queue);
  await channel.close();
  return { title: client, connected, published: result !== false, acknowledged: job === false };
}
