import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { ShardMemory, ShardSettings } from './control.js';
import type { WorkerStart } from './entry.js';

export interface StartedWorker {
  readonly worker: Worker;
  /**
   * Rings, both ways, and takes the ports of compute threads to the agent. Not the port that a `Worker` has: what comes by
   * that passes its event emitter, which reads the environment first (Node 24), a tenth of the caller's CPU with one call
   * at a time.
   */
  readonly bellPort: MessagePort;
  readonly spillPort: MessagePort;
}

/** Starts a shard's thread. Its supervision (exit, errors, `ref`/`unref`) is the caller's. */
export function startWorker(memory: ShardMemory, settings: ShardSettings, name: string): StartedWorker {
  const bells = new MessageChannel();
  const spills = new MessageChannel();
  const start: WorkerStart = { memory, settings, bellPort: bells.port2, spillPort: spills.port2 };
  const worker = new Worker(new URL('./entry.js', import.meta.url), {
    name,
    workerData: start,
    transferList: [bells.port2, spills.port2],
    // The application's own --import and --require hooks have no business in this thread.
    execArgv: [],
  });
  spills.port1.unref();
  return { worker, bellPort: bells.port1, spillPort: spills.port1 };
}
