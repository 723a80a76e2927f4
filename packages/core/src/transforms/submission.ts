import type { Transferable } from 'node:worker_threads';
import type { ComputeOutcome, ComputeTask } from './compute-task.js';
import type { ThreadHandle } from './thread-handle.js';

/** A task from when it is handed in to its outcome. */
export class Submission {
  readonly task: ComputeTask;
  readonly transferList: Transferable[];
  readonly outcome: Promise<ComputeOutcome>;
  resolve!: (outcome: ComputeOutcome) => void;
  reject!: (error: Error) => void;
  /** Undefined while it waits for one. */
  thread: ThreadHandle | undefined;

  constructor(task: ComputeTask, transferList: Transferable[]) {
    this.task = task;
    this.transferList = transferList;
    this.outcome = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}
