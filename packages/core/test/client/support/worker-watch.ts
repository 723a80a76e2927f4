import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach } from 'vitest';

export interface WorkerWatch {
  /** Every worker that was started in this test, the youngest last. */
  readonly workers: readonly Worker[];
  /** Resolves when its thread is gone. @param count so many at once: each of a client that has so many. */
  readonly killYoungest: (count?: number) => Promise<void>;
}

/** Keeps an eye on the threads that each test of the file, or of the `describe` around the call, starts. */
export function watchWorkers(): WorkerWatch {
  const workers: Worker[] = [];
  const onWorker = (worker: Worker): void => void workers.push(worker);
  beforeEach(() => {
    workers.length = 0;
    process.on('worker', onWorker);
  });
  afterEach(() => void process.off('worker', onWorker));
  return {
    workers,
    killYoungest: async (count = 1) => {
      const dying = workers.slice(-count);
      const exits = dying.map((worker) => once(worker, 'exit'));
      for (const worker of dying) void worker.terminate();
      await Promise.all(exits);
    },
  };
}
