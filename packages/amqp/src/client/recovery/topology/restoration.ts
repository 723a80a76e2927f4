import { ExchangeBind, ExchangeDeclare, QueueBind, QueueDeclare } from '../../../wire/methods.js';
import type { Session } from '../../connection/session.js';
import { TopologyError, type TopologyPart } from '../../errors/topology-error.js';
import { bindFields, Destination, type Binding } from './binding.js';
import { refusalCode } from './channel-calls.js';
import type { RecoveringChannel } from './recovering-channel.js';
import { SpareChannel } from './spare-channel.js';
import type {
  Fields,
  RecordedConsumer,
  RecordedExchange,
  RecordedQueue,
  TopologyRecord,
} from './topology-record.js';

const BIND = { [Destination.QUEUE]: QueueBind, [Destination.EXCHANGE]: ExchangeBind };
const ACCESS_REFUSED = 403;
const NOT_FOUND = 404;
const RESOURCE_LOCKED = 405;
/** Names of exchanges that every server has begin so; '' is one of them, too. */
const SERVERS_OWN = /^(amq\.|$)/;

/** Is told what becomes of parts. */
export interface RestorationEvents {
  onFailed(error: TopologyError): void;
  onRenamed(from: string, to: string): void;
}

/**
 * Restores a topology on a new connection: exchanges, queues, bindings, channels, consumers. Consumers come last, when all channels are open, as they
 * may use any of them.
 *
 * What is refused is told, and the rest goes on. But what is refused because the server still knows the lost connection, or because a node is down, is
 * refused for a while only: it fails the attempt to reconnect, so that there is another.
 */
export class Restoration {
  /** Parts that did not come back. */
  readonly failures: TopologyError[] = [];
  /** The consumers among them, whose functions have to be called with null. */
  readonly ended: { readonly channel: RecoveringChannel; readonly consumer: RecordedConsumer }[] = [];
  readonly #session: Session;
  readonly #record: TopologyRecord;
  readonly #events: RestorationEvents;
  readonly #spare: SpareChannel;
  readonly #exchanges = new Set<string>();
  readonly #queues = new Set<string>();

  constructor(session: Session, record: TopologyRecord, events: RestorationEvents) {
    this.#session = session;
    this.#record = record;
    this.#events = events;
    this.#spare = new SpareChannel(session);
  }

  /** Rejects if the connection is lost, and with a `TopologyError` if another attempt has to be made. */
  async run(channels: readonly RecoveringChannel[]): Promise<void> {
    // One after the other, as the server takes them on one channel.
    for (const exchange of this.#record.exchanges) await this.#restoreExchange(exchange);
    for (const queue of this.#record.queues) await this.#restoreQueue(queue);
    for (const binding of this.#record.bindings) await this.#restoreBinding(binding);
    const missing = await this.#missingQueues();
    await this.#spare.close();
    for (const channel of channels) await this.#unlessClosed(channel, () => channel.open(this.#session));
    for (const channel of channels)
      await this.#unlessClosed(channel, () => this.#restoreConsumers(channel, missing));
    for (const channel of channels)
      await this.#unlessClosed(channel, () => channel.settle((queue) => this.#queues.has(queue)));
  }

  #restoreExchange({ name, fields }: RecordedExchange): Promise<boolean> {
    const declare = async (): Promise<void> => {
      await this.#spare.call(ExchangeDeclare, fields);
      this.#exchanges.add(name);
    };
    return this.#attempt({ kind: 'exchange', exchange: name }, declare, () => false);
  }

  #restoreQueue(queue: RecordedQueue): Promise<boolean> {
    const declare = async (): Promise<void> => void this.#queues.add(await this.#declareQueue(queue));
    // Where it is not found, the node that has it is down.
    return this.#attempt({ kind: 'queue', queue: queue.name }, declare, (code) => code === NOT_FOUND);
  }

  #restoreBinding(binding: Binding): Promise<boolean> {
    const { to, destination, source, routingKey } = binding;
    const bind = (): Promise<unknown> => this.#spare.call(BIND[to], bindFields(binding));
    const part: TopologyPart = { kind: 'binding', to, destination, source, routingKey };
    return this.#attempt(part, bind, (code) => code === NOT_FOUND && this.#hasEnds(binding));
  }

  /** Declares a queue. Resolves to its name. */
  async #declareQueue({ name, fields, isServerNamed }: RecordedQueue): Promise<string> {
    if (!isServerNamed) {
      await this.#spare.call(QueueDeclare, fields);
      return name;
    }
    // Not by its name: the server refuses names of its own kind, even where the queue is there.
    if (await this.#hasStayed(name, fields)) return name;
    const { queue } = (await this.#spare.call(QueueDeclare, { ...fields, queue: '' })) as {
      readonly queue: string;
    };
    this.#events.onRenamed(name, queue);
    return queue;
  }

  /** A queue that neither its connection nor its consumers take along may still be there, with its messages. */
  async #hasStayed(queue: string, { exclusive, autoDelete }: Fields): Promise<boolean> {
    return exclusive !== true && autoDelete !== true && (await this.#refusalOf(queue)) === undefined;
  }

  /** Looks whether a queue can be used. Resolves to the server's reason if not. */
  async #refusalOf(queue: string): Promise<Error | undefined> {
    try {
      await this.#spare.call(QueueDeclare, { queue, passive: true, durable: true });
      return undefined;
    } catch (thrown) {
      const error = thrown as Error;
      if (refusalCode(error) === undefined) throw error;
      return error;
    }
  }

  /** Looks which queues of consumers are not there, though nothing has failed: a consumer of one would cost its channel. */
  async #missingQueues(): Promise<ReadonlyMap<string, Error>> {
    const missing = new Map<string, Error>();
    const wanted = new Set(this.#record.consumers.map(({ queue }) => queue));
    for (const queue of wanted) {
      const refusal = this.#queues.has(queue) ? undefined : await this.#refusalOf(queue);
      if (refusal !== undefined) missing.set(queue, refusal);
    }
    return missing;
  }

  async #restoreConsumers(channel: RecoveringChannel, missing: ReadonlyMap<string, Error>): Promise<void> {
    const failed = new Set<string>();
    const wanted = (): RecordedConsumer[] =>
      this.#record.consumers.filter(
        (each) => each.channel === channel.number && !failed.has(each.consumerTag),
      );
    let consumers: RecordedConsumer[];
    do {
      // A refusal has cost the channel, and all its consumers: from the beginning, without this one.
      await channel.open(this.#session);
      consumers = wanted();
      for (const consumer of consumers) {
        if (await this.#restoreConsumer(channel, consumer, missing.get(consumer.queue))) continue;
        failed.add(consumer.consumerTag);
        this.ended.push({ channel, consumer });
        if (channel.isLost) break;
      }
    } while (channel.isLost);
  }

  /** @param refusal why its queue cannot be used */
  async #restoreConsumer(
    channel: RecoveringChannel,
    consumer: RecordedConsumer,
    refusal: Error | undefined,
  ): Promise<boolean> {
    const { consumerTag, queue, fields } = consumer;
    if (!this.#record.hasConsumer(channel.number, consumerTag)) return true;
    const start = (): Promise<void> =>
      refusal === undefined ? channel.consume(consumer) : Promise.reject(refusal);
    return this.#attempt({ kind: 'consumer', consumerTag, queue }, start, (code) =>
      // The queue was there just now; or the lost connection still has it for itself.
      code === NOT_FOUND ? refusal === undefined : code === ACCESS_REFUSED && fields['exclusive'] === true,
    );
  }

  /** Runs a step for as long as its channel is open: what fails as the application has closed it has not failed. */
  async #unlessClosed(channel: RecoveringChannel, step: () => Promise<void>): Promise<void> {
    try {
      if (!channel.isClosed) await step();
    } catch (error) {
      if (!channel.isClosed) throw error;
    }
  }

  /**
   * Makes a part.
   *
   * @param isPassing says whether a refusal by this code would pass
   * @returns false if it was refused, which was told
   */
  async #attempt(
    part: TopologyPart,
    step: () => Promise<unknown>,
    isPassing: (code: number) => boolean,
  ): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (thrown) {
      const code = refusalCode(thrown as Error);
      if (code === undefined) throw thrown;
      const error = new TopologyError(part, thrown as Error);
      if (code === RESOURCE_LOCKED || isPassing(code)) throw error;
      this.failures.push(error);
      this.#events.onFailed(error);
      return false;
    }
  }

  /** True if both ends of a binding came back on this connection. */
  #hasEnds({ to, source, destination }: Binding): boolean {
    const exchanges = [source, ...(to === Destination.EXCHANGE ? [destination] : [])];
    const isQueueThere = to === Destination.EXCHANGE || this.#queues.has(destination);
    return isQueueThere && exchanges.every((name) => this.#exchanges.has(name) || SERVERS_OWN.test(name));
  }
}
