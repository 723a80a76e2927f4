import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * A number of 64 bits that the whole cluster agrees on, as `hazelcast-client` has it: linearizable while a majority of its CP group
 * lives. Numbers that are neither whole nor a `Long` reject with IllegalArgumentError.
 *
 * A change that was lost before its answer came rejects with TargetDisconnectedError: it may have been made or not.
 */
export interface IAtomicLong extends DistributedObject {
  /** Resolves to the value after. */
  addAndGet(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Resolves to whether the value was as expected, and was set. */
  compareAndSet(expect: Long | number, update: Long | number, options?: CallOptions): Promise<boolean>;
  /** Resolves to the value after. */
  decrementAndGet(options?: CallOptions): Promise<Long>;
  /** 0 before it was set. */
  get(options?: CallOptions): Promise<Long>;
  /** Resolves to the value before. */
  getAndAdd(delta: Long | number, options?: CallOptions): Promise<Long>;
  /** Resolves to the value before. */
  getAndDecrement(options?: CallOptions): Promise<Long>;
  /** Resolves to the value before. */
  getAndSet(newValue: Long | number, options?: CallOptions): Promise<Long>;
  /** Resolves to the value after. */
  incrementAndGet(options?: CallOptions): Promise<Long>;
  /** Resolves to the value before. */
  getAndIncrement(options?: CallOptions): Promise<Long>;
  /** Sets the value, whatever it was. */
  set(newValue: Long | number, options?: CallOptions): Promise<void>;
}
