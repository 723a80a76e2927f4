import type { Channel, ChannelModel, ConsumeMessage, GetMessage } from 'amqplib';
import * as fc from 'fast-check';

import type { Bench, Api } from './compare.js';
import { Log } from './log.js';

/** One step of a random program. Numbers choose a queue, a channel or a message of those there are. */
export type Step =
  | {
      readonly type: 'publish';
      readonly queue: number;
      readonly length: number;
      readonly persistent: boolean;
    }
  | { readonly type: 'consume'; readonly queue: number; readonly channel: number; readonly noAck: boolean }
  | { readonly type: 'get'; readonly queue: number; readonly channel: number; readonly noAck: boolean }
  | { readonly type: 'settle'; readonly message: number; readonly how: 'ack' | 'nack' | 'requeue' | 'reject' }
  | { readonly type: 'cancel' | 'purge' | 'check' | 'declare'; readonly queue: number }
  | { readonly type: 'close' | 'break' | 'ack all' | 'nack all'; readonly channel: number };

const queue = fc.nat({ max: 1 });
const channel = fc.nat({ max: 2 });

/** Makes steps of some types with these fields. */
function some(
  weight: number,
  types: readonly Step['type'][],
  fields: Record<string, fc.Arbitrary<unknown>>,
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> } {
  return {
    weight,
    arbitrary: fc.record({ type: fc.constantFrom(...types), ...fields }) as fc.Arbitrary<Step>,
  };
}

const length = fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(0, 131_064, 131_065, 300_000));
const settling = fc.constantFrom('ack', 'nack', 'requeue', 'reject');

/** Makes steps of random programs. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    some(5, ['publish'], { queue, length, persistent: fc.boolean() }),
    some(2, ['consume'], { queue, channel, noAck: fc.boolean() }),
    some(2, ['get'], { queue, channel, noAck: fc.boolean() }),
    some(4, ['settle'], { message: fc.nat({ max: 20 }), how: settling }),
    some(2, ['cancel', 'purge', 'check', 'declare'], { queue }),
    some(1, ['close', 'break', 'ack all', 'nack all'], { channel }),
  ),
  { minLength: 5, maxLength: 40 },
);

interface Held {
  readonly channel: number;
  readonly queue: number;
  readonly message: ConsumeMessage | GetMessage;
}

/**
 * Takes the steps one after another, and notes what each of them has brought. It knows how many messages are where, so that it can wait for
 * each delivery: what it notes does not depend on how quick anyone is.
 */
export class RandomProgram {
  readonly #bench: Bench<Api>;
  /** The deliveries of each queue: how they mix with all else depends on how quick anyone is. */
  readonly #deliveries = [new Log(), new Log()];
  readonly #channels: Channel[] = [];
  /** Messages that are in a queue, and those that its consumer has been sent. */
  readonly #ready = [0, 0];
  readonly #delivered = [0, 0];
  readonly #consumers: ({ readonly channel: number; readonly tag: string } | undefined)[] = [
    undefined,
    undefined,
  ];
  #held: Held[] = [];
  #model!: ChannelModel;

  constructor(bench: Bench<Api>) {
    this.#bench = bench;
  }

  async run(program: readonly Step[]): Promise<void> {
    const { api, url, log } = this.#bench;
    this.#model = await api.connect(url);
    log.listen('model', this.#model, 'error', 'close');
    for (const number of [0, 1, 2]) await this.#open(number);
    for (const number of [0, 1]) await this.#channels[0].assertQueue(this.#name(number), { durable: false });
    for (const step of program) await this.#take(step);
    for (const number of [0, 1]) {
      // The end of a queue may be told to its consumer before or after the answer.
      await this.#cancel(number);
      await this.#check(number);
      await log.settled('delete', () => this.#channels[0].deleteQueue(this.#name(number)));
    }
    await log.settled('close', () => this.#model.close());
    for (const { entries } of this.#deliveries) log.note('deliveries', entries);
  }

  async #take(step: Step): Promise<void> {
    const { log } = this.#bench;
    switch (step.type) {
      case 'publish': {
        const content = Buffer.alloc(step.length, step.length % 256);
        this.#channels[2].sendToQueue(this.#name(step.queue), content, { persistent: step.persistent });
        this.#ready[step.queue]++;
        // The server has it when it has answered.
        await this.#channels[2].checkExchange('amq.direct');
        return this.#settled(step.queue);
      }
      case 'consume':
        return this.#consume(step.queue, step.channel, step.noAck);
      case 'get':
        return this.#get(step.queue, step.channel, step.noAck);
      case 'settle':
        return this.#settle(step.message, step.how);
      case 'cancel':
        return this.#cancel(step.queue);
      case 'purge':
        await log.settled('purge', () => this.#channels[2].purgeQueue(this.#name(step.queue)));
        this.#ready[step.queue] = 0;
        return;
      case 'check':
        return this.#check(step.queue);
      case 'declare': {
        const { queue: name } = await this.#channels[2].assertQueue(this.#name(step.queue), {
          durable: false,
        });
        return log.note('declare', name);
      }
      case 'ack all':
      case 'nack all':
        return this.#settleAll(step.channel, step.type === 'nack all');
      case 'close':
      case 'break':
        return this.#end(step.channel, step.type === 'break');
    }
  }

  /** The server may count before it has taken what was sent before. */
  async #check(queueNumber: number): Promise<void> {
    let found;
    do found = await this.#channels[2].checkQueue(this.#name(queueNumber));
    while (found.messageCount !== this.#ready[queueNumber]);
    this.#bench.log.note('check', found);
  }

  async #consume(queueNumber: number, number: number, noAck: boolean): Promise<void> {
    if (this.#consumers[queueNumber] !== undefined) return;
    const tag = `tag ${queueNumber}`;
    this.#consumers[queueNumber] = { channel: number, tag };
    const onMessage = (message: ConsumeMessage | null): void => {
      this.#deliveries[queueNumber].note(
        'delivery',
        message?.fields,
        message?.content.length,
        message?.content[0],
      );
      if (message !== null && !noAck) this.#held.push({ channel: number, queue: queueNumber, message });
    };
    await this.#channels[number].consume(this.#name(queueNumber), onMessage, { consumerTag: tag, noAck });
    await this.#settled(queueNumber);
  }

  async #get(queueNumber: number, number: number, noAck: boolean): Promise<void> {
    const message = (await this.#bench.log.settled('get', () =>
      this.#channels[number].get(this.#name(queueNumber), { noAck }),
    )) as GetMessage | false;
    if (message === false) return;
    this.#ready[queueNumber]--;
    if (!noAck) this.#held.push({ channel: number, queue: queueNumber, message });
  }

  async #settle(which: number, how: 'ack' | 'nack' | 'requeue' | 'reject'): Promise<void> {
    const held = this.#held[which % Math.max(1, this.#held.length)];
    if (held === undefined) return;
    this.#held = this.#held.filter((each) => each !== held);
    const on = this.#channels[held.channel];
    if (how === 'ack') on.ack(held.message);
    else if (how === 'reject') on.reject(held.message, false);
    else on.nack(held.message, false, how === 'requeue');
    if (how === 'requeue') this.#ready[held.queue]++;
    await on.checkExchange('amq.direct');
    await this.#settled(held.queue);
  }

  async #settleAll(number: number, requeue: boolean): Promise<void> {
    const on = this.#channels[number];
    if (!requeue) on.ackAll();
    await this.#giveBack(number, requeue, async () => {
      if (requeue) on.nackAll();
      await on.checkExchange('amq.direct');
    });
  }

  async #cancel(queueNumber: number): Promise<void> {
    const consumer = this.#consumers[queueNumber];
    if (consumer === undefined) return;
    this.#consumers[queueNumber] = undefined;
    await this.#bench.log.settled('cancel', () => this.#channels[consumer.channel].cancel(consumer.tag));
  }

  async #end(number: number, isBroken: boolean): Promise<void> {
    for (const [index, consumer] of this.#consumers.entries())
      if (consumer?.channel === number) this.#consumers[index] = undefined;
    const on = this.#channels[number];
    await this.#giveBack(number, true, async () => {
      if (isBroken) await this.#bench.log.settled('break', () => on.checkQueue('no such queue'));
      else await this.#bench.log.settled('close channel', () => on.close());
      await this.#open(number);
    });
  }

  /** What a channel holds goes back to the queues, and to their consumers. */
  async #giveBack(number: number, requeue: boolean, run: () => Promise<void>): Promise<void> {
    const back = this.#held.filter((each) => each.channel === number);
    this.#held = this.#held.filter((each) => each.channel !== number);
    if (requeue) for (const each of back) this.#ready[each.queue]++;
    await run();
    for (const queueNumber of [0, 1]) await this.#settled(queueNumber);
  }

  /** Waits until the consumer of a queue, if there is one, has all that is in it. */
  async #settled(queueNumber: number): Promise<void> {
    if (this.#consumers[queueNumber] === undefined) return;
    this.#delivered[queueNumber] += this.#ready[queueNumber];
    this.#ready[queueNumber] = 0;
    await this.#deliveries[queueNumber].until('delivery', this.#delivered[queueNumber]);
  }

  async #open(number: number): Promise<void> {
    const opened = await this.#model.createChannel();
    this.#bench.log.listen(`channel ${number}`, opened, 'error', 'close');
    this.#channels[number] = opened;
  }

  #name(queueNumber: number): string {
    return this.#bench.name(queueNumber);
  }
}
