import type { CallOptions } from '../calls/call-options.js';
import type { DistributedCollection } from '../objects/distributed-collection.js';

/**
 * A distributed set, with the methods of `hazelcast-client`. Each operation also takes `{ timeout, signal }`.
 *
 * When the connection is lost before the answer, the call rejects and is not sent again: the member may have carried it out.
 */
export interface ISet<E> extends DistributedCollection<E> {
  /** Adds an item; resolves to false when the set already had an equal one. */
  add(item: E, options?: CallOptions): Promise<boolean>;
  /** Form for `items.map(set.add, set)`: the surplus arguments that `Array.map` passes are ignored. */
  add(item: E): Promise<boolean>;
}
