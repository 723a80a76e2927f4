/** Moves of a process. Each leaves a handle behind that must not be closed; who connects so often has use for the thread from the start. */
const MOST_MOVES = 1_000;

interface Move {
  readonly number: number;
  readonly life: number;
  readonly discard: () => void;
}

/** Counts the sockets that have been given to the thread, and ends those that it has not taken when it dies. */
export class Moves {
  /** The last move whose socket the thread has taken. */
  readonly taken: SharedArrayBuffer = new SharedArrayBuffer(4);
  readonly #taken = new Int32Array(this.taken);
  #count = 0;
  /** Those that the thread may not have taken. */
  #open: Move[] = [];

  /** True when no more sockets should move. */
  get isSpent(): boolean {
    return this.#count >= MOST_MOVES;
  }

  /** A socket is given to the thread. @param life which thread @param discard ends it. @returns the number of its move */
  add(life: number, discard: () => void): number {
    this.#open = this.#notTaken();
    this.#open.push({ number: ++this.#count, life, discard });
    return this.#count;
  }

  /** The threads up to this one have died: the sockets that they had taken have died with them, the others end now. */
  onThreadDied(life: number): void {
    const open = this.#notTaken();
    this.#open = open.filter((move) => move.life > life);
    for (const move of open) if (move.life <= life) move.discard();
  }

  #notTaken(): Move[] {
    const taken = Atomics.load(this.#taken, 0);
    return this.#open.filter(({ number }) => number > taken);
  }
}
