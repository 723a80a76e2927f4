import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * Lets callers wait until something was done a given number of times. Each `countDown` counts once, even if it had to be
 * sent again. Counts are whole numbers below 2³¹. What is no number, or below 1, throws AssertionError at once; other numbers
 * reject with IllegalArgumentError.
 */
export interface ICountDownLatch extends DistributedObject {
  /**
   * Waits until the count is 0, for at most `timeout` ms; 0 or less does not wait. Resolves to whether the count is 0.
   *
   * The member does the waiting, and no default limit of the client ends it. `options` may: giving up loses nothing.
   */
  await(timeout: number, options?: CallOptions): Promise<boolean>;
  /** Lowers the count by 1, unless it is 0. */
  countDown(options?: CallOptions): Promise<void>;
  /** Resolves to the count: the number of `countDown` calls still to come. */
  getCount(options?: CallOptions): Promise<number>;
  /**
   * Sets the count if it is 0; resolves to whether it did.
   *
   * @param count at least 1.
   */
  trySetCount(count: number, options?: CallOptions): Promise<boolean>;
}
