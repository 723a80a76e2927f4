import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { ShardMemory, ShardSettings } from './control.js';
import type { WorkerStart } from './entry.js';

export interface StartedWorker {
  readonly worker: Worker;
  readonly spillPort: MessagePort;
}

/** Starts a shard's thread. Its supervision (exit, errors, `ref`/`unref`) is the caller's. */
export function startWorker(memory: ShardMemory, settings: ShardSettings, name: string): StartedWorker {
  const { port1, port2 } = new MessageChannel();
  const start: WorkerStart = { memory, settings, spillPort: port2 };
  const worker = new Worker(new URL('./entry.js', import.meta.url), {
    name,
    workerData: start,
    transferList: [port2],
    // The application's own --import and --require hooks have no business in this thread.
    execArgv: [],
  });
  port1.unref();
  return { worker, spillPort: port1 };
}
