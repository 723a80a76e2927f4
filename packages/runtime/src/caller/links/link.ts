import { deserialize } from 'node:v8';
import { PartsRequest } from '../../protocol/parts-request.js';
import type { FloorDiagnosis } from '../../shard/diagnosis.js';
import { nextTick } from '../../shared/clock.js';
import { throwLater } from '../../shared/throw-later.js';
import { failureOf } from '../../shared/failure.js';
import { Fifo } from '../../shared/fifo.js';
import {
  LinkCall,
  type LinkEnd,
  type LinkNews,
  type OwnEnd,
  type SocketDiagnosis,
} from '../../shared/link-messages.js';
import type { SentCall } from '../sent-call.js';

/** Bytes that do not wait for the end of the tick. */
const MUCH = 32_768;

const OPEN: LinkOperation = { flags: LinkCall.OPEN };
const WRITE: LinkOperation = { flags: LinkCall.WRITE };
const CLOSE: LinkOperation = { flags: LinkCall.CLOSE };
const DESTROY: LinkOperation = { flags: LinkCall.DESTROY };
const GO_ON: LinkOperation = { flags: LinkCall.GO_ON };
const READ: LinkOperation = { flags: LinkCall.READ };
const ignore = (): void => undefined;

/** A kind of a link's calls. */
export interface LinkOperation {
  readonly flags: LinkCall;
}

/** What a protocol writes to a link, until it is sent. */
export interface LinkWriter {
  /** Bytes written since `clear`. */
  readonly length: number;
  /** True if what was written has to be sent before the application goes on, since it may change it. */
  readonly isUrgent: boolean;
  /** What was written, in parts, which hold until `clear`. */
  parts(): Buffer[];
  clear(): void;
}

/** A writer of texts, as UTF-8, and Buffers, which have to stay as they are until `written` returns. */
export class PartsWriter implements LinkWriter {
  #parts: Buffer[] = [];
  #length = 0;
  #isUrgent = false;

  get length(): number {
    return this.#length;
  }

  get isUrgent(): boolean {
    return this.#isUrgent;
  }

  write(...parts: readonly (string | Buffer)[]): void {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      this.#isUrgent ||= bytes === part;
      this.#parts.push(bytes);
      this.#length += bytes.length;
    }
  }

  parts(): Buffer[] {
    return this.#parts;
  }

  clear(): void {
    this.#parts = [];
    this.#length = 0;
    this.#isUrgent = false;
  }
}

/** Events of a link on the caller's thread, in the order in which the agent has sent them. */
export interface LinkEvents<News, Own extends OwnEnd = never> {
  /** Something came: once for each call of the agent's `frames` or `whole`, with the same bytes. They are valid until this returns. */
  onFrames(bytes: Buffer, start: number, end: number): void;
  /** What the agent gave to `tell`. */
  onNews?(news: News): void;
  /** The socket has taken bytes: `waiting` is less than before. */
  onWritten?(): void;
  /**
   * Returns how much is under way: requests that have no answer, and messages that have come and are not dealt with. With the loop's
   * load it decides whether a thread pays. Called up to 500 times a second, for a link that may move.
   */
  inFlight?(): number;
  /** The last event. */
  onEnd?(end: LinkEnd<Own>): void;
}

/** What lies below a link. */
export interface LinkDiagnosis {
  /** Null if the thread has not answered within a second. */
  readonly socket: SocketDiagnosis | null;
  readonly floor: FloorDiagnosis | null;
}

/** The floor below a link. */
export interface LinkGround {
  readonly isThreaded: boolean;
  send(call: SentCall<LinkOperation>): void;
  /** Asks how the socket is. Resolves to null if there is no answer within a second, or the link is no more. */
  ask(): Promise<SocketDiagnosis | null>;
  takeArrived(isWaiting: () => boolean): void;
  diagnose(): FloorDiagnosis;
  leave(): void;
}

/** Lengths of what was sent to an agent and not reported yet, in order; and their sum. */
class SentBytes {
  readonly #lengths = new Fifo<number>();
  total = 0;
  /** To be called when the first of them is reported. */
  readonly onTaken: () => void;

  /** @param onTaken runs when there is less than before */
  constructor(onTaken: () => void) {
    this.onTaken = () => {
      this.total -= this.#lengths.shift()!;
      onTaken();
    };
  }

  add(length: number): void {
    this.#lengths.push(length);
    this.total += length;
  }
}

/**
 * A connection as the caller's thread has it: two streams, of bytes that are written and of messages that come. Its socket is with its agent.
 *
 * @typeParam Opened what the agent told when it was open. @typeParam Own ends that only the protocol knows
 */
export class Link<Opened, News, Own extends OwnEnd = never, Writer extends LinkWriter = LinkWriter> {
  /** What is written here is sent by `written`. After the link's end, and after `close`, it is dropped. */
  readonly writer: Writer;
  /** Its number among the links of its protocol. */
  readonly number: number;
  #ground: LinkGround;
  readonly #events: LinkEvents<News, Own>;
  /**
   * Set it when the other side may send as much as it has. Then a link of `threaded: 'auto'` moves when one read has brought 64 messages,
   * or has filled its memory, before these are passed on. Default: false.
   */
  isUnlimited = false;
  #opened: Opened | undefined;
  #sent = this.#nothingSent();
  #writes = 0;
  #isScheduled = false;
  /** False when nothing that is written goes out any more. */
  #isOpen = false;
  #hasEnded = false;
  /** True from a move until all that came before it was passed on. Meanwhile these keep what has come to the thread, and the end. */
  #isMoving = false;
  readonly #early: Buffer[] = [];
  #lateEnd: LinkEnd<Own> | undefined;

  constructor(number: number, ground: LinkGround, writer: Writer, events: LinkEvents<News, Own>) {
    this.number = number;
    this.#ground = ground;
    this.writer = writer;
    this.#events = events;
  }

  /** Begins to open it. One of the two functions is called, once. */
  open(settings: readonly Buffer[], resolve: () => void, reject: (error: Error) => void): void {
    const onOpened = (opened: unknown): void => {
      this.#opened = deserialize(opened as Buffer) as Opened;
      this.#isOpen = true;
      resolve();
    };
    this.#call(OPEN, settings, onOpened, (error) => {
      this.#ground.leave();
      reject(error as Error);
    });
  }

  get opened(): Opened {
    return this.#opened!;
  }

  /** True if its agent lives in a thread of its own. */
  get isThreaded(): boolean {
    return this.#ground.isThreaded;
  }

  /** Bytes that were written here, and have not gone to the socket yet. */
  get waiting(): number {
    return this.#sent.total + this.writer.length;
  }

  /** To be called after something was written: sends at the end of the tick, or now if much waits. */
  written(): void {
    const { writer } = this;
    if (!this.#isOpen) writer.clear();
    else if (writer.length >= MUCH || writer.isUrgent) this.#flush(WRITE);
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      nextTick(() => {
        this.#isScheduled = false;
        this.#flush(WRITE);
      });
    }
  }

  /**
   * Sends what was written; if the protocol has last words, they were written last. What comes before the other side's answer is still
   * passed on. `onEnd` is called with `closed` when all bytes have gone, and with `lost` if that fails.
   */
  close(): void {
    if (!this.#isOpen) return;
    if (this.writer.length > 0) this.#flush(CLOSE);
    else this.#call(CLOSE, [], ignore, ignore);
    this.#isOpen = false;
  }

  /** Takes what has come and waits in memory, in order, while `isWaiting` returns true: see `Caller.takeArrived`. */
  takeArrived(isWaiting: () => boolean): void {
    this.#ground.takeArrived(isWaiting);
  }

  /** Asks the thread, which may be stuck. Both parts are null if the link ends meanwhile. */
  async diagnose(): Promise<LinkDiagnosis> {
    const socket = this.#hasEnded ? null : await this.#ground.ask();
    return this.#hasEnded ? { socket: null, floor: null } : { socket, floor: this.#ground.diagnose() };
  }

  /** Ends the socket at once. `onEnd` is called with `closed`. */
  destroy(): void {
    this.#isOpen = false;
    this.writer.clear();
    this.#call(DESTROY, [], ignore, ignore);
  }

  /** True until it ends, or this side begins to end it. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Calls with bytes that were sent. */
  get writes(): number {
    return this.#writes;
  }

  /** What is under way, as its protocol says. */
  get inFlight(): number {
    return this.#hasEnded ? 0 : (this.#events.inFlight?.() ?? 0);
  }

  /**
   * Goes on with another agent, which the connection moves to.
   *
   * @param moved what that agent is given. @param unsent bytes of it that are to be sent. @param waiting what is to be sent behind them
   */
  move(ground: LinkGround, moved: Buffer, unsent: number, waiting: readonly Buffer[]): void {
    this.#ground = ground;
    this.#isMoving = true;
    // The agent before has yet to complete calls, whose bytes it has given away.
    this.#sent = this.#nothingSent();
    this.#sent.add(unsent);
    this.#call(GO_ON, [moved], this.#sent.onTaken, (error) => {
      this.#endInOrder({ kind: 'lost', failure: failureOf(error) });
    });
    for (const bytes of waiting) this.#write([bytes], bytes.length);
  }

  /** Takes what came, `bytes[start, end)`. @param fromThread it came to the thread */
  onFrames(bytes: Buffer, start: number, end: number, fromThread: boolean): void {
    // Little: the thread does not read as usual yet.
    if (this.#isMoving && fromThread) this.#early.push(Buffer.from(bytes.subarray(start, end)));
    else this.#events.onFrames(bytes, start, end);
  }

  /** Takes what the agent tells. */
  onNews(news: LinkNews<News, Own>): void {
    if (news.type === 'news') this.#events.onNews?.(news.news);
    else if (news.type === 'end') this.#endInOrder(news.end);
    else this.#onMoved();
  }

  /** The agent has ended, and the connection with it. */
  onLost(error: Error): void {
    // The call that opens it rejects, or goes to the next thread.
    if (this.#opened === undefined || this.#hasEnded) return;
    const message = `The thread of the connection has ended: ${error.message}`;
    this.#endInOrder({ kind: 'lost', failure: failureOf(new Error(message)) });
  }

  #flush(operation: LinkOperation): void {
    const { writer } = this;
    const { length } = writer;
    if (length === 0) return;
    if (this.#isOpen) {
      this.#write(writer.parts(), length, operation);
    }
    // The floor has copied the call's bytes by now.
    writer.clear();
  }

  #nothingSent(): SentBytes {
    return new SentBytes(() => this.#events.onWritten?.());
  }

  #write(parts: readonly Buffer[], length: number, operation: LinkOperation = WRITE): void {
    this.#writes++;
    this.#sent.add(length);
    this.#call(operation, parts, this.#sent.onTaken, ignore);
  }

  #call(
    operation: LinkOperation,
    parts: readonly Buffer[],
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ): void {
    const request = new PartsRequest(parts, this.number);
    try {
      this.#ground.send({ operation, request, resolve, reject });
    } catch (error) {
      // The floor has failed, and is about to say so.
      reject(error);
    }
  }

  /** All that had come on the loop was passed on: what comes next comes from the thread. */
  #onMoved(): void {
    this.#isMoving = false;
    for (const bytes of this.#early.splice(0)) {
      try {
        this.#events.onFrames(bytes, 0, bytes.length);
      } catch (error) {
        throwLater(error);
      }
    }
    if (this.#lateEnd === undefined) this.#call(READ, [], ignore, ignore);
    else this.#end(this.#lateEnd);
  }

  /** Ends the link after all that has come on the loop was passed on. */
  #endInOrder(end: LinkEnd<Own>): void {
    if (this.#hasEnded) return;
    if (this.#isMoving) this.#lateEnd ??= end;
    else this.#end(end);
  }

  #end(end: LinkEnd<Own>): void {
    this.#isOpen = false;
    this.#hasEnded = true;
    this.writer.clear();
    this.#ground.leave();
    this.#events.onEnd?.(end);
  }
}
