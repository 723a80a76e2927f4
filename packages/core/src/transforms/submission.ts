import type { Transferable } from 'node:worker_threads';
import type { ComputeOutcome, ComputeTask } from './compute-task.js';

/** Runs submissions, one at a time: a compute thread. */
export interface SubmissionRunner {
  submission: Submission | undefined;
  /** Ends the thread, whatever it is doing. */
  end(): Promise<void>;
}

/** A submitted task, until its outcome. */
export class Submission {
  readonly task: ComputeTask;
  readonly transferList: Transferable[];
  readonly outcome: Promise<ComputeOutcome>;
  resolve!: (outcome: ComputeOutcome) => void;
  reject!: (error: Error) => void;
  /** The thread that runs it; undefined while it waits for one. */
  thread: SubmissionRunner | undefined;

  constructor(task: ComputeTask, transferList: Transferable[]) {
    this.task = task;
    this.transferList = transferList;
    this.outcome = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}
