import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * A value that the whole cluster agrees on; null at first. Calls are linearizable, and work while a majority of its CP group is
 * reachable.
 *
 * Values are equal when their serialized bytes are. `undefined` rejects with IllegalArgumentError. When the connection is lost
 * before the answer to a change, the call rejects with TargetDisconnectedError: the change may have been made.
 */
export interface IAtomicReference<E> extends DistributedObject {
  /** Sets the value to `update` if it equals `expect`; resolves to whether it did. */
  compareAndSet(expect: E, update: E, options?: CallOptions): Promise<boolean>;
  /** Resolves to the value, or null. */
  get(options?: CallOptions): Promise<E>;
  /** Sets the value; null clears it. */
  set(newValue: E, options?: CallOptions): Promise<void>;
  /** Sets the value; resolves to the old one. */
  getAndSet(newValue: E, options?: CallOptions): Promise<E>;
  /** Resolves to whether the value is null. */
  isNull(options?: CallOptions): Promise<boolean>;
  /** Sets the value to null. */
  clear(options?: CallOptions): Promise<void>;
  /** Resolves to whether the value equals this one, which may be null. */
  contains(value: E, options?: CallOptions): Promise<boolean>;
}
