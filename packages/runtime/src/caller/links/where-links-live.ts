import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/** Where a link of `threaded: 'auto'` begins. */
export const Beginning = {
  /** On the loop, guarded: it can move. */
  LOOP: 'loop',
  /** In the thread, since sockets of this process cannot move. */
  THREAD: 'thread',
  /** On the loop, without a guard: this process may not start threads. */
  LOOP_ALONE: 'loop-alone',
} as const;
export type Beginning = (typeof Beginning)[keyof typeof Beginning];

/**
 * Says where links of this process begin. Sockets move by their numbers: Windows has none, and runtimes other than Node.js do not give
 * them out. A socket that has moved leaves a handle behind that must never be closed, but a worker thread of the application closes all
 * its handles when it ends.
 */
export function beginningOfLinks(): Beginning {
  const { permission } = process as { readonly permission?: { has(scope: string): boolean } | undefined };
  if (permission !== undefined && !permission.has('worker')) return Beginning.LOOP_ALONE;
  const isNode = !('bun' in process.versions) && !('deno' in process.versions);
  return isNode && isMainThread && process.platform !== 'win32' ? Beginning.LOOP : Beginning.THREAD;
}
