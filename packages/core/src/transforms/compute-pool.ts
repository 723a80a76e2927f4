import { availableParallelism } from 'node:os';
import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { describeError } from '@offloop/values';
import { notActive } from '../errors/not-active.js';
import { BackpressureError } from '../errors/own-errors.js';
import { TransformFailure, type ComputeSettings, type ComputeTask } from './compute-task.js';
import { SettleQueue } from './settle-queue.js';
import { Submission } from './submission.js';
import { ThreadHandle, type PiscinaClass, type ResponseServer } from './thread-handle.js';
import { lostThreadError, transformError } from './transform-error.js';

export interface ComputePoolOptions {
  /** Most threads. Each is started when a task finds the others busy. */
  readonly threads: number;
  /** Number of calls that are admitted beyond one a thread. */
  readonly maxQueue: number;
  readonly resourceLimits: ResourceLimits;
  readonly settings: ComputeSettings;
  readonly worker: ResponseServer;
  /** Called when a thread has died while it had no task. */
  readonly onTrouble: (error: Error) => void;
}

const CPUS = availableParallelism();

/** Figures of `client.stats().transforms`. */
export interface TransformStats {
  /** Number of compute threads, now; 0 before the first transform. */
  readonly threads: number;
  /** Number of calls that are admitted and not settled, now, including those that wait for their value's bytes. */
  readonly pending: number;
  /** Number of tasks that a thread runs now. A `getAllTransformed` has several tasks. */
  readonly running: number;
  /** Number of tasks that wait for a thread now. */
  readonly waiting: number;
  /** Number of tasks that returned results, since the client started. */
  readonly completed: number;
  /** Number of threads that ended under their task, since the client started. */
  readonly threadsLost: number;
}

/**
 * The client's compute threads and the tasks that wait for them, first come, first served.
 *
 * The queue is ours and not Piscina's, whose limit leaves out tasks that can be aborted and whose order they change. It is an
 * array, and the thread knows its task: a `Set` or `Map` that tasks come to and go from leaves a trail of its former tables, each
 * with the tasks of its time, and the collector on the caller's thread carries all of it on.
 */
export class ComputePool {
  readonly #options: ComputePoolOptions;
  readonly #threads = new Set<ThreadHandle>();
  readonly #idle: ThreadHandle[] = [];
  readonly #waiting: Submission[] = [];
  readonly #settled = new SettleQueue();
  #piscina: PiscinaClass | undefined;
  #loading = false;
  #pending = 0;
  #completed = 0;
  #threadsLost = 0;
  #stopped = false;

  constructor(options: ComputePoolOptions) {
    this.#options = options;
  }

  get maxThreads(): number {
    return this.#options.threads;
  }

  /**
   * Admits a call, and counts it until `release`, which must be called once it has settled. Call it before its request is sent:
   * the limit bounds the values that wait here.
   *
   * Throws BackpressureError, or ClientNotActiveError.
   */
  admit(): void {
    if (this.#stopped) throw notActive();
    const allowed = this.#options.threads + this.#options.maxQueue;
    if (this.#pending >= allowed) {
      throw BackpressureError.over('runtime.transforms.threads + maxQueue', allowed, this.#pending + 1);
    }
    this.#pending++;
  }

  release(): void {
    this.#pending--;
  }

  /** Runs a call, and counts it until it has settled. Rejects as `admit` throws. */
  async admitted<T>(call: () => Promise<T>): Promise<T> {
    this.admit();
    try {
      return await call();
    } finally {
      this.release();
    }
  }

  submit(task: ComputeTask, transferList: Transferable[]): Submission {
    const submission = new Submission(task, transferList);
    if (this.#stopped) {
      submission.reject(notActive());
    } else {
      this.#waiting.push(submission);
      this.#dispatch();
    }
    return submission;
  }

  /** Rejects the task if it has no outcome yet; a function that is running is stopped, and its thread with it. */
  cancel(submission: Submission, error: Error): void {
    const { thread } = submission;
    if (thread === undefined) {
      const at = this.#waiting.indexOf(submission);
      if (at >= 0) this.#waiting.splice(at, 1);
      submission.reject(error);
    } else if (thread.submission === submission) {
      thread.submission = undefined;
      submission.reject(error);
      void thread.end();
    }
  }

  /** Ends every thread; tasks under way reject with ClientNotActiveError. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#rejectWaiting(() => notActive());
    for (const thread of this.#threads) {
      thread.submission?.reject(notActive());
      thread.submission = undefined;
    }
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  stats(): TransformStats {
    return {
      threads: this.#threads.size,
      pending: this.#pending,
      running: Array.from(this.#threads).filter(({ submission }) => submission !== undefined).length,
      waiting: this.#waiting.length,
      completed: this.#completed,
      threadsLost: this.#threadsLost,
    };
  }

  #dispatch(): void {
    for (;;) {
      const submission = this.#waiting[0];
      if (submission === undefined) return;
      if (this.#piscina === undefined) {
        void this.#load();
        return;
      }
      if (this.#idle.length === 0 && this.#threads.size >= this.#options.threads) return;
      this.#waiting.shift();
      let thread: ThreadHandle;
      try {
        thread = this.#idle.pop() ?? this.#start(this.#piscina);
      } catch (error) {
        submission.reject(notStarted(submission.task, error));
        continue;
      }
      void this.#run(submission, thread);
    }
  }

  async #run(submission: Submission, thread: ThreadHandle): Promise<void> {
    submission.thread = thread;
    thread.submission = submission;
    try {
      const task = {
        ...submission.task,
        crowded: this.#isCrowded(),
        isPressed: this.#waiting.length > 0,
      };
      const outcome = await thread.run(task, submission.transferList);
      if (this.#threads.has(thread)) this.#idle.push(thread);
      this.#completed++;
      this.#settled.add(() => submission.resolve(outcome));
    } catch (error) {
      // A promise that was rejected before (cancelled, stopped) takes no notice.
      if (thread.submission === submission) this.#threadsLost++;
      submission.reject(lostThreadError(submission.task, error));
      void thread.end();
    }
    thread.submission = undefined;
    this.#dispatch();
  }

  /** Returns true if the busy threads leave less than one CPU to the caller's thread and all others. */
  #isCrowded(): boolean {
    return this.#threads.size - this.#idle.length >= CPUS - 1;
  }

  #rejectWaiting(errorFor: (submission: Submission) => Error): void {
    for (const submission of this.#waiting) submission.reject(errorFor(submission));
    this.#waiting.length = 0;
  }

  #start(Pool: PiscinaClass): ThreadHandle {
    const { settings, resourceLimits, worker, onTrouble } = this.#options;
    const onDeath = (): void => this.#forget(thread);
    const thread = new ThreadHandle(Pool, settings, resourceLimits, worker, onDeath, onTrouble);
    this.#threads.add(thread);
    return thread;
  }

  #forget(thread: ThreadHandle): void {
    this.#threads.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  /** Loads Piscina, for the first transform: most clients never need it. */
  async #load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      this.#piscina = (await import('piscina')).Piscina;
    } catch (error) {
      this.#rejectWaiting(({ task }) => notStarted(task, error));
    }
    this.#loading = false;
    this.#dispatch();
  }
}

function notStarted(task: ComputeTask, error: unknown): Error {
  const what = `found no compute thread: ${describeError(error)}`;
  return transformError(task, TransformFailure.NOT_STARTED, what, error);
}
