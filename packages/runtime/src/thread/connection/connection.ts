import type { Duplex } from 'node:stream';
import { clearTimeout, LONGEST_DELAY_MILLIS, monotonicNow, setTimeout } from '../../shared/clock.js';
import type { SocketDiagnosis } from '../../shared/link-messages.js';
import type { CompletionWriter } from '../completion-writer.js';
import { Heartbeat } from './heartbeat.js';
import { MessageInput } from './message-input.js';
import { Outbox, type OutboxEvents } from './outbox.js';

/** Milliseconds for which a connection that ends waits for the other side to take its last bytes, or some of them, or to close. */
const LAST_BYTES_MILLIS = 2_000;

/** A socket, of `node:net` or `node:tls`. */
export interface ConnectionSocket extends Duplex {
  destroySoon(): void;
}

/** What a connection tells. @typeParam Why reasons of its end that only the protocol knows */
export interface ConnectionEvents<Why = never> extends Partial<OutboxEvents> {
  /** Takes a message: see `MessageInputEvents`. */
  take(bytes: Buffer, start: number, end: number): number;
  /** Runs after each read, when its messages were taken. */
  onRead(): void;
  /** What came is not the protocol: `take` has thrown. Default: the connection ends with that error. */
  onError?(error: Error): void;
  /** The connection is no more. The last event, once. */
  onEnd(reason: Error | Why): void;
}

/** Bytes that keep a connection alive. */
export interface KeepAlive {
  /** What is sent when half an interval brought nothing else to send. */
  readonly bytes: Buffer;
  /** Milliseconds, more than 0. The connection ends when the other side is silent for two intervals. */
  readonly intervalMillis: number;
}

/**
 * One connection of an agent, from the attempt to its end. It reads messages while the caller takes their completions, sends the calls' bytes in
 * few writes, keeps itself alive, and ends once, with the first reason.
 *
 * ```
 *   opening ──opened──▶ open ──▶ ended
 *      └──late, lost───────────────▲
 * ```
 */
export class Connection<Why = never> {
  readonly #events: ConnectionEvents<Why>;
  readonly #input: MessageInput;
  readonly #outbox: Outbox;
  readonly #socket: ConnectionSocket;
  #late: NodeJS.Timeout | undefined;
  #heartbeat: Heartbeat | undefined;
  #isOpening = true;
  #hasEnded = false;
  /** When something was read, and when the socket has taken bytes, by `monotonicNow`. */
  #readAt: number | undefined;
  #writtenAt: number | undefined;

  /**
   * Begins to connect. Throws what `connect` throws.
   *
   * @param connect makes the socket, which has to read by the option it is given
   */
  constructor(
    connect: (onread: MessageInput['onread']) => ConnectionSocket,
    completions: Pick<CompletionWriter, 'isCongested'>,
    events: ConnectionEvents<Why>,
  ) {
    this.#events = events;
    this.#input = new MessageInput(completions, {
      take: (bytes, start, end) => (this.#hasEnded ? end : events.take(bytes, start, end)),
      onRead: () => {
        this.#readAt = monotonicNow();
        this.#heartbeat?.heard();
        events.onRead();
      },
      onError: (error) => {
        if (this.#hasEnded || events.onError === undefined) this.end(error);
        else events.onError(error);
      },
    });
    this.#socket = connect(this.#input.onread);
    this.#outbox = new Outbox(this.#socket, {
      onTaken: (isMuch) => {
        this.#writtenAt = monotonicNow();
        events.onTaken?.(isMuch);
      },
      onDone: (slot, generation) => events.onDone?.(slot, generation),
    });
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.end(error));
    const onClose = (): void =>
      this.end(
        new Error(this.#isOpening ? 'Socket closed abruptly during opening handshake' : 'Unexpected close'),
      );
    this.#socket.once('end', onClose);
    this.#socket.once('close', onClose);
  }

  /** Ends the connection unless it is `opened` in time. @param millis 0: no limit */
  opensWithin(millis: number, late: () => Error): void {
    if (millis <= 0 || !this.#isOpening || this.#hasEnded) return;
    this.#late = setTimeout(() => this.end(late()), Math.min(millis, LONGEST_DELAY_MILLIS));
  }

  /** Both sides are ready for calls. @param keepAlive default: nothing is sent by itself, and nobody is given up for silence */
  opened(keepAlive?: KeepAlive): void {
    clearTimeout(this.#late);
    this.#isOpening = false;
    if (keepAlive === undefined || this.#hasEnded) return;
    this.#heartbeat = new Heartbeat(keepAlive.intervalMillis, {
      checkSent: () => this.#outbox.checkSent(),
      isPaused: () => this.#input.isPaused,
      onBeat: () => this.send([keepAlive.bytes]),
      onTimeout: () => this.end(new Error('Heartbeat timeout')),
    });
  }

  /** True from `opened` to the end. */
  get isOpen(): boolean {
    return !this.#isOpening && !this.#hasEnded;
  }

  /** True while nothing is read until the caller makes room. `Agent.isPaused` has to return it. */
  get isPaused(): boolean {
    return !this.#hasEnded && this.#input.isPaused;
  }

  /** Reads on. */
  resume(): void {
    this.#input.resume(this.#socket);
  }

  /** Takes the bytes of a call, `bytes[start, start + length)`, which are copied, to be sent by `flush`. */
  add(slot: number, generation: number, bytes: Buffer, start: number, length: number): void {
    this.#outbox.add(slot, generation, bytes, start, length);
  }

  /** Takes the bytes of a call, in memory that nobody else uses, to be sent by `flush`. */
  addWhole(slot: number, generation: number, bytes: Buffer): void {
    this.#outbox.addWhole(slot, generation, bytes);
  }

  /** Sends all that was added, as one write of the socket. */
  flush(): void {
    this.#outbox.flush();
  }

  /** Tells by `onDone` of the calls whose bytes the socket has taken. */
  report(): void {
    this.#outbox.report();
  }

  /** Sends bytes as one write, before those that were added and not given to the socket. They must not change any more. */
  send(parts: readonly Buffer[]): void {
    if (parts.length === 0) return;
    this.#writtenAt = monotonicNow();
    this.#outbox.send(parts);
  }

  diagnose(): SocketDiagnosis {
    const now = monotonicNow();
    const since = (at: number | undefined): number | null => (at === undefined ? null : now - at);
    return {
      sinceRead: since(this.#readAt),
      sinceWritten: since(this.#writtenAt),
      unsentBytes: this.#socket.writableLength,
      isPaused: this.isPaused,
    };
  }

  /** Ends the connection at once: what was not sent is dropped. */
  end(reason: Error | Why): void {
    this.#end(reason);
    this.#socket.destroy();
  }

  /**
   * Ends the connection when all that was added has gone. It is lost if it ends before, also when the other side takes nothing for two seconds.
   */
  finish(reason: Error | Why): void {
    if (this.#hasEnded) return;
    this.#outbox.giveAll();
    this.#socket.end(() => this.end(reason));
    this.#awaitProgress(this.#socket.writableLength);
  }

  /**
   * Ends the connection now: what was added and not given to the socket is dropped. The socket ends when the last bytes have gone, for which it
   * waits two seconds at most.
   */
  endSoon(reason: Error | Why): void {
    this.#end(reason);
    this.#socket.destroySoon();
    const timer = setTimeout(() => this.#socket.destroy(), LAST_BYTES_MILLIS);
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #awaitProgress(left: number): void {
    this.#late = setTimeout(() => {
      const { writableLength } = this.#socket;
      if (writableLength < left) this.#awaitProgress(writableLength);
      else this.end(new Error(`the other side took nothing for ${LAST_BYTES_MILLIS} ms`));
    }, LAST_BYTES_MILLIS);
  }

  #end(reason: Error | Why): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#late);
    this.#heartbeat?.stop();
    this.#outbox.drop();
    this.#events.onEnd(reason);
  }
}
