import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import type { DistributedObject } from '../objects/distributed-object.js';

/**
 * A lock that has at most one holder in the whole cluster. It belongs to the client's CP session: when the client dies, or
 * cannot reach the CP group for the session's time to live, the lock becomes free. A blocked event loop does not lose the
 * lock, because the worker keeps the session alive; with `runtime.workers: 0` there is no worker to do so.
 *
 * The lock is not reentrant: a holder that calls `lock` again waits for ever.
 *
 * `lock` and `tryLock` accept neither `timeout` nor `signal`: a lock granted after you gave up would stay locked.
 */
export interface FencedLock extends DistributedObject {
  /**
   * Waits until the lock is free, without a limit. Resolves to its fence, which `unlock` needs: a number that grows each time
   * the lock is taken. A resource that remembers the largest fence it has seen can refuse a holder that lost the lock unnoticed.
   *
   * Rejects with IllegalMonitorStateError when the group ended the wait.
   *
   * @param options a `timeout` or `signal` in it rejects with IllegalArgumentError.
   */
  lock(options?: CallOptions): Promise<Long>;
  /**
   * Waits for the lock for at most `timeout` ms (default 0). Resolves to the fence, or to undefined when the lock did not become
   * free in time.
   *
   * @param options a `timeout` or `signal` in it rejects with IllegalArgumentError.
   */
  tryLock(timeout?: number, options?: CallOptions): Promise<Long | undefined>;
  /**
   * Gives the lock back.
   *
   * Rejects with IllegalArgumentError when `fence` is not the `Long` object that `lock` or `tryLock` gave, with
   * LockOwnershipLostError when the session was closed and the lock lost, and with IllegalMonitorStateError when this client
   * does not hold the lock.
   *
   * @param fence the `Long` object that `lock` or `tryLock` gave; another object with the same number is refused.
   */
  unlock(fence: Long, options?: CallOptions): Promise<void>;
  /** Resolves to whether anybody holds the lock. */
  isLocked(options?: CallOptions): Promise<boolean>;
}
