import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * A 64-bit number that the whole cluster agrees on. Calls are linearizable, and work while a majority of its CP group is
 * reachable.
 *
 * Arguments are whole numbers or `Long`s; what is no number throws AssertionError at once, and other
 * numbers reject with IllegalArgumentError. When the connection is lost before
 * the answer to a change, the call rejects with TargetDisconnectedError: the change may have been made.
 */
export interface IAtomicLong extends DistributedObject {
  /** Adds `delta`; resolves to the new value. */
  addAndGet(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Sets the value to `update` if it is `expect`; resolves to whether it did. */
  compareAndSet(expect: Long | number, update: Long | number, options?: CallOptions): Promise<boolean>;
  /** Subtracts 1; resolves to the new value. */
  decrementAndGet(options?: CallOptions): Promise<Long>;
  /** Resolves to the value; 0 before it was set. */
  get(options?: CallOptions): Promise<Long>;
  /** Adds `delta`; resolves to the old value. */
  getAndAdd(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Subtracts 1; resolves to the old value. */
  getAndDecrement(options?: CallOptions): Promise<Long>;
  /** Sets the value; resolves to the old one. */
  getAndSet(newValue: Long | number, options?: CallOptions): Promise<Long>;
  /** Adds 1; resolves to the new value. */
  incrementAndGet(options?: CallOptions): Promise<Long>;
  /** Adds 1; resolves to the old value. */
  getAndIncrement(options?: CallOptions): Promise<Long>;
  /** Sets the value. */
  set(newValue: Long | number, options?: CallOptions): Promise<void>;
}
