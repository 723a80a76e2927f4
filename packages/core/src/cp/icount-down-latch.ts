import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * Lets callers wait until something was done so many times, as `hazelcast-client` has it. Each `countDown` counts once, also when it is
 * sent again. Counts are whole numbers of 32 bits; anything else rejects with IllegalArgumentError.
 */
export interface ICountDownLatch extends DistributedObject {
  /**
   * Waits until the count is 0, for at most `timeout` milliseconds; 0 or less: not at all. Resolves to whether it is.
   *
   * The member waits, and no deadline of the client's own ends it. Giving it up loses nothing, so it takes options besides.
   */
  await(timeout: number, options?: CallOptions): Promise<boolean>;
  /** Takes one from the count, unless it is 0. */
  countDown(options?: CallOptions): Promise<void>;
  /** Resolves to the count: how many `countDown` are still waited for. */
  getCount(options?: CallOptions): Promise<number>;
  /** Sets the count if it is 0; resolves to whether it was. @param count at least 1. */
  trySetCount(count: number, options?: CallOptions): Promise<boolean>;
}
