import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * Makes ids that are unique in the whole cluster, as `hazelcast-client` has it: numbers from 0 to 2⁶³ − 1 that grow roughly with
 * time. They are fetched in batches, and the next batch before the present one is used up: see `flakeIdGenerators` in the
 * configuration.
 *
 * An id is made of milliseconds since 2018 (41 bits), a sequence number, and the number of the member that made it (16 bits).
 * The ids of one client are unique and, from one batch to the next, roughly ordered only. Ids that were fetched and not
 * given out are lost.
 */
export interface FlakeIdGenerator extends DistributedObject {
  /**
   * Resolves to an id nobody else has got or will get. Nearly always from memory, without a request.
   *
   * Rejects with NodeIdOutOfRangeError when each member's number is too large for 16 bits.
   */
  newId(options?: CallOptions): Promise<Long>;
}
