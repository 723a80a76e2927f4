import type { Buffer } from 'node:buffer';
import type * as official from 'amqplib';
import type { AmqpClient } from './amqp-client.js';

// Each library is loaded by the children that measure it: the others must not hold it in memory.

/** Opens `amqplib`. */
export async function openAmqplib(url: string, options?: { noDelay: boolean }): Promise<AmqpClient> {
  const { connect } = await import('amqplib');
  return clientOf(await connect(url, options));
}

/** Opens ours, by the same calls. @param threaded as in `connect` */
export async function openOffloop(url: string, threaded: boolean | 'auto'): Promise<AmqpClient> {
  const { connect } = await import('@offloop/amqp');
  return clientOf(await connect(url, { threaded }));
}

async function clientOf(model: official.ChannelModel): Promise<AmqpClient> {
  const channel = await model.createChannel();
  return {
    declare: async (queue, most) => {
      await channel.assertQueue(queue, {
        durable: false,
        ...(most === undefined ? {} : { maxLength: most }),
      });
    },
    remove: async (queue) => {
      await channel.deleteQueue(queue);
    },
    publisher: async (queue) => {
      const confirming = await model.createConfirmChannel();
      return (body) =>
        new Promise<void>((resolve, reject) => {
          confirming.sendToQueue(queue, body, {}, (error: unknown) => {
            if (error === null) resolve();
            else reject(error);
          });
        });
    },
    consume: async (queue, prefetch, onBody) => {
      const consuming = await model.createChannel();
      await consuming.prefetch(prefetch);
      await consuming.consume(queue, (message) => {
        if (message === null) throw new Error(`the broker has cancelled the consumer of ${queue}`);
        onBody(message.content);
        consuming.ack(message);
      });
      return () => consuming.close();
    },
    counters: () => null,
    shutdown: () => model.close(),
  };
}

/** Opens `rabbitmq-client`. */
export async function openRabbitmqClient(url: string): Promise<AmqpClient> {
  const { Connection } = await import('rabbitmq-client');
  const connection = new Connection(url);
  const opened: { close(): Promise<void> }[] = [];
  return {
    declare: async (queue, most) => {
      const bound = most === undefined ? {} : { arguments: { 'x-max-length': most } };
      await connection.queueDeclare({ queue, durable: false, ...bound });
    },
    remove: async (queue) => {
      await connection.queueDelete({ queue });
    },
    publisher: async (queue) => {
      const publisher = connection.createPublisher({ confirm: true });
      opened.push(publisher);
      return (body) => publisher.send(queue, body);
    },
    consume: async (queue, prefetch, onBody) => {
      // It acknowledges when what the function returns has resolved.
      const consumer = connection.createConsumer(
        { queue, queueOptions: { passive: true }, qos: { prefetchCount: prefetch } },
        async ({ body }) => onBody(body as Buffer),
      );
      let isStopped = false;
      await new Promise<void>((resolve, reject) => {
        consumer.once('ready', resolve).on('error', (error) => {
          // What comes while it closes is acknowledged on a channel that is closed.
          if (!isStopped) reject(error as Error);
        });
      });
      return () => {
        isStopped = true;
        return consumer.close();
      };
    },
    counters: () => null,
    shutdown: async () => {
      for (const each of opened) await each.close();
      await connection.close();
    },
  };
}
