import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * Permits that the whole cluster shares, as `hazelcast-client` has it. Which of two kinds it is says the member's configuration:
 *
 * - Bound to sessions (the default): permits go back when the client that holds them dies. Only permits that this client has
 *   acquired can be released.
 * - Without sessions (`jdk-compatible`): anyone may release permits, and those of a dead client are lost.
 *
 * Numbers of permits are whole numbers of 32 bits; anything else rejects with IllegalArgumentError. What acquires (`acquire`,
 * `tryAcquire`, `drainPermits`) takes neither `timeout` nor `signal`: to give it up would lose permits that came too late.
 */
export interface ISemaphore extends DistributedObject {
  /** Sets the number of permits, once; resolves to false when it was set before. */
  init(permits: number, options?: CallOptions): Promise<boolean>;
  /** Waits until there are so many permits (default 1), and takes them. */
  acquire(permits?: number, options?: CallOptions): Promise<void>;
  /** Waits at most `timeout` milliseconds (default 0); resolves to whether they were taken. */
  tryAcquire(permits?: number, timeout?: number, options?: CallOptions): Promise<boolean>;
  /** Gives back so many permits (default 1). With sessions: rejects with IllegalStateError when fewer are held. */
  release(permits?: number, options?: CallOptions): Promise<void>;
  /** Resolves to the number of permits nobody holds; negative after `reducePermits` of more. */
  availablePermits(options?: CallOptions): Promise<number>;
  /** Takes all there are; resolves to how many. */
  drainPermits(options?: CallOptions): Promise<number>;
  /** Makes the permits fewer, without waiting: there may be less than none. */
  reducePermits(reduction: number, options?: CallOptions): Promise<void>;
  /** Makes the permits more, as `reducePermits` makes them fewer. */
  increasePermits(increase: number, options?: CallOptions): Promise<void>;
}
