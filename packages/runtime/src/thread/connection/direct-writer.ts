import { fstatSync, writevSync } from 'node:fs';
import { setImmediate } from '../../shared/clock.js';
import { Fifo } from '../../shared/fifo.js';
import { GuardDiedError, type WriteLock } from '../../guard/write-lock.js';
import type { Socket } from './socket-number.js';
import type { SocketWriter } from './socket-writer.js';

/** What was taken from a socket that another thread goes on with. */
export interface TakenRest {
  /** The number of the socket. */
  readonly fd: number;
  /** What the kernel has not taken, in order. */
  readonly parts: readonly Buffer[];
  /** Ends a socket that nobody goes on with. @param mayBeClosed another thread may have had it: it ends only if the number is still its own */
  readonly discard: (mayBeClosed: boolean) => void;
}

interface Write {
  /** What the kernel has not taken. */
  parts: readonly Buffer[];
  readonly onTaken: (() => void) | undefined;
}

/**
 * Writes to a socket of the caller's loop by its number, so that it is known at any time which bytes the kernel has: what it has not taken waits
 * here and can move with the socket. A write is made with the lock that the socket's guard takes.
 *
 * ```
 *   direct ──the kernel does not take all──▶ full ──▶ taken, to go on in a thread
 *      ▲                                      └─────▶ streamed: Node.js writes the rest
 *      └───────────all is written────────────────────────┘
 * ```
 */
export class DirectWriter implements SocketWriter {
  readonly #socket: Socket;
  readonly #fd: number;
  readonly #lock: WriteLock;
  readonly #onFull: () => void;
  /** What the kernel has not taken. */
  readonly #waiting = new Fifo<Write>();
  #waitingBytes = 0;
  /** Writes that were given to the stream, and that it has not taken. */
  #streamed = 0;
  #holdsLock = false;
  /** True while it is about to try the lock again. */
  #isRetrying = false;
  #isGone = false;
  #onEmpty: (() => void) | undefined;

  /** @param onFull the kernel does not take all: `takeRest` or `giveToStream` has to be called, before the loop goes on with anything else */
  constructor(socket: Socket, fd: number, lock: WriteLock, onFull: () => void) {
    this.#socket = socket;
    this.#fd = fd;
    this.#lock = lock;
    this.#onFull = onFull;
    // Before the number is closed, by whomever, the guard has to have left it: later it may be that of another file.
    const destroy = socket._destroy.bind(socket);
    socket._destroy = (error, callback) => {
      this.#whenLocked(() => {
        this.#leave();
        destroy(error, callback);
      });
    };
  }

  get unsent(): number {
    return this.#waitingBytes + this.#socket.writableLength;
  }

  write(parts: readonly Buffer[], onTaken?: () => void): void {
    if (this.#isGone) return;
    this.#waiting.push({ parts, onTaken });
    for (const part of parts) this.#waitingBytes += part.length;
    if (this.#streamed > 0) this.giveToStream();
    else if (!this.#isRetrying && !this.#holdsLock) this.#whenLocked(() => this.#writeAll());
  }

  end(onEnded: () => void): void {
    this.#whenEmpty(() => this.#giveLast(() => this.#socket.end(onEnded)));
  }

  destroySoon(): void {
    this.#giveLast(() => this.#socket.destroySoon());
  }

  /** Has Node.js write what waits. The guard leaves the socket alone until that is done. */
  giveToStream(): void {
    if (this.#isGone) return;
    const rest = this.#waiting.takeAll();
    this.#waitingBytes = 0;
    const owed = this.#takeOwed();
    if (owed === undefined) return;
    if (owed.length > 0) this.#stream([owed], undefined);
    for (const { parts, onTaken } of rest) this.#stream(parts, onTaken);
  }

  /**
   * Takes what the kernel has not taken, in order, and leaves the socket to another: the guard has left it, too.
   *
   * @returns undefined if that cannot be now.
   */
  takeRest(): TakenRest | undefined {
    if (this.#isGone || this.#streamed > 0 || this.#onEmpty !== undefined) return undefined;
    if (!this.#holdsLock && !this.#lock.tryTake()) return undefined;
    this.#holdsLock = true;
    const owed = this.#takeOwed();
    if (owed === undefined) return undefined;
    const parts = [owed, ...this.#waiting.takeAll().flatMap((write) => write.parts)];
    this.#leave();
    const socket = this.#socket;
    const destroy = socket._destroy.bind(socket);
    // Its handle here stays as it is: closed, it would close the number that another has now.
    socket._destroy = (error, callback) => callback(error);
    const fd = this.#fd;
    const { ino } = fstatSync(fd);
    const discard = (mayBeClosed: boolean): void => {
      if (mayBeClosed && !isOpen(fd, ino)) return;
      socket._destroy = destroy;
      socket.destroy();
    };
    return { fd, parts, discard };
  }

  #writeAll(): void {
    if (this.#isGone) return;
    if (this.#streamed > 0) return this.giveToStream();
    const lock = this.#lock;
    const taken: (() => void)[] = [];
    let isFull: boolean;
    try {
      isFull = !lock.payOwed();
      for (let first = this.#waiting.peek(); first !== undefined && !isFull; first = this.#waiting.peek()) {
        isFull = !this.#writeOne(first);
        if (isFull) break;
        this.#waiting.shift();
        if (first.onTaken !== undefined) taken.push(first.onTaken);
      }
    } catch (error) {
      if (error instanceof GuardDiedError) this.#socket.destroy(error);
      // The socket is dead. Its own write says so in its own words.
      else this.giveToStream();
      for (const onTaken of taken) onTaken();
      return;
    }
    lock.wrote();
    if (!isFull) this.#release();
    for (const onTaken of taken) onTaken();
    if (isFull && !this.#isGone && this.#streamed === 0) this.#onFull();
  }

  /** @returns false if the kernel has not taken all. Throws where the socket is dead. */
  #writeOne(write: Write): boolean {
    const { parts } = write;
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    let taken = 0;
    try {
      taken = writevSync(this.#fd, parts);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    this.#waitingBytes -= taken;
    if (taken === bytes) return true;
    write.parts = behind(parts, taken);
    return false;
  }

  #stream(parts: readonly Buffer[], onTaken: (() => void) | undefined): void {
    this.#streamed++;
    this.#socket.cork();
    const last = parts.length - 1;
    parts.forEach((part, index) => {
      this.#socket.write(part, index < last ? undefined : () => this.#onStreamed(onTaken));
    });
    this.#socket.uncork();
  }

  #onStreamed(onTaken: (() => void) | undefined): void {
    this.#streamed--;
    this.#lock.wrote();
    if (this.#streamed === 0 && !this.#isGone) this.#release();
    onTaken?.();
  }

  /** Takes what is owed of a beat. Where that is not known the socket ends, and it returns undefined. */
  #takeOwed(): Buffer | undefined {
    try {
      return this.#lock.takeOwed();
    } catch (error) {
      this.#socket.destroy(error as GuardDiedError);
      return undefined;
    }
  }

  /** Has Node.js write all that waits, with what is owed, before `then` ends the socket: the guard has left it by then. */
  #giveLast(then: () => void): void {
    this.#whenLocked(() => {
      this.giveToStream();
      this.#leave();
      then();
    });
  }

  #release(): void {
    this.#holdsLock = false;
    this.#lock.release();
    const onEmpty = this.#onEmpty;
    this.#onEmpty = undefined;
    onEmpty?.();
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#lock.leave();
  }

  #whenEmpty(then: () => void): void {
    if (this.#waitingBytes === 0 && this.#streamed === 0) then();
    else this.#onEmpty = then;
  }

  /** Runs `then` with the lock: at once, or when the guard has written its few bytes. */
  #whenLocked(then: () => void): void {
    if (this.#isGone || this.#holdsLock || this.#lock.tryTake()) {
      this.#holdsLock = true;
      then();
      return;
    }
    this.#isRetrying = true;
    setImmediate(() => {
      this.#isRetrying = false;
      this.#whenLocked(then);
    });
  }
}

/** Returns whether a number is that of a file. 0 says nothing: not every system has such numbers of sockets. */
function isOpen(fd: number, inode: number): boolean {
  try {
    return inode > 0 && fstatSync(fd).ino === inode;
  } catch {
    return false;
  }
}

/** What is behind the first bytes of some parts. */
function behind(parts: readonly Buffer[], bytes: number): Buffer[] {
  let skip = bytes;
  const rest: Buffer[] = [];
  for (const part of parts) {
    if (skip < part.length) rest.push(part.subarray(skip));
    skip = Math.max(0, skip - part.length);
  }
  return rest;
}
