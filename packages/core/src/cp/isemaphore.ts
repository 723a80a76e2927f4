import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * Permits that the whole cluster shares. The member's configuration decides between two kinds:
 *
 * - With sessions (the default): when a client dies, its permits become free. A client can release only permits that it has
 *   acquired.
 * - Without sessions (`jdk-compatible`): any client may release permits, and the permits of a dead client are lost.
 *
 * Numbers of permits are whole numbers below 2³¹; what is no number, or too small, throws AssertionError at once, and
 * other numbers reject with IllegalArgumentError. `acquire`, `tryAcquire` and
 * `drainPermits` accept neither `timeout` nor `signal`: permits granted after you gave up would be lost.
 */
export interface ISemaphore extends DistributedObject {
  /** Sets the number of permits, once. Resolves to false when it was set before. */
  init(permits: number, options?: CallOptions): Promise<boolean>;
  /** Waits until this many permits (default 1) are free, without a limit, and takes them. */
  acquire(permits?: number, options?: CallOptions): Promise<void>;
  /** Waits for this many permits (default 1) for at most `timeout` ms (default 0). Resolves to whether it took them. */
  tryAcquire(permits?: number, timeout?: number, options?: CallOptions): Promise<boolean>;
  /** Gives back this many permits (default 1). With sessions, rejects with IllegalStateError when this client holds fewer. */
  release(permits?: number, options?: CallOptions): Promise<void>;
  /** Resolves to the number of free permits. It is negative after `reducePermits` by more than were free. */
  availablePermits(options?: CallOptions): Promise<number>;
  /** Takes all free permits; resolves to their number. */
  drainPermits(options?: CallOptions): Promise<number>;
  /** Takes away this many permits without waiting: the number of free ones may become negative. */
  reducePermits(reduction: number, options?: CallOptions): Promise<void>;
  /** Adds this many permits. */
  increasePermits(increase: number, options?: CallOptions): Promise<void>;
}
