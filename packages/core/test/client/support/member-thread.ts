import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MemberOptions } from '@offloop/member';

/** The address of a member that answers also while the test blocks its own thread. */
export interface MemberThread {
  readonly address: string;
  stop(): Promise<void>;
}

/** @param options what can be sent to a thread: no functions. */
export async function startMemberThread(options: Omit<MemberOptions, 'log'> = {}): Promise<MemberThread> {
  const worker = new Worker(new URL('./member-thread.mjs', import.meta.url), { workerData: options });
  const [address] = (await once(worker, 'message')) as [string];
  return {
    address,
    stop: async () => {
      const exit = once(worker, 'exit');
      worker.postMessage('stop');
      await exit;
    },
  };
}
