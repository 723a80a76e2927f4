import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  GuardMemory,
  HeaderWord,
  Lock,
  LONGEST_BEAT,
  MOST_SOCKETS,
  SocketWord,
  wordOf,
} from '../../guard/guard-memory.js';
import { GuardedLock } from '../../guard/guarded-lock.js';
import { unguarded, type WriteLock } from '../../guard/write-lock.js';
import { clearTimeout, setTimeout } from '../../shared/clock.js';
import type { KeepAlive } from '../../shared/moved-connection.js';
import { threadOptions, type GuardStart, type ThreadEntry } from '../../shared/threads.js';

/** Milliseconds between beats up to which the guard starts at once: with so few, a loop that stands still is expected. */
const SHORT_INTERVAL = 10_000;
/** With longer intervals it starts after this part of one, so that a process that soon ends starts none. */
const PART = 8;
/** Milliseconds without a socket after which it ends, and after which one that has died is followed by another. */
const KEPT_FOR = 10_000;
const AGAIN_AFTER = 1_000;
/** As small as Node.js allows. */
const LIMITS = {
  maxOldGenerationSizeMb: 16,
  maxYoungGenerationSizeMb: 1,
  codeRangeSizeMb: 4,
  stackSizeMb: 1,
};

/**
 * The guard of all sockets on the caller's loop: a thread that sleeps, and writes a socket's beat when the loop has not written for half an interval.
 * It is started when it may be needed, and ends by itself.
 */
export class SocketGuard {
  readonly #entry: ThreadEntry;
  readonly #name: string;
  readonly #stallMillis: number;
  #memory: GuardMemory | undefined;
  #worker: Worker | undefined;
  /** Places that no socket has, and how many have one. */
  #free: number[] = [];
  #used = 0;
  #starting: NodeJS.Timeout | undefined;
  #ending: NodeJS.Timeout | undefined;

  /** @param entry a module that calls `runAgent` @param stallMillis time of a loop that stands still after which its sockets are given up */
  constructor(entry: ThreadEntry, name: string, stallMillis: number) {
    this.#entry = entry;
    this.#name = name;
    this.#stallMillis = stallMillis;
  }

  /** Guards a socket until its lock is left. Without bytes that keep it alive, it needs no guard. */
  lockOf(fd: number, keepAlive: KeepAlive | undefined): WriteLock {
    if (keepAlive === undefined || keepAlive.bytes.length > LONGEST_BEAT) return unguarded;
    if (this.#memory === undefined) {
      this.#memory = GuardMemory.create(this.#stallMillis);
      this.#free = Array.from({ length: MOST_SOCKETS }, (_, index) => MOST_SOCKETS - 1 - index);
    }
    const memory = this.#memory;
    const place = this.#free.pop();
    if (place === undefined) return unguarded;
    this.#used++;
    clearTimeout(this.#ending);
    memory.enter(place, fd, keepAlive.intervalMillis, keepAlive.bytes);
    if (this.#worker !== undefined) memory.alarm();
    else if (keepAlive.intervalMillis <= SHORT_INTERVAL) this.#start();
    else this.#startAfter(keepAlive.intervalMillis / PART);
    return new GuardedLock(memory, place, writeSync, () => this.#onLeft(place));
  }

  #startAfter(millis: number): void {
    this.#starting ??= setTimeout(() => this.#start(), millis).unref();
  }

  #start(): void {
    clearTimeout(this.#starting);
    this.#starting = undefined;
    if (this.#used === 0 || this.#worker !== undefined) return;
    const start: GuardStart = { guarded: this.#memory!.buffer };
    let worker: Worker;
    try {
      worker = new Worker(...threadOptions(this.#entry, this.#name, start, { resourceLimits: LIMITS }));
    } catch {
      // The system has no thread to give, or may not: the sockets are as safe as without a guard.
      return;
    }
    this.#worker = worker;
    worker.unref();
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#onExit(worker));
  }

  #onLeft(place: number): void {
    this.#free.push(place);
    if (--this.#used === 0) this.#ending = setTimeout(() => this.#end(), KEPT_FOR).unref();
  }

  #end(): void {
    if (this.#used > 0 || this.#memory === undefined) return;
    const { words } = this.#memory;
    Atomics.store(words, HeaderWord.STOPPED, 1);
    this.#memory.alarm();
    this.#memory = this.#worker = undefined;
  }

  #onExit(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const { words } = this.#memory!;
    for (let place = 0; place < MOST_SOCKETS; place++) {
      const lock = wordOf(place, SocketWord.LOCK);
      if (Atomics.load(words, lock) !== Lock.GUARD) continue;
      // It has died while it wrote: nobody knows how much.
      words[wordOf(place, SocketWord.OWED)] = -1;
      Atomics.store(words, lock, Lock.FREE);
    }
    this.#startAfter(AGAIN_AFTER);
  }
}
