import { clearInterval, setInterval } from '@offloop/runtime/clock';
import Long from 'long';
import { describeError } from '../errors/describe.js';
import { guardedCall } from '../logging/guarded-call.js';
import type { ILogger } from '../logging/logger.js';
import { SchemaAbsent } from '../values/serialization/compact/schema/schema-absent.js';
import type { DataDecoder } from '../values/serialization/data-decoder.js';
import type { Address } from '../values/address.js';
import { Backoff } from './backoff.js';
import { BatchReader } from './batch-reader.js';
import type { ReliableMessageListener } from './itopic.js';
import { Message } from './message.js';
import { Remedy, remedyFor } from './reading-errors.js';
import type { Reading, ReadingLoops } from './reading-loops.js';
import { readEnvelope } from './reliable-topic-message.js';
import type { Batch, TopicRing } from './topic-ring.js';

/** Where a listener begins that does not say. */
const NEXT_PUBLISHED = -1;
/** Milliseconds between two looks whether a read that waits should have ended. */
const LOOK_MILLIS = 10_000;

/** What a listener's reading needs. */
export interface ReadingContext {
  readonly topicName: string;
  readonly ring: TopicRing;
  readonly batchSize: number;
  readonly decoder: DataDecoder;
  /** The byte order of payloads. */
  readonly littleEndian: boolean;
  readonly logger: ILogger;
  readonly loops: ReadingLoops;
}

/**
 * Reads a topic's ring buffer for one listener: a read that waits on the member for the next message, what it brought, and
 * so on, until the listener is removed or the client is shut down.
 *
 * A read whose connection is lost is sent again by the client itself. Whatever else ends one is followed by a pause, which
 * a new connection ends, so that it never turns without a rest. A read may wait for days, so it has no timeout. Instead the ring
 * buffer's tail is looked at every 10 to 20 s: if the message is there that the read waits for, its answer was lost, and it is sent
 * again.
 */
export class ReadingLoop<E> implements Reading {
  readonly #listener: ReliableMessageListener<E>;
  readonly #context: ReadingContext;
  readonly #onEnd: () => void;
  readonly #backoff = new Backoff();
  readonly #batches: BatchReader;
  readonly #lookMillis: number;
  #looks: NodeJS.Timeout | undefined;
  /** The read that is under way, and the one that was at the last look. */
  #read: { readonly from: number } | undefined;
  #seen: { readonly from: number } | undefined;
  #isEnded = false;
  /** Calls off what is under way. */
  #calls = new AbortController();
  /** The sequence to read next; undefined until it is known. */
  #next: number | undefined;
  /** Everything there is in the ring buffer is to be read: it is another one. */
  #fromHead = false;

  /** @param onEnd runs when it has ended, whatever the reason. @param lookMillis between two looks at the tail. */
  constructor(
    listener: ReliableMessageListener<E>,
    context: ReadingContext,
    onEnd: () => void,
    lookMillis: number = LOOK_MILLIS,
  ) {
    this.#lookMillis = lookMillis;
    this.#listener = listener;
    this.#context = context;
    this.#batches = new BatchReader(context.ring, context.batchSize);
    this.#onEnd = onEnd;
  }

  /** Begins. The first request is made before this returns: what is published from then on is heard. */
  start(): void {
    this.#context.loops.add(this);
    this.#looks = setInterval(() => void this.#look(), this.#lookMillis);
    this.#looks.unref();
    void this.#run();
  }

  onOtherCluster(): void {
    // Not of a listener that waits for the first message yet.
    this.#fromHead = this.#next !== undefined;
    this.#callOff();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#looks);
    this.#callOff();
    this.#context.loops.delete(this);
    this.#onEnd();
  }

  /** Ends what is under way, and not what begins after it. */
  #callOff(): void {
    this.#read = undefined;
    const calls = this.#calls;
    this.#calls = new AbortController();
    calls.abort();
  }

  async #run(): Promise<void> {
    while (!this.#isEnded) {
      const { signal } = this.#calls;
      try {
        // One after the other is the point.
        // oxlint-disable-next-line no-await-in-loop
        await this.#turn(signal);
        this.#backoff.reset();
      } catch (error) {
        // Called off: by its end, or to begin anew.
        if (signal.aborted) continue;
        // oxlint-disable-next-line no-await-in-loop
        await this.#recover(error, signal);
      }
    }
  }

  /** What was called off meanwhile has no effect. */
  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#fromHead) {
      await this.#beginAnew(signal);
    } else if (this.#next === undefined) {
      await this.#begin(signal);
    } else {
      this.#read = { from: this.#next };
      const batch = await this.#batches.read(this.#next, signal);
      this.#read = undefined;
      if (!signal.aborted) await this.#take(batch, this.#next, signal);
    }
  }

  async #look(): Promise<void> {
    const read = this.#read;
    const isOld = read === this.#seen;
    this.#seen = read;
    if (read === undefined || !isOld) return;
    try {
      const tail = await this.#context.ring.tail({ signal: this.#calls.signal });
      if (tail >= read.from && this.#read === read) this.#callOff();
    } catch (error) {
      this.#context.logger.debug(
        'ReliableTopic',
        `the tail of ${this.#title} is unknown: ${describeError(error)}`,
      );
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const wanted = Long.fromValue(this.#listener.retrieveInitialSequence?.() ?? NEXT_PUBLISHED).toNumber();
    const tail = await this.#context.ring.tail({ signal });
    if (signal.aborted) return;
    if (wanted > tail + 1) this.#onOtherRing(wanted);
    else this.#next = wanted < 0 ? tail + 1 : wanted;
  }

  async #beginAnew(signal: AbortSignal): Promise<void> {
    if (!this.#tolerates('the ring buffer has begun anew')) return;
    const head = await this.#context.ring.head({ signal });
    if (signal.aborted) return;
    this.#next = head;
    this.#fromHead = false;
  }

  async #take({ items, first, next }: Batch, wanted: number, signal: AbortSignal): Promise<void> {
    if (first < wanted) {
      this.#onOtherRing(wanted);
      return;
    }
    if (first > wanted && !this.#tolerates(`${first - wanted} messages were lost`)) return;
    // Before anything of the listener's runs: it may remove itself.
    this.#next = next;
    for (const [index, item] of items.entries()) {
      if (this.#isEnded) return;
      let absent = this.#deliver(item, first + index);
      while (absent !== undefined) {
        // One message after the other is the point.
        // oxlint-disable-next-line no-await-in-loop
        const isReady = await this.#isReady(absent, first + index);
        if (signal.aborted) return;
        absent = isReady ? this.#deliver(item, first + index) : undefined;
      }
    }
  }

  /** Whether the schema that a message waits for could be had. Rejects where the message is to be read again. */
  async #isReady(absent: SchemaAbsent, sequence: number): Promise<boolean> {
    try {
      await absent.ready();
      return true;
    } catch (error) {
      const remedy = remedyFor(error);
      if (remedy === Remedy.RETRY || remedy === Remedy.STOP) {
        this.#next = sequence;
        throw error;
      }
      this.#leaveOut(sequence, error);
      return false;
    }
  }

  /** The ring buffer has not come as far as this listener had: it is another one, all of which is new. */
  #onOtherRing(wanted: number): void {
    this.#context.logger.debug('ReliableTopic', `${this.#title} is behind the sequence ${wanted}`);
    this.#fromHead = true;
  }

  /** @returns what it waits for, where it cannot be read yet. */
  #deliver(item: Buffer, sequence: number): SchemaAbsent | undefined {
    const { decoder, littleEndian } = this.#context;
    const report = (error: unknown): void => this.#onListenerError(error);
    let message: Message<E>;
    try {
      const { payload, publisher, publishingTime } = readEnvelope(item, littleEndian);
      const content = decoder.decodeData(payload, 0, payload.length) as E;
      message = new Message(content, publisher as Address, publishingTime);
    } catch (error) {
      if (error instanceof SchemaAbsent) return error;
      this.#leaveOut(sequence, error);
      return undefined;
    }
    guardedCall(() => {
      this.#listener.storeSequence?.(Long.fromNumber(sequence));
      return this.#listener.onMessage(message);
    }, report);
    return undefined;
  }

  #leaveOut(sequence: number, error: unknown): void {
    const what = `${this.#title}: message ${sequence} cannot be read, and is left out`;
    this.#context.logger.error('ReliableTopic', what, error);
  }

  #onListenerError(error: unknown): void {
    const { logger } = this.#context;
    logger.error('ReliableTopic', `a listener of ${this.#title} threw`, error);
    guardedCall(
      () => {
        if (this.#listener.isTerminal?.(error) === true) this.#terminate('what it threw is terminal');
      },
      (another) => logger.error('ReliableTopic', `isTerminal of a listener of ${this.#title} threw`, another),
    );
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<void> {
    const { logger, loops } = this.#context;
    switch (remedyFor(error)) {
      case Remedy.STOP:
        this.end();
        return;
      case Remedy.LOSS:
        this.#fromHead = true;
        break;
      case Remedy.RETRY:
        logger.debug('ReliableTopic', `a read of ${this.#title} failed: ${describeError(error)}`);
        break;
      default:
        logger.warn('ReliableTopic', `a listener of ${this.#title} is removed`, error);
        this.end();
        return;
    }
    await loops.pauses.wait(this.#backoff.next(), signal);
  }

  /** Whether the listener goes on though it has lost messages; if not, it is removed. */
  #tolerates(why: string): boolean {
    if (this.#listener.isLossTolerant?.() ?? true) {
      this.#context.logger.warn('ReliableTopic', `a listener of ${this.#title} goes on, but ${why}`);
      return true;
    }
    this.#terminate(why);
    return false;
  }

  #terminate(why: string): void {
    if (this.#isEnded) return;
    this.#context.logger.warn('ReliableTopic', `a listener of ${this.#title} is removed: ${why}`);
    this.end();
  }

  get #title(): string {
    return `topic '${this.#context.topicName}'`;
  }
}
