import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { Worker, type WorkerOptions } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

const PRELOAD = new URL('./stand-still.mjs', import.meta.url).href;

/** Until the test is over, threads are started such that they can be made to stand still. @returns what does so, and returns what ends it */
export function stoppableThreads(): () => () => void {
  class StoppableWorker extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      super(file, { ...options, execArgv: ['--import', PRELOAD] });
    }
  }
  workerThreads.Worker = StoppableWorker;
  syncBuiltinESMExports();
  const channel = new BroadcastChannel('offloop-amqp-stand-still');
  onTestFinished(() => {
    channel.close();
    workerThreads.Worker = Worker;
    syncBuiltinESMExports();
  });
  return () => {
    const until = new Int32Array(new SharedArrayBuffer(4));
    channel.postMessage(until.buffer);
    return () => {
      Atomics.store(until, 0, 1);
      Atomics.notify(until, 0);
    };
  };
}
