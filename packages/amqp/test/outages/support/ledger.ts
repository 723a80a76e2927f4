/** What is known of one end of a consumer's connection. */
interface Session {
  /** The highest delivery tag that came. */
  lastTag: number;
  /** True if the broker itself was killed: it may have forgotten acknowledgements, and what it had delivered. */
  brokerDied: boolean;
}

/**
 * Keeps account of numbered messages that are published until they are confirmed, and of their deliveries; says which deliveries the rules do not
 * allow. A message may come again for one of three reasons:
 *
 * - It was published again, as its connection ended before the confirmation came.
 * - Its acknowledgement may have been lost: it was among the last `prefetch` deliveries before a connection ended. The broker sends no further
 *   than that ahead of the acknowledgements that it has.
 * - The broker was killed after its delivery.
 */
export class Ledger {
  readonly #prefetch: number;
  readonly #attempts: Uint8Array;
  readonly #confirmed: Uint8Array;
  readonly #deliveries: Uint8Array;
  /** Deliveries that the broker does not call repeated. */
  readonly #fresh: Uint8Array;
  /** Session and tag of each message's last delivery. */
  readonly #sessionOf: Uint8Array;
  readonly #tagOf: Uint32Array;
  readonly #sessions: Session[] = [];
  /** Deliveries that nothing allows, in words. */
  readonly wrong: string[] = [];
  confirmed = 0;
  received = 0;
  repeats = 0;

  constructor(count: number, prefetch: number) {
    this.#prefetch = prefetch;
    this.#attempts = new Uint8Array(count);
    this.#confirmed = new Uint8Array(count);
    this.#deliveries = new Uint8Array(count);
    this.#fresh = new Uint8Array(count);
    this.#sessionOf = new Uint8Array(count);
    this.#tagOf = new Uint32Array(count);
  }

  onPublish(id: number): void {
    this.#attempts[id]++;
  }

  onConfirm(id: number): void {
    if (this.#confirmed[id] === 0) this.confirmed++;
    this.#confirmed[id] = 1;
  }

  /** A consumer has begun. @returns the number of its session */
  onConsumer(): number {
    return this.#sessions.push({ lastTag: 0, brokerDied: false }) - 1;
  }

  onBrokerKilled(): void {
    for (const session of this.#sessions) session.brokerDied = true;
  }

  onDelivery(id: number, session: number, tag: number, redelivered: boolean): void {
    this.#sessions[session].lastTag = tag;
    if (!redelivered) this.#fresh[id]++;
    if (this.#deliveries[id] > 0) this.#onRepeat(id, redelivered);
    else this.received++;
    this.#deliveries[id]++;
    this.#sessionOf[id] = session;
    this.#tagOf[id] = tag;
  }

  /** Messages that were confirmed and never came. */
  get lost(): number[] {
    return Array.from(this.#confirmed.keys()).filter(
      (id) => this.#confirmed[id] === 1 && this.#deliveries[id] === 0,
    );
  }

  #onRepeat(id: number, redelivered: boolean): void {
    this.repeats++;
    const before = this.#sessions[this.#sessionOf[id]];
    const copies = this.#attempts[id];
    if (before.brokerDied) return;
    if (!redelivered && this.#fresh[id] <= copies) return;
    // Of several copies it is not known which one comes again.
    const mayBeUnacknowledged = copies > 1 || this.#tagOf[id] > before.lastTag - this.#prefetch;
    if (redelivered && mayBeUnacknowledged) return;
    this.wrong.push(
      `message ${id}, tag ${this.#tagOf[id]} of ${before.lastTag}, redelivered: ${redelivered}`,
    );
  }
}
