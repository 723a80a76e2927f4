import type { TakenRest } from '../../thread/connection/direct-writer.js';

/** Most moves of a process. Each leaves a handle behind that must not be closed. After so many, links begin in the thread. */
const MOST_MOVES = 1_000;

interface Move {
  readonly number: number;
  readonly life: number;
  readonly discard: TakenRest['discard'];
}

/** Counts the sockets that have been given to the thread, and ends those that it has not taken when it dies. */
export class Moves {
  /** The last move whose socket the thread has taken. */
  readonly taken: SharedArrayBuffer = new SharedArrayBuffer(4);
  readonly #taken = new Int32Array(this.taken);
  #count = 0;
  /** Those that the thread may not have taken, and the last that it has: it may die before it has the socket. */
  #open: Move[] = [];

  /** True when no more sockets should move. */
  get isSpent(): boolean {
    return this.#count >= MOST_MOVES;
  }

  /** A socket is given to the thread. @param life which thread @param discard ends it. @returns the number of its move */
  add(life: number, discard: TakenRest['discard']): number {
    const taken = Atomics.load(this.#taken, 0);
    this.#open = this.#open.filter(({ number }) => number >= taken);
    this.#open.push({ number: ++this.#count, life, discard });
    return this.#count;
  }

  /** The threads up to this one have died: the sockets that they had taken have died with them, the others end now. */
  onThreadDied(life: number): void {
    const taken = Atomics.load(this.#taken, 0);
    const died = this.#open.filter((move) => move.life <= life && move.number >= taken);
    this.#open = this.#open.filter((move) => move.life > life);
    for (const { number, discard } of died) discard(number === taken);
  }
}
