import type { FencedLock } from './fenced-lock.js';
import type { IAtomicLong } from './iatomic-long.js';
import type { IAtomicReference } from './iatomic-reference.js';
import type { ICountDownLatch } from './icount-down-latch.js';
import type { ISemaphore } from './isemaphore.js';

/**
 * The CP subsystem: objects whose state the whole cluster agrees on. Calls are linearizable, and work as long as a majority of
 * the object's CP group is reachable.
 *
 * Open-source members have the subsystem up to version 5.4. Later members need Hazelcast Enterprise; without it every method
 * rejects with UnsupportedOperationError.
 *
 * `name` means an object of the default group, `name@group` one of another group, which is created if it does not exist. Each
 * method here makes a request to the cluster: keep the object it resolves to. An invalid name throws
 * AssertionError at once. A destroyed object cannot be created again.
 */
export interface CPSubsystem {
  /** Resolves to the 64-bit number of that name. It starts at 0. */
  getAtomicLong(name: string): Promise<IAtomicLong>;
  /** Resolves to the reference of that name. It starts as null. */
  getAtomicReference<E>(name: string): Promise<IAtomicReference<E>>;
  /** Resolves to the latch of that name. Its count starts at 0, so that nobody waits. */
  getCountDownLatch(name: string): Promise<ICountDownLatch>;
  /** Resolves to the lock of that name: to the same object each time, as long as its group exists. */
  getLock(name: string): Promise<FencedLock>;
  /**
   * Resolves to the semaphore of that name. It starts without permits. The member's configuration decides whether permits belong
   * to sessions.
   */
  getSemaphore(name: string): Promise<ISemaphore>;
}
