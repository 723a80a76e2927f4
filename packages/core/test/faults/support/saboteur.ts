import { syncBuiltinESMExports } from 'node:module';
import workerThreads, { Worker, type WorkerOptions } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

const PRELOAD = new URL('./sabotage.mjs', import.meta.url).href;

export interface Saboteur {
  /** Makes every I/O thread that was started since throw, outside of any call. */
  throwInThreads(): void;
  /** Makes the thread of one shard throw, of all clients or of that with this name. */
  throwInShard(shard: number, client?: string): void;
  /** Asks all threads for an answer. @returns the shards whose threads have answered: what they were told before they have done. */
  answered(): ReadonlySet<number>;
  /** Makes them allocate until their engine's limit ends them. */
  exhaustThreads(): void;
  /** Makes all threads, or that of one shard, stand still until the function that is returned is called; of one client as above. */
  blockThreads(shard?: number, client?: string): () => void;
  /** No thread can be started any more, as when the system has none left. */
  refuseThreads(): void;
}

/** Until the test is over, threads are started with a small heap and somebody who can harm them from inside. */
export function placeSaboteur(): Saboteur {
  let refuses = false;
  class SabotagedWorker extends Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      if (refuses) throw new Error('no thread can be started');
      super(file, {
        ...options,
        execArgv: ['--import', PRELOAD],
        resourceLimits: { maxOldGenerationSizeMb: 32 },
      });
    }
  }
  workerThreads.Worker = SabotagedWorker;
  syncBuiltinESMExports();
  const channel = new BroadcastChannel('offloop-sabotage');
  const answers = new Set<number>();
  channel.addEventListener('message', ({ data }: { data: { answer?: number } }) => {
    if (data.answer !== undefined) answers.add(data.answer);
  });
  onTestFinished(() => {
    channel.close();
    workerThreads.Worker = Worker;
    syncBuiltinESMExports();
  });
  return {
    throwInThreads: () => channel.postMessage('throw'),
    throwInShard: (shard, client) => {
      answers.delete(shard);
      channel.postMessage({ shard, client });
    },
    answered: () => {
      channel.postMessage({ ask: true });
      return answers;
    },
    exhaustThreads: () => channel.postMessage('exhaust'),
    blockThreads: (shard, client) => {
      const until = new Int32Array(new SharedArrayBuffer(4));
      channel.postMessage({ until: until.buffer, of: shard, client });
      return () => {
        Atomics.store(until, 0, 1);
        Atomics.notify(until, 0);
      };
    },
    refuseThreads: () => {
      refuses = true;
    },
  };
}
