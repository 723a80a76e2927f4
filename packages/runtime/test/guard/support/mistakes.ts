import type { Edit } from '../../support/stepped/built-modules.js';
import type { WORLDS } from './worlds.js';

interface Mistake {
  readonly what: string;
  readonly change: readonly Edit[];
  readonly foundIn: keyof typeof WORLDS;
  /** What becomes of it. */
  readonly as: RegExp;
}

const edit = (module: string, find: string, replace: string): Edit => ({ module, find, replace });
const guard = edit.bind(undefined, 'guard/run-guard');
const beat = edit.bind(undefined, 'guard/write-beat');
const memory = edit.bind(undefined, 'guard/guard-memory');
const lock = edit.bind(undefined, 'guard/guarded-lock');
const writer = edit.bind(undefined, 'thread/connection/direct-writer');
const socketGuard = edit.bind(undefined, 'caller/links/socket-guard');

const MESSAGES = 'two messages, two beats';
const END = 'two messages, two beats, an end at any time';
const LAST_WORDS = 'a message and a beat, and last words';
const MOVE = 'two messages, two beats, a move at any time';
const DEATH = 'a guard that dies, a message and a move';
const FOLLOWED = 'another socket with the number';

const GARBLED = /^what arrives is/;
const LEFT = /for ever|nobody will do anything more|is locked/;

const LEAVE_AND_CLOSE = 'this.#leave();\n                destroy(error, callback);';

/** Mistakes in the built code, each of which has to be found. */
export const MISTAKES: readonly Mistake[] = [
  {
    what: 'the guard writes without the lock',
    change: [
      guard(
        `if (Atomics.compareExchange(words, lock, Lock.FREE, Lock.GUARD) !== Lock.FREE)
            return;`,
        '',
      ),
    ],
    foundIn: MESSAGES,
    as: GARBLED,
  },
  {
    what: 'the guard writes to a socket that is gone',
    change: [guard('Lock.GUARD) !== Lock.FREE', 'Lock.GUARD) === Lock.LOOP')],
    foundIn: END,
    as: /^the guard writes to a number that is another/,
  },
  {
    what: 'the guard forgets what it owes',
    change: [beat('= from + taken < beat.length ? from + taken : 0', '= 0')],
    foundIn: MESSAGES,
    as: GARBLED,
  },
  {
    what: 'the guard keeps the lock',
    change: [
      guard(
        'writeBeat(this.#memory, place, this.#write);\n        Atomics.store(words, lock, Lock.FREE);',
        '',
      ),
    ],
    foundIn: MESSAGES,
    as: LEFT,
  },
  {
    what: 'a place is opened to the guard before its beat is written',
    change: [
      memory(
        'words[wordOf(place, SocketWord.FD)] = fd;',
        'Atomics.store(words, wordOf(place, SocketWord.LOCK), Lock.FREE); words[wordOf(place, SocketWord.FD)] = fd;',
      ),
    ],
    foundIn: FOLLOWED,
    as: GARBLED,
  },
  {
    what: 'the lock is given back before the number is closed',
    change: [writer(LEAVE_AND_CLOSE, 'this.#lock.release(); destroy(error, callback);')],
    foundIn: END,
    as: /^the guard writes to a number that is another/,
  },
  {
    what: 'the number is closed while the guard writes',
    change: [
      writer(
        `this.#whenLocked(() => {
                this.#leave();
                destroy(error, callback);
            });`,
        'this.#leave(); destroy(error, callback);',
      ),
    ],
    foundIn: END,
    as: /^the guard writes to a number that is another/,
  },
  {
    what: 'the lock is given back while a part of a message is written',
    change: [writer('if (!isFull)\n            this.#release();', 'this.#release();')],
    foundIn: MESSAGES,
    as: GARBLED,
  },
  {
    what: 'the lock is given back before the write',
    change: [writer('taken = writevSync(', 'this.#lock.release(); taken = writevSync(')],
    foundIn: MESSAGES,
    as: GARBLED,
  },
  {
    what: 'nobody comes back for the lock',
    change: [writer('this.#isRetrying = false;\n            this.#whenLocked(then);', '')],
    foundIn: MESSAGES,
    as: LEFT,
  },
  {
    what: 'who comes back for the lock does not say that it is over',
    change: [writer('this.#isRetrying = false;\n            this', 'this')],
    foundIn: MESSAGES,
    as: LEFT,
  },
  {
    what: 'the loop does not pay what is owed first',
    change: [writer('isFull = !lock.payOwed();', 'isFull = false;')],
    foundIn: MESSAGES,
    as: GARBLED,
  },
  {
    what: 'the stream does not pay what is owed first',
    change: [writer('if (owed.length > 0)\n            this.#stream([owed], undefined);', '')],
    foundIn: MESSAGES,
    as: GARBLED,
  },
  {
    what: 'what the kernel has taken is written again',
    change: [writer('write.parts = behind(parts, taken);', '')],
    foundIn: MESSAGES,
    as: GARBLED,
  },
  {
    what: 'a message overtakes what is streamed',
    change: [
      writer(
        'if (this.#streamed > 0)\n            this.giveToStream();\n        else if (!this.#isRetrying && !this.#holdsLock)',
        'if (!this.#isRetrying)',
      ),
      writer('if (this.#streamed > 0)\n            return this.giveToStream();', ''),
    ],
    foundIn: MESSAGES,
    as: GARBLED,
  },
  {
    what: 'what waits behind a stream stays there',
    change: [writer('if (this.#streamed > 0)\n            this.giveToStream();\n        else if', 'if')],
    foundIn: MESSAGES,
    as: LEFT,
  },
  {
    what: 'the lock is kept behind a stream',
    change: [writer('if (this.#streamed === 0 && !this.#isGone)\n            this.#release();', '')],
    foundIn: MESSAGES,
    as: LEFT,
  },
  {
    what: 'nobody is told that the kernel does not take all',
    change: [writer('if (isFull && !this.#isGone && this.#streamed === 0)\n            this.#onFull();', '')],
    foundIn: MESSAGES,
    as: LEFT,
  },
  {
    what: 'the guard writes on while a socket ends',
    change: [writer('this.#leave();\n            then();', 'then();')],
    foundIn: LAST_WORDS,
    as: /^it ends after/,
  },
  {
    what: 'what is owed does not move',
    change: [writer('[owed, ...this', '[...this')],
    foundIn: MOVE,
    as: /^with what has moved arrives/,
  },
  {
    what: 'a socket moves while the guard writes',
    change: [writer('if (!this.#holdsLock && !this.#lock.tryTake())\n            return undefined;', '')],
    foundIn: MOVE,
    as: /moved/,
  },
  {
    what: 'a socket moves and the guard does not leave it',
    change: [writer('this.#leave();\n        const socket', 'this.#lock.release(); const socket')],
    foundIn: MOVE,
    as: /^the guard writes to a socket that has moved/,
  },
  {
    what: 'a socket moves while it is streamed to',
    change: [writer('this.#isGone || this.#streamed > 0 || this', 'this.#isGone || this')],
    foundIn: MOVE,
    as: /moved/,
  },
  {
    what: 'the lock of a dead guard stays with it',
    change: [socketGuard('Atomics.store(words, lock, Lock.FREE);', '')],
    foundIn: DEATH,
    as: LEFT,
  },
  {
    what: 'a guard dies while it writes and nobody notes that',
    change: [socketGuard('words[wordOf(place, SocketWord.OWED)] = -1;', '')],
    foundIn: DEATH,
    as: /^what arrives|^with what has moved/,
  },
  {
    what: 'a message follows what a dead guard has begun',
    change: [lock('if (owed < 0)\n            throw new GuardDiedError();', 'if (owed < 0) return true;')],
    foundIn: DEATH,
    as: GARBLED,
  },
  {
    what: 'what a dead guard has begun moves',
    change: [
      lock('if (from < 0)\n            throw new GuardDiedError();', 'if (from < 0) return Buffer.alloc(0);'),
    ],
    foundIn: DEATH,
    as: /^with what has moved/,
  },
];

/** The loop has the lock all the time. */
export const HARMLESS = {
  what: 'the guard leaves when the number is closed, which the loop has locked',
  change: [writer(LEAVE_AND_CLOSE, 'destroy(error, callback); this.#leave();')],
  world: FOLLOWED,
} as const;
