import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * A counter that some members (its replicas) keep a copy of each, as `hazelcast-client` has it. Updates go to one replica and
 * are told to the others about once a second; they are never lost by a conflict.
 *
 * A client sees its own updates, and no value is older than one it has seen. When the replica it uses is gone, it goes on
 * with another that has seen as much. Where there is none, calls reject with ConsistencyLostError: until there is one, or
 * after `reset`.
 *
 * Deltas are whole numbers or `Long`s; anything else rejects with IllegalArgumentError. Values wrap around at 64 bits. Each
 * call rejects with NoDataMemberInClusterError when all members are lite members. An update whose replica was lost before
 * it answered rejects with TargetDisconnectedError or MemberLeftError: it may count or not (unless `network.redoOperation`
 * is set: then it is sent to another replica, and may count twice).
 */
export interface PNCounter extends DistributedObject {
  /** Resolves to the value; 0 before the first update. */
  get(options?: CallOptions): Promise<Long>;
  /** Resolves to the value before. */
  getAndAdd(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Resolves to the value after. */
  addAndGet(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Resolves to the value before. */
  getAndSubtract(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Resolves to the value after. */
  subtractAndGet(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Resolves to the value after. */
  decrementAndGet(options?: CallOptions): Promise<Long>;
  /** Resolves to the value after. */
  incrementAndGet(options?: CallOptions): Promise<Long>;
  /** Resolves to the value before. */
  getAndDecrement(options?: CallOptions): Promise<Long>;
  /** Resolves to the value before. */
  getAndIncrement(options?: CallOptions): Promise<Long>;
  /** Forgets what this client has seen: later calls may give older values, and do not reject with ConsistencyLostError. */
  reset(): Promise<void>;
}
