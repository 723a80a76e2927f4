/** A binding, of which arguments are a text. */
export interface NaiveBinding {
  readonly to: 'queue' | 'exchange';
  readonly destination: string;
  readonly source: string;
  readonly routingKey: string;
  readonly argument: string;
}

interface Declared {
  readonly autoDelete: boolean;
  /** True since something was attached to it: only then can it be the last. */
  wasUsed: boolean;
}

/** The server's rules about what goes with what, as plainly as they can be said: after each step, what may not stay is looked for until all may. */
export class NaiveBroker {
  readonly exchanges = new Map<string, Declared>();
  readonly queues = new Map<string, Declared>();
  bindings: NaiveBinding[] = [];
  consumers: { readonly channel: number; readonly tag: string; readonly queue: string }[] = [];

  declareExchange(name: string, autoDelete: boolean): void {
    if (!this.exchanges.has(name)) this.exchanges.set(name, { autoDelete, wasUsed: false });
  }

  declareQueue(name: string, autoDelete: boolean): void {
    if (!this.queues.has(name)) this.queues.set(name, { autoDelete, wasUsed: false });
  }

  /** @returns false if the server would refuse it */
  bind(binding: NaiveBinding): boolean {
    const source = this.exchanges.get(binding.source);
    const destinations = binding.to === 'queue' ? this.queues : this.exchanges;
    if (source === undefined || !destinations.has(binding.destination)) return false;
    source.wasUsed = true;
    if (!this.bindings.some((each) => same(each, binding))) this.bindings.push(binding);
    return true;
  }

  unbind(binding: NaiveBinding): void {
    this.bindings = this.bindings.filter((each) => !same(each, binding));
    this.#settle();
  }

  /** @returns false if the server would refuse it */
  consume(channel: number, tag: string, queue: string): boolean {
    const declared = this.queues.get(queue);
    if (declared === undefined) return false;
    if (this.consumers.some((each) => each.channel === channel && each.tag === tag)) return false;
    declared.wasUsed = true;
    this.consumers.push({ channel, tag, queue });
    return true;
  }

  cancel(channel: number, tag: string | undefined): void {
    this.consumers = this.consumers.filter(
      (each) => each.channel !== channel || (tag !== undefined && each.tag !== tag),
    );
    this.#settle();
  }

  deleteExchange(name: string): void {
    this.exchanges.delete(name);
    this.#settle();
  }

  deleteQueue(name: string): void {
    this.queues.delete(name);
    this.#settle();
  }

  #settle(): void {
    for (let isSettled = false; !isSettled;) {
      const before = this.#size;
      this.bindings = this.bindings.filter(
        ({ to, destination, source }) =>
          this.exchanges.has(source) && (to === 'queue' ? this.queues : this.exchanges).has(destination),
      );
      this.consumers = this.consumers.filter(({ queue }) => this.queues.has(queue));
      for (const [name, { autoDelete, wasUsed }] of this.exchanges)
        if (autoDelete && wasUsed && !this.bindings.some(({ source }) => source === name))
          this.exchanges.delete(name);
      for (const [name, { autoDelete, wasUsed }] of this.queues)
        if (autoDelete && wasUsed && !this.consumers.some(({ queue }) => queue === name))
          this.queues.delete(name);
      isSettled = before === this.#size;
    }
  }

  get #size(): number {
    return this.exchanges.size + this.queues.size + this.bindings.length + this.consumers.length;
  }
}

function same(a: NaiveBinding, b: NaiveBinding): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
