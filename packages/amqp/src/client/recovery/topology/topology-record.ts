import { bindingKey, Destination, type Binding } from './binding.js';

/** Arguments of a method, as they were sent. */
export type Fields = Readonly<Record<string, unknown>>;

export interface RecordedExchange {
  readonly name: string;
  readonly fields: Fields;
}

export interface RecordedQueue {
  readonly name: string;
  readonly fields: Fields;
  readonly isServerNamed: boolean;
}

export interface RecordedConsumer {
  /** Number of its channel, which is not the server's number. */
  readonly channel: number;
  readonly consumerTag: string;
  readonly queue: string;
  readonly fields: Fields;
  /** Messages that it may have unacknowledged, by the last `prefetch` before it; undefined: none was said. */
  readonly prefetch: number | undefined;
}

/**
 * What the application has declared on a connection and not taken back: what has to be there after the connection was lost and opened again.
 *
 * The rules are the server's: with a queue go its bindings and consumers, with an exchange its bindings. An auto-delete queue goes with its last consumer, an
 * auto-delete exchange with the last binding from it. (What other connections have done is not known here. The Java client keeps its record by the same
 * rules, except that there the bindings from a deleted exchange and the consumers of a deleted queue stay.)
 */
export class TopologyRecord {
  readonly #exchanges = new Map<string, RecordedExchange>();
  #queues = new Map<string, RecordedQueue>();
  #bindings = new Map<string, Binding>();
  #consumers: RecordedConsumer[] = [];

  /** In the order in which they were declared first, as all that follows. */
  get exchanges(): RecordedExchange[] {
    return [...this.#exchanges.values()];
  }

  get queues(): RecordedQueue[] {
    return [...this.#queues.values()];
  }

  get bindings(): Binding[] {
    return [...this.#bindings.values()];
  }

  get consumers(): RecordedConsumer[] {
    return [...this.#consumers];
  }

  hasConsumer(channel: number, consumerTag: string): boolean {
    return this.#consumers.some((each) => each.channel === channel && each.consumerTag === consumerTag);
  }

  exchangeDeclared(exchange: RecordedExchange): void {
    this.#exchanges.set(exchange.name, exchange);
  }

  exchangeDeleted(name: string): void {
    this.#exchanges.delete(name);
    this.#unbind(
      ({ source, to, destination }) =>
        source === name || (to === Destination.EXCHANGE && destination === name),
    );
  }

  queueDeclared(queue: RecordedQueue): void {
    // Declared again by its name, it is still one whose name the server has made.
    const isServerNamed = queue.isServerNamed || this.#queues.get(queue.name)?.isServerNamed === true;
    this.#queues.set(queue.name, { ...queue, isServerNamed });
  }

  queueDeleted(name: string): void {
    this.#queues.delete(name);
    this.#consumers = this.#consumers.filter(({ queue }) => queue !== name);
    this.#unbind(({ to, destination }) => to === Destination.QUEUE && destination === name);
  }

  bound(binding: Binding): void {
    this.#bindings.set(bindingKey(binding), binding);
  }

  unbound(binding: Binding): void {
    const key = bindingKey(binding);
    if (this.#bindings.delete(key)) this.#bindingGone(binding.source);
  }

  consumed(consumer: RecordedConsumer): void {
    this.#consumers.push(consumer);
  }

  cancelled(channel: number, consumerTag: string): void {
    this.#cancel((each) => each.channel === channel && each.consumerTag === consumerTag);
  }

  channelClosed(channel: number): void {
    this.#cancel((each) => each.channel === channel);
  }

  /** A queue has come back under another name: what refers to it follows. */
  queueRenamed(from: string, to: string): void {
    const queues = this.queues.map((queue) => (queue.name === from ? { ...queue, name: to } : queue));
    this.#queues = new Map(queues.map((queue) => [queue.name, queue]));
    const bindings = this.bindings.map((binding) =>
      binding.to === Destination.QUEUE && binding.destination === from
        ? { ...binding, destination: to }
        : binding,
    );
    this.#bindings = new Map(bindings.map((binding) => [bindingKey(binding), binding]));
    this.#consumers = this.#consumers.map((consumer) =>
      consumer.queue === from ? { ...consumer, queue: to } : consumer,
    );
  }

  #cancel(isGone: (consumer: RecordedConsumer) => boolean): void {
    const gone = this.#consumers.filter(isGone);
    this.#consumers = this.#consumers.filter((consumer) => !gone.includes(consumer));
    for (const { queue } of gone) {
      const isUsed = this.#consumers.some((consumer) => consumer.queue === queue);
      if (!isUsed && isAutoDelete(this.#queues.get(queue))) this.queueDeleted(queue);
    }
  }

  #unbind(isGone: (binding: Binding) => boolean): void {
    const gone: Binding[] = [];
    for (const [key, binding] of this.#bindings) {
      if (!isGone(binding)) continue;
      this.#bindings.delete(key);
      gone.push(binding);
    }
    for (const { source } of gone) this.#bindingGone(source);
  }

  /** A binding from an exchange is no more. */
  #bindingGone(source: string): void {
    const isUsed = this.bindings.some((binding) => binding.source === source);
    if (!isUsed && isAutoDelete(this.#exchanges.get(source))) this.exchangeDeleted(source);
  }
}

function isAutoDelete(declared: { readonly fields: Fields } | undefined): boolean {
  return declared?.fields['autoDelete'] === true;
}
