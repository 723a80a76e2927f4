import { LONGEST_DELAY_MILLIS, monotonicNow } from '@offloop/runtime/clock';
import type { ShardSettings } from '@offloop/contract';

/** Makes exponential pauses between rounds over all addresses, by the official client's formula and defaults. */
export class Backoff {
  readonly #retry: ShardSettings['retry'];
  readonly #startedAt: number = monotonicNow();
  #pause: number;

  constructor(retry: ShardSettings['retry']) {
    this.#retry = retry;
    this.#pause = Math.min(retry.initialBackoffMillis, retry.maxBackoffMillis);
  }

  /** Returns the milliseconds to wait before the next round, or −1 once the cluster counts as unreachable. */
  next(): number {
    const { clusterConnectTimeoutMillis } = this.#retry;
    const elapsed = monotonicNow() - this.#startedAt;
    if (clusterConnectTimeoutMillis >= 0 && elapsed >= clusterConnectTimeoutMillis) return -1;
    const pause = this.pause();
    return clusterConnectTimeoutMillis < 0 ? pause : Math.min(pause, clusterConnectTimeoutMillis - elapsed);
  }

  /** Returns the milliseconds to wait before the next round, however long the cluster has been unreachable. */
  pause(): number {
    const { multiplier, maxBackoffMillis, jitter } = this.#retry;
    const pause = this.#pause * (1 - jitter + 2 * jitter * Math.random());
    this.#pause = Math.min(this.#pause * multiplier, maxBackoffMillis);
    return Math.min(pause, LONGEST_DELAY_MILLIS);
  }
}
