import type { Random } from '@offloop/tools/random';

import type { Channel, Options, RecoveringChannelModel } from '../../support/ours/index.js';

const NAMES = [0, 1, 2, 3];
/** Part of the choices that are made among what is there: the others may be refused, which costs the channel. */
const SENSIBLE = 0.97;

interface Bound {
  readonly to: 'queue' | 'exchange';
  readonly destination: string;
  readonly source: string;
  readonly routingKey: string;
  readonly arguments: object | undefined;
}

/** Declares, binds, consumes, and takes back, at random. It knows roughly what is there, so that most of it succeeds. */
export class RandomDeclarations {
  readonly #random: Random;
  readonly #model: RecoveringChannelModel;
  #channels: Channel[] = [];
  #queues: string[] = [];
  #bindings: Bound[] = [];
  #consumers: { readonly channel: Channel; readonly consumerTag: string }[] = [];
  /** Options by name: to declare something again with others is refused. */
  readonly #exchangeOptions = new Map<string, [string, Options.AssertExchange]>();
  readonly #queueOptions = new Map<string, Options.AssertQueue>();
  /** The texts of all messages that came. */
  readonly received: string[] = [];
  onReceived: () => void = () => undefined;
  /** Steps that did what they were to do. */
  done = 0;

  constructor(random: Random, model: RecoveringChannelModel) {
    this.#random = random;
    this.#model = model;
    model.on('queue-renamed', ({ from, to }) => {
      this.#queues = this.#queues.map((each) => (each === from ? to : each));
      this.#bindings = this.#bindings.map((each) =>
        each.to === 'queue' && each.destination === from ? { ...each, destination: to } : each,
      );
    });
  }

  /** A channel that is open. */
  async channel(): Promise<Channel> {
    if (this.#channels.length === 0 || (this.#channels.length < 4 && this.#random.chance(0.1))) {
      const isConfirmed = this.#random.chance(0.5);
      const created = await (isConfirmed ? this.#model.createConfirmChannel() : this.#model.createChannel());
      created.on('error', () => undefined);
      created.on('close', () => {
        this.#channels = this.#channels.filter((each) => each !== created);
        this.#consumers = this.#consumers.filter(({ channel }) => channel !== created);
      });
      this.#channels.push(created);
    }
    return this.#random.pick(this.#channels);
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      const channel = await this.channel();
      try {
        await this.#step(channel);
        this.done++;
      } catch (error) {
        // The server has refused it: with 404, 405 and so on.
        if (typeof (error as { code?: unknown }).code !== 'number') throw error;
      }
    }
  }

  async #step(channel: Channel): Promise<void> {
    const random = this.#random;
    switch (random.below(16)) {
      case 0:
      case 1:
        return this.#assertExchange(channel);
      case 2:
      case 3:
        return this.#assertQueue(channel);
      case 4:
      case 5:
      case 6:
        return this.#bindQueue(channel);
      case 7:
      case 8:
        return this.#bindExchange(channel);
      case 9:
        return this.#unbind(channel);
      case 10:
        await channel.prefetch(random.below(20), random.chance(0.2));
        return;
      case 11:
      case 12:
        return this.#consume(channel);
      case 13:
        return this.#cancel();
      case 14:
        return random.chance(0.5) ? this.#deleteQueue(channel) : this.#deleteExchange(channel);
      default:
        if (random.chance(0.3)) await channel.close();
    }
  }

  async #assertExchange(channel: Channel): Promise<void> {
    const random = this.#random;
    const name = `x${random.pick(NAMES)}`;
    const options = {
      durable: random.chance(0.5),
      autoDelete: random.chance(0.4),
      internal: random.chance(0.1),
      ...(random.chance(0.2) ? { alternateExchange: 'amq.fanout' } : {}),
    };
    const type = random.pick(['direct', 'fanout', 'topic', 'headers']);
    const [givenType, given] = this.#exchangeOptions.get(name) ?? [type, options];
    await channel.assertExchange(name, givenType, given);
    this.#exchangeOptions.set(name, [givenType, given]);
  }

  async #deleteExchange(channel: Channel): Promise<void> {
    const name = this.#anExchange();
    await channel.deleteExchange(name);
    this.#exchangeOptions.delete(name);
  }

  async #assertQueue(channel: Channel): Promise<void> {
    const random = this.#random;
    const name = random.chance(0.4) ? '' : `q${random.pick(NAMES)}`;
    const options: Options.AssertQueue = {
      durable: random.chance(0.5),
      exclusive: random.chance(0.4),
      autoDelete: random.chance(0.4),
      ...(random.chance(0.3) ? { messageTtl: 60_000, arguments: { 'x-note': ['a', { b: 1 }] } } : {}),
    };
    const given = this.#queueOptions.get(name) ?? options;
    const { queue } = await channel.assertQueue(name, given);
    if (name !== '') this.#queueOptions.set(name, given);
    this.#queues.push(queue);
  }

  async #deleteQueue(channel: Channel): Promise<void> {
    const name = this.#aQueue();
    await channel.deleteQueue(name);
    this.#queues = this.#queues.filter((each) => each !== name);
    this.#queueOptions.delete(name);
  }

  async #bindQueue(channel: Channel): Promise<void> {
    await this.#bind(channel, 'queue', this.#aQueue());
  }

  async #bindExchange(channel: Channel): Promise<void> {
    await this.#bind(channel, 'exchange', this.#anExchange());
  }

  async #bind(channel: Channel, to: Bound['to'], destination: string): Promise<void> {
    const random = this.#random;
    const bound: Bound = {
      to,
      destination,
      source: random.chance(0.2) ? 'amq.topic' : this.#anExchange(),
      routingKey: random.pick(['', 'a', 'a.*']),
      arguments: random.pick([undefined, { a: 1, b: 'x' }, { b: 'x', a: 1 }, { a: '1' }]),
    };
    const { source, routingKey } = bound;
    if (to === 'queue') await channel.bindQueue(destination, source, routingKey, bound.arguments);
    else await channel.bindExchange(destination, source, routingKey, bound.arguments);
    this.#bindings.push(bound);
  }

  async #unbind(channel: Channel): Promise<void> {
    if (this.#bindings.length === 0) return;
    const { to, destination, source, routingKey, arguments: args } = this.#random.pick(this.#bindings);
    if (to === 'queue') await channel.unbindQueue(destination, source, routingKey, args);
    else await channel.unbindExchange(destination, source, routingKey, args);
  }

  async #consume(channel: Channel): Promise<void> {
    const random = this.#random;
    const noAck = random.chance(0.3);
    const { consumerTag } = await channel.consume(
      this.#aQueue(),
      (message) => {
        if (message === null) return;
        this.received.push(message.content.toString());
        if (!noAck) channel.ack(message);
        this.onReceived();
      },
      {
        noAck,
        exclusive: random.chance(0.05),
        ...(random.chance(0.3) ? { priority: random.below(5) } : {}),
        ...(random.chance(0.3) ? { consumerTag: `tag-${random.below(1_000_000)}` } : {}),
      },
    );
    this.#consumers.push({ channel, consumerTag });
  }

  async #cancel(): Promise<void> {
    if (this.#consumers.length === 0) return;
    const consumer = this.#random.pick(this.#consumers);
    this.#consumers = this.#consumers.filter((each) => each !== consumer);
    await consumer.channel.cancel(consumer.consumerTag);
  }

  #aQueue(): string {
    const { pick, chance } = this.#random;
    return this.#queues.length > 0 && chance(SENSIBLE) ? pick(this.#queues) : `q${pick(NAMES)}`;
  }

  #anExchange(): string {
    const { pick, chance } = this.#random;
    const known = [...this.#exchangeOptions.keys()];
    return known.length > 0 && chance(SENSIBLE) ? pick(known) : `x${pick(NAMES)}`;
  }
}
