import { Backoff } from '@offloop/runtime';
import { clearInterval, setInterval } from '@offloop/runtime/clock';
import Long from 'long';
import { describeError, SchemaAbsent, type DataDecoder, type Address } from '@offloop/values';
import { guardedCall } from '../logging/guarded-logger.js';
import type { ILogger } from '../logging/logger.js';
import { BatchReader } from './batch-reader.js';
import type { ReliableMessageListener } from './itopic.js';
import { PAUSES } from './pauses.js';
import { Remedy, remedyFor } from './reading-errors.js';
import type { Reading, ReadingLoops } from './reading-loops.js';
import { readEnvelope } from './reliable-topic-message.js';
import { Message } from './topic.js';
import type { Batch, TopicRing } from './topic-ring.js';

/** Initial sequence of a listener that starts with the next published message. */
const NEXT_PUBLISHED = -1;
/** Milliseconds between two checks if a waiting read has lost its answer. */
const LOOK_MILLIS = 10_000;

export interface ReadingContext {
  readonly topicName: string;
  readonly ring: TopicRing;
  readonly batchSize: number;
  readonly decoder: DataDecoder;
  readonly littleEndian: boolean;
  readonly logger: ILogger;
  readonly loops: ReadingLoops;
}

/**
 * Reads a topic's ring buffer for one listener, until the listener is removed or the client is shut down:
 *
 *     read: wait on the member for the next message → deliver each message of the batch → read again
 *
 * When a read's connection is lost, the client sends the read again. After any other error the loop pauses, so that it never
 * spins; a new connection ends the pause.
 *
 * A read may wait for days, so it has no timeout. Instead the loop checks the ring buffer's tail every 10 to 20 s. If the message
 * that the read waits for is there, the answer was lost, and the read is sent again.
 */
export class ReadingLoop<E> implements Reading {
  readonly #listener: ReliableMessageListener<E>;
  readonly #context: ReadingContext;
  readonly #onEnd: () => void;
  readonly #backoff = new Backoff(PAUSES);
  readonly #batches: BatchReader;
  readonly #lookMillis: number;
  #looks: NodeJS.Timeout | undefined;
  /** The read that is under way, and the one that was under way at the last check. */
  #read: { readonly from: number } | undefined;
  #seen: { readonly from: number } | undefined;
  #isEnded = false;
  /** Cancels the requests that are under way. */
  #calls = new AbortController();
  /** The sequence to read next; undefined until it is known. */
  #next: number | undefined;
  /** True if everything in the ring buffer is to be read, because it was created anew. */
  #fromHead = false;

  /**
   * @param onEnd called once when the loop has ended, for any reason.
   * @param lookMillis milliseconds between two checks of the tail.
   */
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

  /** Starts the loop. The first request is sent before this returns, so that no later message is missed. */
  start(): void {
    this.#context.loops.add(this);
    this.#looks = setInterval(() => void this.#look(), this.#lookMillis);
    this.#looks.unref();
    void this.#run();
  }

  onOtherCluster(): void {
    // A listener that has not started yet still starts where it chose.
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

  /** Cancels the requests that are under way; later ones are not affected. */
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
        // Steps must follow one another.
        await this.#turn(signal);
        this.#backoff.reset();
      } catch (error) {
        // Cancelled: the loop has ended, or starts anew.
        if (signal.aborted) continue;
        await this.#recover(error, signal);
      }
    }
  }

  /** Does one step. An answer that comes after its cancellation has no effect. */
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
    // Set before the listener runs: it may remove itself.
    this.#next = next;
    for (const [index, item] of items.entries()) {
      if (this.#isEnded) return;
      let absent = this.#deliver(item, first + index);
      while (absent !== undefined) {
        // Messages must follow one another.
        const isReady = await this.#isReady(absent, first + index);
        if (signal.aborted) return;
        absent = isReady ? this.#deliver(item, first + index) : undefined;
      }
    }
  }

  /** Fetches the schema that a message needs; resolves to whether there is one. Rejects when the message is to be read again. */
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

  /** The ring buffer ends before the wanted sequence: it was created anew, and all its messages are new. */
  #onOtherRing(wanted: number): void {
    this.#context.logger.debug('ReliableTopic', `${this.#title} is behind the sequence ${wanted}`);
    this.#fromHead = true;
  }

  /** Calls the listener with a message. @returns the missing schema when the message cannot be read yet. */
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

  /** Returns true if the listener continues after it missed messages; otherwise removes it. */
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
