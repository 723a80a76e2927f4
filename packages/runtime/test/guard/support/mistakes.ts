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

function found(
  foundIn: keyof typeof WORLDS,
  as: RegExp,
  changes: Readonly<Record<string, readonly Edit[]>>,
): Mistake[] {
  return Object.entries(changes).map(([what, change]) => ({ what, change, foundIn, as }));
}

const MESSAGES = 'two messages, two beats';
const END = 'two messages, two beats, an end at any time';
const LAST_WORDS = 'a message and a beat, and last words';
const MOVE = 'two messages, two beats, a move at any time';
const DEATH = 'a guard that dies, a message and a move';
const FOLLOWED = 'another socket with the number';

const GARBLED = /^what arrives is/;
const LEFT = /nothing can come of it|nobody will do anything more|is locked/;

const LEAVE_AND_CLOSE = 'this.#leave();\n                destroy(error, callback);';

/** Mistakes in the built code, each of which has to be found, by the world in which it is, and what becomes of it. */
export const MISTAKES: readonly Mistake[] = [
  ...found(MESSAGES, GARBLED, {
    'the guard writes without the lock': [
      guard(
        `if (Atomics.compareExchange(words, lock, Lock.FREE, Lock.GUARD) !== Lock.FREE)
            return;`,
        '',
      ),
    ],
    'the guard forgets what it owes': [beat('= from + taken < beat.length ? from + taken : 0', '= 0')],
    'the lock is given back while a part of a message is written': [
      writer('if (!isFull)\n            this.#release();', 'this.#release();'),
    ],
    'the lock is given back before the write': [
      writer('taken = writevSync(', 'this.#lock.release(); taken = writevSync('),
    ],
    'the loop does not pay what is owed first': [writer('isFull = !lock.payOwed();', 'isFull = false;')],
    'the stream does not pay what is owed first': [
      writer('if (owed.length > 0)\n            this.#stream([owed], undefined);', ''),
    ],
    'what the kernel has taken is written again': [writer('write.parts = behind(parts, taken);', '')],
    'a message overtakes what is streamed': [
      writer(
        'if (this.#streamed > 0)\n            this.giveToStream();\n        else if (!this.#isRetrying && !this.#holdsLock)',
        'if (!this.#isRetrying)',
      ),
      writer('if (this.#streamed > 0)\n            return this.giveToStream();', ''),
    ],
  }),
  ...found(END, /^the guard writes to a number that is another/, {
    'the guard writes to a socket that is gone': [
      guard('Lock.GUARD) !== Lock.FREE', 'Lock.GUARD) === Lock.LOOP'),
    ],
    'the lock is given back before the number is closed': [
      writer(LEAVE_AND_CLOSE, 'this.#lock.release(); destroy(error, callback);'),
    ],
    'the number is closed while the guard writes': [
      writer(
        `this.#whenLocked(() => {
                this.#leave();
                destroy(error, callback);
            });`,
        'this.#leave(); destroy(error, callback);',
      ),
    ],
  }),
  ...found(MESSAGES, LEFT, {
    'the guard keeps the lock': [
      guard(
        'writeBeat(this.#memory, place, this.#write);\n        Atomics.store(words, lock, Lock.FREE);',
        '',
      ),
    ],
    'nobody comes back for the lock': [
      writer('this.#isRetrying = false;\n            this.#whenLocked(then);', ''),
    ],
    'who comes back for the lock does not say that it is over': [
      writer('this.#isRetrying = false;\n            this', 'this'),
    ],
    'what waits behind a stream stays there': [
      writer('if (this.#streamed > 0)\n            this.giveToStream();\n        else if', 'if'),
    ],
    'the lock is kept behind a stream': [
      writer('if (this.#streamed === 0 && !this.#isGone)\n            this.#release();', ''),
    ],
    'nobody is told that the kernel does not take all': [
      writer('if (isFull && !this.#isGone && this.#streamed === 0)\n            this.#onFull();', ''),
    ],
  }),
  ...found(FOLLOWED, GARBLED, {
    'a place is opened to the guard before its beat is written': [
      memory(
        'words[wordOf(place, SocketWord.FD)] = fd;',
        'Atomics.store(words, wordOf(place, SocketWord.LOCK), Lock.FREE); words[wordOf(place, SocketWord.FD)] = fd;',
      ),
    ],
  }),
  ...found(LAST_WORDS, /^it ends after/, {
    'the guard writes on while a socket ends': [writer('this.#leave();\n            then();', 'then();')],
  }),
  ...found(MOVE, /^with what has moved arrives/, {
    'what is owed does not move': [writer('[owed, ...this', '[...this')],
  }),
  ...found(MOVE, /moved/, {
    'a socket moves while the guard writes': [
      writer('if (!this.#holdsLock && !this.#lock.tryTake())\n            return undefined;', ''),
    ],
    'a socket moves while it is streamed to': [
      writer('this.#isGone || this.#streamed > 0 || this', 'this.#isGone || this'),
    ],
  }),
  ...found(MOVE, /^the guard writes to a socket that has moved/, {
    'a socket moves and the guard does not leave it': [
      writer('this.#leave();\n        const socket', 'this.#lock.release(); const socket'),
    ],
  }),
  ...found(DEATH, LEFT, {
    'the lock of a dead guard stays with it': [socketGuard('Atomics.store(words, lock, Lock.FREE);', '')],
  }),
  ...found(DEATH, /^what arrives|^with what has moved/, {
    'a guard dies while it writes and nobody notes that': [
      socketGuard('words[wordOf(place, SocketWord.OWED)] = -1;', ''),
    ],
  }),
  ...found(DEATH, GARBLED, {
    'a message follows what a dead guard has begun': [
      lock('if (owed < 0)\n            throw new GuardDiedError();', 'if (owed < 0) return true;'),
    ],
  }),
  ...found(DEATH, /^with what has moved/, {
    'what a dead guard has begun moves': [
      lock('if (from < 0)\n            throw new GuardDiedError();', 'if (from < 0) return Buffer.alloc(0);'),
    ],
  }),
];

/** The loop has the lock all the time. */
export const HARMLESS = {
  what: 'the guard leaves when the number is closed, which the loop has locked',
  change: [writer(LEAVE_AND_CLOSE, 'destroy(error, callback); this.#leave();')],
  world: FOLLOWED,
} as const;
