// A user's program in strict TypeScript. `types.test.ts` compiles it with the types of `amqplib`, and with ours in their place.
import * as amqp from 'amqplib';
import {
  connect,
  credentials,
  IllegalOperationError,
  type Channel,
  type ChannelModel,
  type ConfirmChannel,
  type Connection,
  type ConsumeMessage,
  type GetMessage,
  type Message,
  type MessageProperties,
  type Options,
  type RecoveringChannelModel,
  type RecoveryOptions,
  type Replies,
  type ServerProperties,
  type SocketOptions,
} from 'amqplib';
import * as callbacks from 'amqplib/callback_api';

const address: Options.Connect = { hostname: 'localhost', heartbeat: 5, username: 'guest', vhost: '/' };
const socket: SocketOptions = {
  noDelay: true,
  timeout: 1000,
  keepAlive: true,
  clientProperties: { connection_name: 'sample' },
  credentials: credentials.plain('guest', 'guest'),
  ca: [Buffer.from('')],
  servername: 'localhost',
};

export class Worker {
  #model: ChannelModel | undefined;
  readonly #seen: string[] = [];

  async start(): Promise<void> {
    const model = await connect(address, socket);
    this.#model = model;
    model.on('error', (error) => console.error(error.message));
    model.on('close', (error) => console.error(error?.message));
    model.on('blocked', (reason) => console.error(reason.length));
    model.once('unblocked', () => undefined);
    const raw: Connection = model.connection;
    const properties: ServerProperties = raw.serverProperties;
    console.log(properties.product, properties['anything']?.length);
    const channel: Channel = await model.createChannel({ highWaterMark: 10 });
    channel.on('return', (message: Message) => console.log(message.content.length));
    channel.on('drain', () => undefined);
    channel.on('ack', ({ deliveryTag, multiple }) => console.log(deliveryTag + 1, multiple));
    channel.on('anything', (...values) => console.log(values));
    const { queue, messageCount }: Replies.AssertQueue = await channel.assertQueue('', {
      exclusive: true,
      arguments: { 'x-queue-type': 'quorum' },
      messageTtl: 1000,
    });
    await channel.assertExchange('x', 'topic', { durable: false });
    await channel.assertExchange('y', 'x-delayed-message', { arguments: { 'x-delayed-type': 'direct' } });
    await channel.bindQueue(queue, 'x', 'a.*');
    const { consumerTag } = await channel.consume(queue, (message) => this.#take(channel, message), {
      noAck: false,
    });
    const consumed: Replies.Consume = { consumerTag };
    await channel.cancel(consumed.consumerTag);
    const got: GetMessage | false = await channel.get(queue, { noAck: true });
    if (got !== false) console.log(got.fields.messageCount + messageCount);
    const sent: boolean = channel.publish('x', 'a.b', Buffer.from('c'), {
      persistent: true,
      expiration: 1000,
      headers: { a: 1 },
      CC: ['d'],
      deliveryMode: 2,
    });
    if (!sent) await new Promise<void>((resolve) => channel.once('drain', resolve));
    await channel.prefetch(10);
    await this.#confirmed(await model.createConfirmChannel());
  }

  async stop(): Promise<void> {
    try {
      await this.#model?.close();
    } catch (error) {
      if (error instanceof IllegalOperationError) console.log(error.stackAtStateChange?.length);
    }
  }

  #take(channel: Channel, message: ConsumeMessage | null): void {
    if (message === null) return;
    const { correlationId, replyTo, headers, timestamp }: MessageProperties = message.properties;
    const attempts: number = headers?.['x-attempts'] ?? 0;
    const deaths = headers?.['x-death']?.[0]?.count ?? 0;
    this.#seen.push(
      `${message.fields.routingKey} ${message.fields.consumerTag} ${attempts} ${deaths} ${timestamp}`,
    );
    channel.sendToQueue(replyTo, Buffer.from('ok'), { correlationId });
    channel.ack(message);
    channel.nack(message, false, message.fields.redelivered);
  }

  async #confirmed(channel: ConfirmChannel): Promise<void> {
    channel.sendToQueue('q', Buffer.from('x'), {}, (error) => console.log(error?.message));
    await channel.waitForConfirms();
    await channel.close();
  }
}

const recovery: RecoveryOptions = {
  initialDelay: 10,
  maxRetries: 3,
  setup: async (model: ChannelModel) => {
    await (await model.createChannel()).assertQueue('q');
  },
};

export async function recovering(): Promise<RecoveringChannelModel> {
  const model = await amqp.connect('amqp://localhost', { recovery });
  model.on('reconnect-scheduled', ({ attempt, delay, error }) => console.log(attempt + delay, error.message));
  model.on('connect', (connected) => void connected.createChannel());
  await (await model.createConfirmChannel()).waitForConfirms();
  return model.waitForConnect();
}

export function withCallbacks(): void {
  callbacks.connect('amqp://localhost', (error, connection: callbacks.Connection) => {
    if (error) throw error;
    connection.on('error', (reason) => console.log(reason.message));
    connection.createChannel((failure: Error, channel: callbacks.Channel) => {
      if (failure) return;
      channel.assertQueue('q', { durable: false }, (_, ok) => console.log(ok.messageCount));
      channel.consume(
        'q',
        (message) => message && channel.ack(message),
        {},
        (_, ok) => console.log(ok.consumerTag),
      );
      channel.get('q', {}, (_, message) => console.log(message && message.content));
      channel.close(() => connection.close());
    });
    connection.createConfirmChannel({ highWaterMark: 1 }, (_, channel) => {
      channel.publish('', 'q', Buffer.from('x'), {}, (reason) => console.log(reason));
      channel.waitForConfirms((reason) => console.log(reason?.message));
    });
  });
}

/** An application's own double, as tests have them. */
export const double: Pick<Channel, 'publish' | 'ack' | 'assertQueue'> = {
  publish: () => true,
  ack: () => undefined,
  assertQueue: async (queue) => ({ queue: queue ?? '', messageCount: 0, consumerCount: 0 }),
};
