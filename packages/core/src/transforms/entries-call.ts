import type { PartSink } from '../runtime/part-answers.js';
import type { ComputePool } from './compute-pool.js';
import type { ComputeTask, EntriesPart } from './compute-task.js';
import type { Submission } from './submission.js';
import { errorOf } from './transform-error.js';

/** What the parts of a call have in common. */
export interface EntriesWork {
  readonly pool: ComputePool;
  readonly task: Omit<ComputeTask, 'input'>;
  /** As the caller gave them. */
  readonly keys: readonly unknown[];
  /** What each part asks for. */
  readonly parts: readonly KeysOfPart[];
}

/** The keys of one partition. */
export type KeysOfPart = Omit<EntriesPart, 'message'>;

/**
 * One call on many keys. Its answers come one a partition; each thread gets those that are here when it is free for this
 * call as one task, so that compute begins with the first answer and a hand-over serves many values.
 */
export class EntriesCall implements PartSink {
  readonly #work: EntriesWork;
  readonly #submissions = new Set<Submission>();
  readonly #results: unknown[];
  readonly #found: boolean[];
  #ready: EntriesPart[] = [];
  #awaited: number;
  #scheduled = false;
  #settled = false;
  readonly done: Promise<[unknown, unknown][]>;
  #resolve!: (entries: [unknown, unknown][]) => void;
  #reject!: (error: unknown) => void;

  constructor(work: EntriesWork) {
    this.#work = work;
    this.#awaited = work.parts.length;
    this.#results = Array.from({ length: work.keys.length });
    this.#found = work.keys.map(() => false);
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  answer(part: number, message: unknown): void {
    this.#awaited--;
    if (this.#settled) return;
    this.#ready.push({ message: message as ArrayBuffer, ...this.#work.parts[part] });
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After the drain of completions this answer came in: its neighbours are there by then.
    setImmediate(() => {
      this.#scheduled = false;
      this.#submitReady();
    });
  }

  fail(_part: number, error: unknown): void {
    this.giveUp(error, false);
  }

  /** Rejects the call; of its tasks, those that wait are dropped, and those that run are stopped or left to end. */
  giveUp(error: unknown, stopRunning: boolean): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#ready = [];
    this.#reject(error);
    for (const submission of this.#submissions) {
      if (stopRunning || submission.thread === undefined) this.#work.pool.cancel(submission, error as Error);
    }
  }

  #submitReady(): void {
    const free = this.#work.pool.maxThreads - this.#submissions.size;
    if (this.#settled || free <= 0 || this.#ready.length === 0) return;
    const ready = this.#ready;
    this.#ready = [];
    const share = Math.ceil(ready.length / free);
    for (let from = 0; from < ready.length; from += share) void this.#run(ready.slice(from, from + share));
  }

  async #run(parts: readonly EntriesPart[]): Promise<void> {
    const { pool, task, keys } = this.#work;
    const submission = pool.submit(
      { ...task, input: { kind: 'entries', parts } },
      parts.map(({ message }) => message),
    );
    this.#submissions.add(submission);
    try {
      const outcome = await submission.outcome;
      if (outcome.kind === 'failed') throw errorOf(outcome, submission.task, keys);
      if (outcome.kind === 'entries') this.#take(outcome.indexes, outcome.results);
    } catch (error) {
      this.giveUp(error, false);
    }
    this.#submissions.delete(submission);
    this.#submitReady();
    this.#settleWhenDone();
  }

  #take(indexes: readonly number[], results: readonly unknown[]): void {
    indexes.forEach((index, i) => {
      this.#results[index] = results[i];
      this.#found[index] = true;
    });
  }

  #settleWhenDone(): void {
    if (this.#settled || this.#awaited > 0 || this.#ready.length > 0 || this.#submissions.size > 0) return;
    this.#settled = true;
    const entries = this.#work.keys.map((key, i): [unknown, unknown] => [key, this.#results[i]]);
    this.#resolve(entries.filter((_, i) => this.#found[i]));
  }
}
