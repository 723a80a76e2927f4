import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * Makes ids that are unique in the whole cluster: numbers from 0 to 2⁶³ − 1 that grow roughly with time. It has the methods of
 * `hazelcast-client`.
 *
 * Ids are fetched in batches, the next one before the current one is used up; see `flakeIdGenerators` in the configuration. Ids
 * that were fetched and not given out are lost.
 *
 * An id consists of milliseconds since 2018 (41 bits), a sequence number, and the number of the member that made it (16 bits).
 * From one batch to the next, ids are only roughly in order.
 */
export interface FlakeIdGenerator extends DistributedObject {
  /**
   * Resolves to an id that is unique in the cluster. It nearly always comes from memory, without a request.
   *
   * Rejects with NodeIdOutOfRangeError when no member has a number that fits in 16 bits.
   */
  newId(options?: CallOptions): Promise<Long>;
}
