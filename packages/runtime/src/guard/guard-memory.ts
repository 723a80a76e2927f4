/**
 * What the loop and the guard of its sockets share: a header, and a line for each socket, so that the two threads do not take lines from each
 * other.
 *
 * ```
 *   word 0        1          2            32                   40         64
 *   +-------------+----------+------------+--------------------+----------+--------- …
 *   | alarm       | stopped  | stall      | the first socket's | its beat | the next socket's
 *   |             |          |            | lock, number, …    |          |
 *   +-------------+----------+------------+--------------------+----------+--------- …
 * ```
 */
export const HeaderWord = {
  /** Grows whenever the guard has to look at once: a socket was added, or it has to end. It sleeps on this word. */
  ALARM: 0,
  /** 1: the guard has to end. */
  STOPPED: 1,
  /** Milliseconds of a loop that stands still after which the guard gives its sockets up. */
  STALL: 2,
} as const;

export const SocketWord = {
  /** Who has the socket: a {@link Lock}. */
  LOCK: 0,
  /** Its number, a file descriptor. */
  FD: 1,
  /** Milliseconds between beats. */
  INTERVAL: 2,
  /** Grows with each write of the loop, and with each socket that gets the place. */
  SENT: 3,
  /** Bytes of a beat that the kernel has taken, while the rest of it is owed: that has to go before anything else. 0: none is owed. */
  OWED: 4,
  BEAT_LENGTH: 5,
} as const;

/** Who may write to a socket. The other leaves it alone, and neither waits for the other. */
export const Lock = {
  /** Nobody writes. Only whole messages were written, except for what is owed of a beat. */
  FREE: 0,
  /** The loop: it writes, or the kernel has taken a part of a message. */
  LOOP: 1,
  /** The guard, for the time of one write of a few bytes. */
  GUARD: 2,
  /** Nobody any more: the socket's number may be that of another file. */
  GONE: 3,
} as const;
export type Lock = (typeof Lock)[keyof typeof Lock];

const LINE_WORDS = 32;
const BEAT_WORD = 8;
/** Bytes of the longest beat. */
export const LONGEST_BEAT: number = (LINE_WORDS - BEAT_WORD) * 4;
/** Sockets that one guard looks after. */
export const MOST_SOCKETS = 256;

/** The shared memory of a guard, as either side sees it. */
export class GuardMemory {
  readonly buffer: SharedArrayBuffer;
  readonly words: Int32Array;

  private constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer;
    this.words = new Int32Array(buffer);
  }

  static create(stallMillis: number): GuardMemory {
    const memory = new GuardMemory(new SharedArrayBuffer((MOST_SOCKETS + 1) * LINE_WORDS * 4));
    const { words } = memory;
    words[HeaderWord.STALL] = Math.min(stallMillis, 2 ** 31 - 1);
    for (let place = 0; place < MOST_SOCKETS; place++) words[wordOf(place, SocketWord.LOCK)] = Lock.GONE;
    return memory;
  }

  static attach(buffer: SharedArrayBuffer): GuardMemory {
    return new GuardMemory(buffer);
  }

  /** Bytes of a socket's beat. */
  beat(place: number): Buffer {
    const { words } = this;
    return Buffer.from(
      this.buffer,
      wordOf(place, BEAT_WORD) * 4,
      words[wordOf(place, SocketWord.BEAT_LENGTH)],
    );
  }

  /** Has the guard look at once. */
  alarm(): void {
    Atomics.add(this.words, HeaderWord.ALARM, 1);
    Atomics.notify(this.words, HeaderWord.ALARM);
  }

  /** Writes the line of a socket whose place nobody has. From then on the guard may write to it. */
  enter(place: number, fd: number, intervalMillis: number, beat: Buffer): void {
    const { words } = this;
    words[wordOf(place, SocketWord.FD)] = fd;
    words[wordOf(place, SocketWord.INTERVAL)] = Math.min(intervalMillis, 2 ** 31 - 1);
    words[wordOf(place, SocketWord.OWED)] = 0;
    words[wordOf(place, SocketWord.BEAT_LENGTH)] = beat.length;
    beat.copy(this.beat(place));
    // Before the guard reads the interval it looks at this: what it remembers is of the socket that had the place before.
    Atomics.add(words, wordOf(place, SocketWord.SENT), 1);
    Atomics.store(words, wordOf(place, SocketWord.LOCK), Lock.FREE);
  }
}

/** Index of a word of the socket at a place, 0 to `MOST_SOCKETS` − 1. */
export function wordOf(place: number, word: number): number {
  return (place + 1) * LINE_WORDS + word;
}
