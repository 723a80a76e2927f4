import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * A value that the whole cluster agrees on, as `hazelcast-client` has it: linearizable while a majority of its CP group lives. It is
 * null at first. Values are compared by their serialized bytes; one that is undefined rejects with IllegalArgumentError.
 *
 * A change that was lost before its answer came rejects with TargetDisconnectedError: it may have been made or not.
 */
export interface IAtomicReference<E> extends DistributedObject {
  /** Resolves to whether the value was as expected, and was set. */
  compareAndSet(expect: E, update: E, options?: CallOptions): Promise<boolean>;
  /** Resolves to the value, or null. */
  get(options?: CallOptions): Promise<E>;
  /** Sets the value, whatever it was; null clears it. */
  set(newValue: E, options?: CallOptions): Promise<void>;
  /** Resolves to the value before. */
  getAndSet(newValue: E, options?: CallOptions): Promise<E>;
  /** Resolves to whether it is null. */
  isNull(options?: CallOptions): Promise<boolean>;
  /** Sets it to null. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to whether this is the value; it may be null. */
  contains(value: E, options?: CallOptions): Promise<boolean>;
}
