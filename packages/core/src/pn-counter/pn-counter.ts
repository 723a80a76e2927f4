import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * A counter with copies on several members, its replicas, with the methods of `hazelcast-client`. An update goes to one replica,
 * which tells the others about once a second. Conflicts lose no update.
 *
 * A client sees its own updates, and never an older value than one it has seen. When its replica is gone, it continues with another
 * that has seen as much. While there is none, calls reject with ConsistencyLostError; `reset` ends that.
 *
 * Deltas are whole numbers or `Long`s; anything else rejects with IllegalArgumentError. Values wrap around at 64 bits. Calls
 * reject with NoDataMemberInClusterError when all members are lite members.
 *
 * When a replica is lost before it answers an update, the call rejects with TargetDisconnectedError or MemberLeftError: the update
 * may count or not. With `network.redoOperation` it is sent to another replica instead, and may count twice.
 */
export interface PNCounter extends DistributedObject {
  /** Resolves to the value; 0 before the first update. */
  get(options?: CallOptions): Promise<Long>;
  /** Adds `delta`; resolves to the old value. */
  getAndAdd(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Adds `delta`; resolves to the new value. */
  addAndGet(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Subtracts `delta`; resolves to the old value. */
  getAndSubtract(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Subtracts `delta`; resolves to the new value. */
  subtractAndGet(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Subtracts 1; resolves to the new value. */
  decrementAndGet(options?: CallOptions): Promise<Long>;
  /** Adds 1; resolves to the new value. */
  incrementAndGet(options?: CallOptions): Promise<Long>;
  /** Subtracts 1; resolves to the old value. */
  getAndDecrement(options?: CallOptions): Promise<Long>;
  /** Adds 1; resolves to the old value. */
  getAndIncrement(options?: CallOptions): Promise<Long>;
  /**
   * Forgets the values that this client has seen. Later calls may give older values, and no longer reject with
   * ConsistencyLostError.
   */
  reset(): Promise<void>;
}
