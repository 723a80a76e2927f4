import type { CallOptions } from '../calls/call-options.js';
import type { DistributedCollection } from '../objects/distributed-collection.js';

/**
 * A distributed set, as `hazelcast-client` has it; each operation takes `{ timeout, signal }` besides. None is sent a second
 * time when its connection was lost before the answer: such a call rejects, and may have been carried out.
 */
export interface ISet<E> extends DistributedCollection<E> {
  /** Resolves to true when the item was not there yet. */
  add(item: E, options?: CallOptions): Promise<boolean>;
}
