import { setImmediate } from '@offloop/runtime/clock';
import type { ToWorker } from '@offloop/contract';
import type { PartSink } from '../calls/part-results.js';
import { IndeterminateOperationStateError } from '@offloop/values';
import type { ComputePool } from './compute-pool.js';
import type { EntriesOutcome, WantedKeys } from './compute-task.js';
import type { Submission } from './submission.js';
import { errorOf } from './transform-error.js';
import type { TransformTask } from './transform-task.js';

/**
 * Most responses that a thread fetches at once: so many that fetching costs little beside the work, and so few that all threads
 * of a call end at about the same time.
 */
const MOST_A_FETCH = 16;

/**
 * Number of responses for which one more thread is used. With fewer, posting its task costs this thread more than the call gains.
 */
const RESPONSES_A_THREAD = 4;

/** Greatest number of a call, an int32 in a request's header. */
const MAX_NUMBER = 2 ** 31 - 1;
let lastNumber = 0;

/** The workers that keep the responses. */
export interface ResponseKeeper {
  /** Returns a number that is different for each worker that a shard has in turn. */
  epochOf(shard: number): number;
  tell(message: ToWorker, shard: number): void;
}

/** One shard's part of a call on many keys. */
export interface EntriesWork {
  readonly pool: ComputePool;
  readonly workers: ResponseKeeper;
  /** The shard whose worker has the responses. */
  readonly shard: number;
  readonly task: TransformTask;
  readonly wanted: WantedKeys;
  /** Takes the result for the key at this index of the caller's list. */
  readonly take: (index: number, result: unknown) => void;
  /** Number of requests, one a partition. */
  readonly parts: number;
}

/**
 * The part of a call on many keys that one shard carries out. The responses stay in its worker: this thread only counts them, and sends
 * compute threads for them.
 *
 *     caller's thread                 worker                       compute thread
 *     ───────────────                 ──────                       ──────────────
 *     parts requests ───────────────▶ keeps each response
 *     answered++  ◀─── "there is one" ┘   │
 *     sends a thread ─────────────────────┼─────────────────────▶ fetches up to `most` of them,
 *                                         └──── responses ──────▶ computes, fetches again, …
 *     fetched += what it had ◀──────────── results ────────────── leaves when there is nothing for it
 *     fetched = parts: the call is done
 *
 * Expectation: computing takes longer than fetching. Mechanism: a thread fetches by its own port, so that no bytes pass through
 * here; `answered` may be behind what the worker has, and `fetched` never is ahead of it, so a thread that left early is sent
 * again. Price: a call that is given up has to tell the worker (`drop`), which would keep the responses otherwise.
 */
export class EntriesCall implements PartSink<undefined> {
  /** Number of this call, which no other call under way has. */
  readonly number: number = (lastNumber = lastNumber === MAX_NUMBER ? 1 : lastNumber + 1);
  /** Resolves when all results were taken. */
  readonly done: Promise<void>;
  readonly #work: EntriesWork;
  readonly #epoch: number;
  /** Most threads at once. */
  readonly #threads: number;
  readonly #submissions = new Set<Submission>();
  /**
   * Number of parts that were answered, as far as this thread knows, that failed, and that were fetched by threads that are back.
   */
  #answered = 0;
  #failed = 0;
  #fetched = 0;
  #scheduled = false;
  #settled = false;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;

  constructor(work: EntriesWork) {
    this.#work = work;
    this.#epoch = work.workers.epochOf(work.shard);
    this.#threads = Math.min(work.pool.maxThreads, Math.ceil(work.parts / RESPONSES_A_THREAD));
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  succeed(): void {
    this.#answered++;
    this.#dropIfUnwanted();
    if (this.#scheduled || this.#settled) return;
    this.#scheduled = true;
    // After the drain of completions that this one came in: its neighbours are there by then.
    setImmediate(() => {
      this.#scheduled = false;
      this.#sendThreads();
    });
  }

  fail(_part: number, error: unknown): void {
    this.#failed++;
    this.giveUp(error, false);
    this.#dropIfUnwanted();
  }

  /** Rejects the call. Drops its tasks that wait; those that run are stopped or left to end. */
  giveUp(error: unknown, stopRunning: boolean): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#reject(error);
    this.#drop();
    for (const submission of this.#submissions) {
      if (stopRunning || submission.thread === undefined) this.#work.pool.cancel(submission, error as Error);
    }
  }

  /**
   * Drops the responses again when all parts are answered: requests that still waited for room in the ring may have reached the
   * worker after the first time.
   */
  #dropIfUnwanted(): void {
    const { parts } = this.#work;
    const isOver = this.#answered + this.#failed === parts;
    if (isOver && this.#settled && this.#fetched < parts) this.#drop();
  }

  #drop(): void {
    const { workers, shard } = this.#work;
    workers.tell({ type: 'drop', call: this.number }, shard);
  }

  #sendThreads(): void {
    if (this.#settled || this.#answered <= this.#fetched) return;
    const { workers, shard } = this.#work;
    if (workers.epochOf(shard) !== this.#epoch) {
      this.giveUp(new IndeterminateOperationStateError('the worker thread died with answers in it'), false);
      return;
    }
    while (this.#submissions.size < this.#threads) void this.#run();
  }

  async #run(): Promise<void> {
    const { pool, shard, task, wanted, parts } = this.#work;
    const most = Math.min(MOST_A_FETCH, Math.ceil(parts / this.#threads));
    const submission = pool.submit(
      { ...task, input: { kind: 'entries', shard, call: this.number, most, wanted } },
      [],
    );
    this.#submissions.add(submission);
    try {
      const outcome = await submission.outcome;
      this.#submissions.delete(submission);
      if (outcome.kind === 'failed') throw errorOf(outcome, submission.task);
      if (outcome.kind === 'entries') this.#take(outcome);
    } catch (error) {
      this.#submissions.delete(submission);
      this.giveUp(error, false);
    }
  }

  #take({ indexes, results, fetched, mayGoOn }: EntriesOutcome): void {
    indexes.forEach((index, i) => this.#work.take(index, results[i]));
    this.#fetched += fetched;
    if (this.#settled) return;
    if (this.#fetched === this.#work.parts) this.#settle();
    // The thread left although there may be more. The worker will not tell of them: for it the thread is still there.
    else if (mayGoOn) void this.#run();
    else if (this.#submissions.size === 0) this.#sendThreads();
  }

  #settle(): void {
    this.#settled = true;
    this.#resolve();
    const { pool } = this.#work;
    for (const submission of this.#submissions) {
      if (submission.thread === undefined) pool.cancel(submission, new Error('there is nothing left to do'));
    }
  }
}
