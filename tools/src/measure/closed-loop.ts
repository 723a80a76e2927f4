/** A load that goes on until it is stopped. */
export interface Load {
  /** Number of operations that have ended well. */
  readonly answered: number;
  /** Resolves when the last call of a stopped load has ended. Rejects with the error of the first call that failed. */
  readonly ended: Promise<void>;
  /** Makes no more calls. Those under way go on. */
  stop(): void;
}

/**
 * Number of turns between the starts of two flows, so that they meet different keys. A prime, as the number of keys is often a power of
 * two.
 */
const TURNS_APART = 7;

/**
 * A closed loop: plain async flows, each of which makes its next call when the last one was answered.
 *
 * Making a call and taking its answer are two functions, so that `call` can return the promise of the client under test: another async
 * function around it would be charged to that client.
 */
export class ClosedLoop<Answer> implements Load {
  readonly ended: Promise<void>;
  readonly #call: (turn: number) => Promise<Answer>;
  readonly #take: (answer: Answer, turn: number) => number;
  #answered = 0;
  #isStopped = false;

  /**
   * @param flows number of calls in flight
   * @param call makes a call; `turn` counts those of one flow, from where that flow starts
   * @param take checks an answer, and throws if it is wrong; returns the number of operations that it stands for. Default: one
   */
  constructor(
    flows: number,
    call: (turn: number) => Promise<Answer>,
    take: (answer: Answer, turn: number) => number = () => 1,
  ) {
    this.#call = call;
    this.#take = take;
    this.ended = this.#run(flows);
  }

  get answered(): number {
    return this.#answered;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #run(flows: number): Promise<void> {
    try {
      await Promise.all(Array.from({ length: flows }, (_, flow) => this.#flow(flow * TURNS_APART)));
    } finally {
      this.stop();
    }
  }

  async #flow(first: number): Promise<void> {
    for (let turn = first; !this.#isStopped; turn++) {
      const answer = await this.#call(turn);
      this.#answered += this.#take(answer, turn);
    }
  }
}
