import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * A lock that at most one holder in the whole cluster has, as `hazelcast-client` has it. It is bound to the client's CP session:
 * when the client dies, or cannot reach its CP group for the session's time to live, the lock is free for others. A blocked
 * event loop costs no lock: the worker keeps the session alive (with `runtime.workers: 0` nobody does).
 *
 * Not reentrant: who asks again while holding it waits for ever.
 *
 * `lock` and `tryLock` take neither `timeout` nor `signal`: to give them up would lose a lock that came too late.
 */
export interface FencedLock extends DistributedObject {
  /**
   * Waits until the lock is free. Resolves to its fence, by which it is unlocked: a number that is larger each time the lock
   * is taken. A resource that remembers the largest it has seen can refuse a holder that has lost the lock without knowing.
   *
   * Rejects with IllegalMonitorStateError when the wait was ended by the group.
   */
  lock(options?: CallOptions): Promise<Long>;
  /** Waits at most so many milliseconds (default 0); resolves to undefined when the lock was not free. */
  tryLock(timeout?: number, options?: CallOptions): Promise<Long | undefined>;
  /**
   * @param fence the very `Long` that `lock` or `tryLock` gave.
   *
   * Rejects with IllegalArgumentError for any other, with LockOwnershipLostError when the session was closed and so the lock
   * lost before, and with IllegalMonitorStateError when this client does not hold the lock.
   */
  unlock(fence: Long, options?: CallOptions): Promise<void>;
  /** Whether anybody holds it. */
  isLocked(options?: CallOptions): Promise<boolean>;
}
