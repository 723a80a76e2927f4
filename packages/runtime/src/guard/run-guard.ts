import { monotonicNow } from '../shared/clock.js';
import { GuardMemory, HeaderWord, Lock, MOST_SOCKETS, SocketWord, wordOf } from './guard-memory.js';
import { writeBeat, type WriteByNumber } from './write-beat.js';

/** Longest sleep, in milliseconds, without a socket to look after. */
const LONGEST_SLEEP = 60_000;

/** What the guard remembers of the socket at a place. */
interface Watched {
  /** `SENT` when it looked. */
  sent: number;
  /** When to look again, and since when the loop has written nothing. */
  due: number;
  silentSince: number;
}

/**
 * Keeps sockets of the caller's loop alive while that stands still: when the loop has written nothing to one for half an interval, it writes the
 * socket's beat, by the number of the socket. It takes the socket's lock for that, and leaves the socket alone while the loop has it.
 */
export class Guard {
  readonly #memory: GuardMemory;
  readonly #write: WriteByNumber;
  readonly #watched: (Watched | undefined)[] = [];

  constructor(memory: GuardMemory, write: WriteByNumber) {
    this.#memory = memory;
    this.#write = write;
  }

  /** Looks at every socket. @param now monotonic milliseconds. @returns when to look again */
  look(now: number): number {
    let next = now + LONGEST_SLEEP;
    for (let place = 0; place < MOST_SOCKETS; place++) next = Math.min(next, this.#lookAt(place, now));
    return next;
  }

  #lookAt(place: number, now: number): number {
    const { words } = this.#memory;
    const lock = Atomics.load(words, wordOf(place, SocketWord.LOCK));
    if (lock === Lock.GONE) {
      this.#watched[place] = undefined;
      return Infinity;
    }
    const sent = Atomics.load(words, wordOf(place, SocketWord.SENT));
    const half = Atomics.load(words, wordOf(place, SocketWord.INTERVAL)) / 2;
    const watched = (this.#watched[place] ??= { sent, due: now + half, silentSince: now });
    if (watched.sent !== sent) {
      watched.sent = sent;
      watched.due = now + half;
      watched.silentSince = now;
    } else if (now >= watched.due) {
      watched.due = now + half;
      // A process that stands still for so long must not keep what others wait for.
      if (now - watched.silentSince < words[HeaderWord.STALL]) this.beat(place);
    }
    return watched.due;
  }

  /** Writes the beat of a socket, or what is owed of one, unless the loop has the socket. */
  beat(place: number): void {
    const { words } = this.#memory;
    const lock = wordOf(place, SocketWord.LOCK);
    if (Atomics.compareExchange(words, lock, Lock.FREE, Lock.GUARD) !== Lock.FREE) return;
    writeBeat(this.#memory, place, this.#write);
    Atomics.store(words, lock, Lock.FREE);
  }
}

/** Runs a guard in this thread until it is told to end. */
export function runGuard(buffer: SharedArrayBuffer, write: WriteByNumber): void {
  const memory = GuardMemory.attach(buffer);
  const { words } = memory;
  const guard = new Guard(memory, write);
  for (;;) {
    const alarm = Atomics.load(words, HeaderWord.ALARM);
    if (Atomics.load(words, HeaderWord.STOPPED) === 1) return;
    const now = monotonicNow();
    const next = guard.look(now);
    Atomics.wait(words, HeaderWord.ALARM, alarm, Math.max(1, next - now));
  }
}
