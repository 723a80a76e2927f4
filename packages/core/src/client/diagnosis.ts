import type { ShardDiagnosis } from '../shards/diagnosis.js';
import type { StartWait } from './start-watch.js';

/**
 * Result of `client.diagnose()`: where calls are, and when each thread last did something. Ages and fields named `since…` are
 * milliseconds before now. It holds addresses, names and error messages, and no keys, values or credentials.
 */
export interface ClientDiagnosis {
  /** Things that the start, or with `asyncStart` the first connection, waits for; empty afterwards. */
  readonly start: readonly StartWait[];
  /** Number of registered listeners, and of those that wait for members to confirm them. */
  readonly listeners: { readonly registered: number; readonly waiting: number };
  readonly shards: readonly ShardDiagnosis[];
}

/** Most addresses of each kind that are named in a log line. */
const MOST_ADDRESSES = 5;

/** Says for the log why there is no connection yet, beginning with punctuation. */
export function whyNotConnected({ shards, listeners }: ClientDiagnosis): string {
  const parts: string[] = [];
  for (const { worker, thread } of shards) {
    if (worker === null) {
      const seen =
        thread.sinceTurn === null ? 'has not begun' : `was last seen ${Math.round(thread.sinceTurn)} ms ago`;
      parts.push(`its worker gives no answer and ${seen}`);
      continue;
    }
    const { connections, failures } = worker;
    const tried = failures.slice(-MOST_ADDRESSES).map(({ address, error }) => `${address} (${error})`);
    if (tried.length > 0) parts.push(`tried ${tried.join(', ')}`);
    const underWay = connections
      .slice(0, MOST_ADDRESSES)
      .map(({ address, stage, ageMillis }) => `${address} (${stage}, ${Math.round(ageMillis)} ms)`);
    if (underWay.length > 0) parts.push(`under way ${underWay.join(', ')}`);
  }
  if (listeners.waiting > 0) parts.push(`listeners that wait to be registered: ${listeners.waiting}`);
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
}
