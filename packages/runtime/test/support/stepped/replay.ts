/** Thrown through the code under test when it comes to an access that is not its turn yet. What it does then is void. */
const SUSPENDED = new Error('suspended');

/** What one step of an operation has led to. */
export interface Step<S> {
  /** What the operation has read so far. */
  readonly log: readonly number[];
  readonly isOver: boolean;
  /** Ways in which the access could have ended. */
  readonly options: number;
  /** The access, for traces. */
  readonly what: string;
  /** What both sides see, behind the step. */
  readonly shared: S;
}

/**
 * Runs operations step by step. An operation is run again from its beginning for each of its steps: what it has read so far is given to it from a log,
 * then it makes one access to what is shared, and at the one after that it is left.
 */
export class Replay<S> {
  readonly #save: () => S;
  #log: number[] = [];
  #at = 0;
  #stepsLeft = Infinity;
  #isSuspended = false;
  #option = 0;
  #options = 1;
  #what = '';
  #shared: S | undefined;

  /** @param save returns what is shared: called behind a step, before what the code under test does on its way out */
  constructor(save: () => S) {
    this.#save = save;
  }

  /** True if what the code under test does is void. */
  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  /**
   * An access that the other side may come before.
   *
   * @param options number of ways in which it may end
   * @param isFree returns true of a value after which what comes before the next access might as well come before this one: it is no step
   */
  access(
    what: string,
    options: number,
    run: (option: number) => number,
    isFree: (value: number) => boolean = () => false,
  ): number {
    if (this.#isSuspended) throw SUSPENDED;
    if (this.#at < this.#log.length) return this.#log[this.#at++];
    if (this.#stepsLeft === 0) {
      this.#shared = this.#save();
      this.#isSuspended = true;
      throw SUSPENDED;
    }
    const value = this.#note(run(this.#option));
    this.#options = options;
    this.#what += `${this.#what === '' ? '' : ', '}${what} = ${value}`;
    if (!isFree(value)) this.#stepsLeft--;
    return value;
  }

  /** What happens together with the access before it. */
  plain(run: () => number): number {
    if (this.#isSuspended) throw SUSPENDED;
    return this.#at < this.#log.length ? this.#log[this.#at++] : this.#note(run());
  }

  /** Runs without steps; for what comes before the search. */
  unstepped<T>(run: () => T): T {
    this.#begin([], Infinity, 0);
    return run();
  }

  /** One step of an operation that has read `log` so far. @param option how its access ends */
  step(log: readonly number[], option: number, run: () => void): Step<S> {
    this.#begin([...log], 1, option);
    try {
      run();
    } catch (error) {
      if (error !== SUSPENDED) throw error;
    }
    return {
      log: this.#log,
      isOver: !this.#isSuspended,
      options: this.#options,
      what: this.#what,
      shared: this.#shared ?? this.#save(),
    };
  }

  #note(value: number): number {
    this.#log.push(value);
    this.#at++;
    return value;
  }

  #begin(log: number[], steps: number, option: number): void {
    this.#log = log;
    this.#at = 0;
    this.#stepsLeft = steps;
    this.#isSuspended = false;
    this.#option = option;
    this.#options = 1;
    this.#what = '';
    this.#shared = undefined;
  }
}
