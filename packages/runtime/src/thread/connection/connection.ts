import type { Duplex } from 'node:stream';
import {
  clearInterval,
  clearTimeout,
  LONGEST_DELAY_MILLIS,
  monotonicNow,
  setInterval,
  setTimeout,
} from '../../shared/clock.js';
import type { SocketDiagnosis } from '../../shared/link-messages.js';
import type { KeepAlive, MovedConnection } from '../../shared/moved-connection.js';
import type { CompletionWriter } from '../completion-writer.js';
import type { WriteLock } from '../../guard/write-lock.js';
import { DirectWriter, type TakenRest } from './direct-writer.js';
import { Heartbeat } from './heartbeat.js';
import { MessageInput } from './message-input.js';
import { Outbox, type OutboxEvents } from './outbox.js';
import { numberOf, type Socket } from './socket-number.js';
import { StreamWriter } from './socket-writer.js';

/** Milliseconds for which a connection that ends waits for the other side to take its last bytes, or some of them, or to close. */
const LAST_BYTES_MILLIS = 2_000;

/** A socket, of `node:net` or `node:tls`. */
export interface ConnectionSocket extends Duplex {
  destroySoon(): void;
}

/** How much a connection reads although the caller takes nothing and its memory is full. What is read waits in further memory. */
export interface Trickle {
  /** About so many bytes at a time: more than the buffers of both kernels, so that a write of the other side ends. */
  readonly bytes: number;
  readonly everyMillis: number;
  /** Bytes in all, until the caller takes something again. After them nothing is read. */
  readonly mostBytes: number;
}

/** What a connection tells. @typeParam Why reasons of its end that only the protocol knows */
export interface ConnectionEvents<Why = never> extends Partial<OutboxEvents> {
  /** Takes a message: see `MessageInputEvents`. */
  take(bytes: Buffer, start: number, end: number): number;
  /** Runs after each read, when its messages were taken. @param isFull there is more */
  onRead(isFull: boolean): void;
  /** What came is not the protocol: `take` has thrown. Default: the connection ends with that error. */
  onError?(error: Error): void;
  /**
   * The socket that is written to by its number does not take all: `takeOut` may be called now. @returns whether that was done. Default: Node.js
   * writes the rest.
   */
  onFull?(): boolean;
  /** The connection has ended. The last event, once. */
  onEnd(reason: Error | Why): void;
  /** What is read while the caller takes nothing, for another side that gives up a write which takes too long. Default: nothing. */
  readonly trickle?: Trickle | undefined;
}

/** A connection that was taken out of its thread. */
export interface TakenConnection extends MovedConnection {
  /** What was to be sent behind `unsent`: whole messages, in order. */
  readonly waiting: readonly Buffer[];
  /** See {@link TakenRest}. */
  readonly discard: TakenRest['discard'];
}

/**
 * One connection of an agent, from the attempt to its end. It reads messages while the caller takes their completions, sends the calls' bytes in
 * few writes, keeps itself alive, and ends once, with the first reason.
 *
 * ```
 *   opening ──opened──▶ open ──takeOut──▶ (another thread: goOn)
 *      │                  └─────────────▶ ended
 *      └──late, lost────────────────────────▲
 * ```
 */
export class Connection<Why = never> {
  readonly #events: ConnectionEvents<Why>;
  readonly #input: MessageInput;
  readonly #outbox: Outbox;
  readonly #socket: ConnectionSocket;
  #late: NodeJS.Timeout | undefined;
  #keepAlive: KeepAlive | undefined;
  #heartbeat: Heartbeat | undefined;
  #direct: DirectWriter | undefined;
  /** True from `goOn` to `startReading`. */
  #isHeld = false;
  #isFinishing = false;
  #trickling: NodeJS.Timeout | undefined;
  /** Bytes that were read while the caller took nothing. */
  #trickled = 0;
  #isOpening = true;
  #hasEnded = false;
  /** When something was read, and when the socket has taken bytes, by `monotonicNow`. */
  #readAt: number | undefined;
  #writtenAt: number | undefined;

  /**
   * Begins to connect. Throws what `connect` throws.
   *
   * @param connect makes the socket, which has to read by the option it is given
   * @param unread what another thread has read, for `goOn`: the socket is given its memory when it is made
   */
  constructor(
    connect: (onread: MessageInput['onread']) => ConnectionSocket,
    completions: Pick<CompletionWriter, 'isCongested'>,
    events: ConnectionEvents<Why>,
    unread?: Buffer,
  ) {
    this.#events = events;
    this.#input = new MessageInput(completions, {
      take: (bytes, start, end) => (this.#hasEnded ? end : events.take(bytes, start, end)),
      onRead: (isFull) => {
        this.#readAt = monotonicNow();
        this.#heartbeat?.heard();
        events.onRead(isFull);
      },
      onError: (error) => {
        if (this.#hasEnded || events.onError === undefined) this.end(error);
        else events.onError(error);
      },
    });
    if (unread !== undefined) this.#input.putFirst(unread);
    this.#socket = connect(this.#input.onread);
    this.#outbox = new Outbox(new StreamWriter(this.#socket), {
      onTaken: (isMuch) => {
        this.#writtenAt = monotonicNow();
        events.onTaken?.(isMuch);
      },
      onDone: (slot, generation) => events.onDone?.(slot, generation),
    });
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.end(error));
    this.#socket.once('end', this.#onClose);
    this.#socket.once('close', this.#onClose);
  }

  readonly #onClose = (): void =>
    this.end(
      new Error(this.#isOpening ? 'Socket closed abruptly during opening handshake' : 'Unexpected close'),
    );

  /** Ends the connection unless it is `opened` in time. @param millis 0: no limit */
  opensWithin(millis: number, late: () => Error): void {
    if (millis <= 0 || !this.#isOpening || this.#hasEnded) return;
    this.#late = setTimeout(() => this.end(late()), Math.min(millis, LONGEST_DELAY_MILLIS));
  }

  /** Both sides are ready for calls. @param keepAlive default: nothing is sent by itself, and nobody is given up for silence */
  opened(keepAlive?: KeepAlive): void {
    clearTimeout(this.#late);
    this.#isOpening = false;
    this.#keepAlive = keepAlive;
    if (this.#hasEnded) return;
    if (this.#events.trickle !== undefined) this.#startTrickle(this.#events.trickle);
    if (keepAlive === undefined) return;
    this.#heartbeat = new Heartbeat(keepAlive.intervalMillis, {
      checkSent: () => this.#outbox.checkSent(),
      isPaused: () => this.#isHeld || this.#input.isPaused,
      onBeat: () => this.send([keepAlive.bytes]),
      onTimeout: () => this.end(new Error('Heartbeat timeout')),
    });
  }

  /**
   * For an open connection on the caller's loop: writes to its socket by the socket's number from now on. So a guard can write, too, and
   * the connection can move.
   *
   * @param lockOf makes the lock that the guard of the number takes. @returns false if the socket has no number, or is busy
   */
  goDirect(lockOf: (fd: number, keepAlive: KeepAlive | undefined) => WriteLock): boolean {
    const fd = this.#hasEnded || this.#socket.writableLength > 0 ? undefined : numberOf(this.#socket);
    if (fd === undefined) return false;
    const direct = new DirectWriter(this.#socket as Socket, fd, lockOf(fd, this.#keepAlive), () => {
      if (this.#events.onFull?.() !== true) direct.giveToStream();
    });
    this.#direct = direct;
    this.#outbox.writer = direct;
    return true;
  }

  /**
   * Takes the connection out of this thread: another may go on with it. Here it has ended. Only its handle stays as it is: closed, it
   * would close the socket.
   *
   * @returns undefined if that cannot be now.
   */
  takeOut(): TakenConnection | undefined {
    if (!this.isOpen || this.#isFinishing || this.#input.isTaking) return undefined;
    const rest = this.#direct?.takeRest();
    if (rest === undefined) return undefined;
    const unsent = Buffer.concat(rest.parts);
    const waiting = this.#outbox.takeUnsent();
    const socket = this.#socket as Socket;
    socket.pause();
    for (const event of ['error', 'end', 'close']) socket.removeAllListeners(event);
    socket.on('error', () => undefined);
    socket.unref();
    this.#hasEnded = true;
    this.#stopTimers();
    this.#outbox.drop();
    const unread = this.#input.takeRest();
    const { fd, discard } = rest;
    return { fd, keepAlive: this.#keepAlive, unread, unsent, waiting, discard };
  }

  /** Goes on with a connection that was taken out of another thread; the socket is made of its number. @param slot the call that sends its rest */
  goOn({ keepAlive, unsent }: MovedConnection, slot: number, generation: number): void {
    this.#isHeld = true;
    this.opened(keepAlive);
    if (unsent.length === 0) return this.#events.onDone?.(slot, generation);
    this.addWhole(slot, generation, unsent);
    // Before anything else: it may be the rest of a message.
    this.flush();
  }

  /** Begins to read, where what was read before the connection moved has been taken. */
  startReading(): void {
    if (!this.#isHeld || this.#hasEnded) return;
    this.#isHeld = false;
    this.resume();
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
    if (this.#isHeld) return;
    this.#trickled = 0;
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
      unsentBytes: this.#outbox.writer.unsent,
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
    this.#isFinishing = true;
    const { writer } = this.#outbox;
    this.#outbox.giveAll();
    writer.end(() => this.end(reason));
    this.#awaitProgress(writer.unsent);
  }

  /**
   * Ends the connection now: what was added and not given to the socket is dropped. The socket ends when the last bytes have gone, for which it
   * waits two seconds at most.
   */
  endSoon(reason: Error | Why): void {
    this.#end(reason);
    this.#outbox.writer.destroySoon();
    const timer = setTimeout(() => this.#socket.destroy(), LAST_BYTES_MILLIS);
    this.#socket.once('close', () => clearTimeout(timer));
  }

  #awaitProgress(left: number): void {
    this.#late = setTimeout(() => {
      const { unsent } = this.#outbox.writer;
      if (unsent < left) this.#awaitProgress(unsent);
      else this.end(new Error(`the other side took nothing for ${LAST_BYTES_MILLIS} ms`));
    }, LAST_BYTES_MILLIS);
  }

  #startTrickle({ bytes, everyMillis, mostBytes }: Trickle): void {
    this.#trickling = setInterval(() => {
      if (!(this.#isHeld || this.#input.isPaused) || this.#trickled >= mostBytes) return;
      this.#trickled += bytes;
      this.#input.readOn(this.#socket, bytes);
    }, everyMillis);
  }

  #stopTimers(): void {
    clearTimeout(this.#late);
    clearInterval(this.#trickling);
    this.#heartbeat?.stop();
  }

  #end(reason: Error | Why): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stopTimers();
    this.#outbox.drop();
    this.#events.onEnd(reason);
  }
}
