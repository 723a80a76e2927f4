/** Kills that come one after another, evenly spread over a number of messages. */
export class Kills {
  /** Number of kills that have begun. */
  begun = 0;
  readonly #kills: readonly (() => Promise<void>)[];
  readonly #share: number;
  /** Ends with the last kill that has begun. */
  #last: Promise<void> = Promise.resolve();
  #done = 0;

  constructor(count: number, kills: readonly (() => Promise<void>)[]) {
    this.#kills = kills;
    this.#share = count / (kills.length + 1);
  }

  /** Begins the next kill if it is its turn. @param received number of messages that have arrived */
  onReceived(received: number): void {
    const kill = this.#kills[this.begun];
    if (kill === undefined || this.#done < this.begun || received < (this.begun + 1) * this.#share) return;
    this.begun++;
    this.#last = this.#run(kill);
  }

  /** Keeps a fast publisher from running out of messages before the next kill: that one may take some seconds. */
  wait(id: number): Promise<void> | undefined {
    return this.#done < this.begun && id >= (this.begun + 1) * this.#share ? this.#last : undefined;
  }

  /** Ends with the last kill that has begun. Rejects if it could not be done. */
  get done(): Promise<void> {
    return this.#last;
  }

  async #run(kill: () => Promise<void>): Promise<void> {
    await kill();
    this.#done++;
  }
}
