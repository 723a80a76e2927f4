import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * Estimates how many different items were added. Members keep no items, and 16 KiB at most for any number of them. The methods are
 * those of Java's `CardinalityEstimator`; `hazelcast-client` does not have it.
 *
 * Two items are the same if their serialized bytes are, whichever client added them. Their types are not looked at: a text and a
 * Buffer of its UTF-8 bytes are one item.
 *
 * When the connection is lost before the answer, a call rejects and is not sent again. To add an item twice does no harm.
 */
export interface CardinalityEstimator extends DistributedObject {
  /** Adds an item, of which only a hash of 64 bits is sent. `null` and `undefined` reject with IllegalArgumentError. */
  add(item: unknown, options?: CallOptions): Promise<void>;
  /** Form for `items.map(estimator.add, estimator)`: the surplus arguments that `Array.map` passes are ignored. */
  add(item: unknown): Promise<void>;
  /** Resolves to the estimated number of different items; 0 before the first. Beyond 7,000 the standard error is 0.8 %. */
  estimate(options?: CallOptions): Promise<Long>;
}
