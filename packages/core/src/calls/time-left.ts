import { monotonicNow } from '@offloop/runtime/clock';
import { OperationTimeoutError } from '../errors/hierarchy.js';
import type { CallOptions } from './call-options.js';

/**
 * The options for each of the requests that one call makes one after the other: its timeout is for all of them.
 *
 * The function throws OperationTimeoutError when there is no time left. Options that are wrong are passed on as they are.
 */
export function timeLeft(options: CallOptions | undefined): () => CallOptions | undefined {
  const timeout = options?.timeout;
  if (typeof timeout !== 'number') return () => options;
  const start = monotonicNow();
  return () => {
    const passed = Math.floor(monotonicNow() - start);
    if (passed === 0) return options;
    if (passed >= timeout) throw new OperationTimeoutError(`no result within ${timeout} ms`);
    return { ...options, timeout: timeout - passed };
  };
}
