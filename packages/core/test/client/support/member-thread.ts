import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MemberOptions } from '@offloop/member';
import { onTestFinished } from 'vitest';

import { connectMap, type Config, type ConnectedMap } from './client-bench.js';

/** The address of a member that answers also while the test blocks its own thread. */
export interface MemberThread {
  readonly address: string;
  /** Is done when the test is over, if it was not before. */
  stop(): Promise<void>;
}

/** @param options what can be sent to a thread: no functions. */
export async function startMemberThread(options: Omit<MemberOptions, 'log'> = {}): Promise<MemberThread> {
  const worker = new Worker(new URL('./member-thread.mjs', import.meta.url), { workerData: options });
  const exit = once(worker, 'exit');
  const [address] = (await once(worker, 'message')) as [string];
  const stop = async (): Promise<void> => {
    worker.postMessage('stop');
    await exit;
  };
  onTestFinished(stop);
  return { address, stop };
}

/** A map of a client of such a member. */
export async function mapOfMemberThread<K, V>(
  config: Config = {},
  options: Omit<MemberOptions, 'log'> = {},
): Promise<ConnectedMap<K, V>> {
  const { address } = await startMemberThread(options);
  return connectMap(address, config);
}
