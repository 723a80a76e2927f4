import { Lock, SocketWord, wordOf, type GuardMemory } from './guard-memory.js';
import { writeBeat, type WriteByNumber } from './write-beat.js';
import { GuardDiedError, type WriteLock } from './write-lock.js';

/** The loop's side of a socket that has a guard. */
export class GuardedLock implements WriteLock {
  readonly #memory: GuardMemory;
  readonly #place: number;
  readonly #write: WriteByNumber;
  readonly #onLeft: () => void;

  /** @param onLeft the place is free */
  constructor(memory: GuardMemory, place: number, write: WriteByNumber, onLeft: () => void) {
    this.#memory = memory;
    this.#place = place;
    this.#write = write;
    this.#onLeft = onLeft;
  }

  tryTake(): boolean {
    const { words } = this.#memory;
    const lock = wordOf(this.#place, SocketWord.LOCK);
    return Atomics.compareExchange(words, lock, Lock.FREE, Lock.LOOP) === Lock.FREE;
  }

  payOwed(): boolean {
    const owed = this.#memory.words[wordOf(this.#place, SocketWord.OWED)];
    if (owed < 0) throw new GuardDiedError();
    return owed === 0 || writeBeat(this.#memory, this.#place, this.#write);
  }

  takeOwed(): Buffer {
    const { words } = this.#memory;
    const owed = wordOf(this.#place, SocketWord.OWED);
    const from = words[owed];
    if (from < 0) throw new GuardDiedError();
    words[owed] = 0;
    return from === 0 ? Buffer.alloc(0) : Buffer.from(this.#memory.beat(this.#place).subarray(from));
  }

  wrote(): void {
    Atomics.add(this.#memory.words, wordOf(this.#place, SocketWord.SENT), 1);
  }

  release(): void {
    Atomics.store(this.#memory.words, wordOf(this.#place, SocketWord.LOCK), Lock.FREE);
  }

  leave(): void {
    Atomics.store(this.#memory.words, wordOf(this.#place, SocketWord.LOCK), Lock.GONE);
    this.#onLeft();
  }
}
