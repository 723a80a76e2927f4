import { monotonicNow } from '@offloop/runtime/clock';
import { Backoff } from '@offloop/runtime/thread';
import type { ShardSettings } from '@offloop/contract';

/** The pauses between rounds over all addresses, until the cluster counts as unreachable. */
export class RoundPauses {
  readonly #backoff: Backoff;
  readonly #limit: number;
  readonly #begun: number = monotonicNow();

  constructor(retry: ShardSettings['retry']) {
    this.#backoff = new Backoff(retry);
    this.#limit = retry.clusterConnectTimeoutMillis;
  }

  /** Returns the milliseconds to wait before the next round, or −1 once the time for the cluster has passed. */
  next(mayGiveUp: boolean): number {
    if (!mayGiveUp || this.#limit < 0) return this.#backoff.next();
    const left = this.#begun + this.#limit - monotonicNow();
    return left <= 0 ? -1 : Math.min(this.#backoff.next(), left);
  }
}
