import type { FencedLock } from './fenced-lock.js';
import type { IAtomicLong } from './iatomic-long.js';
import type { IAtomicReference } from './iatomic-reference.js';
import type { ICountDownLatch } from './icount-down-latch.js';
import type { ISemaphore } from './isemaphore.js';

/**
 * Objects the whole cluster agrees on at once, as `hazelcast-client` has them: linearizable, and available as long as a majority
 * of their CP group is. Open-source members have the subsystem up to 5.4; on later ones it is a feature of Hazelcast Enterprise, and
 * all its methods reject with UnsupportedOperationError.
 *
 * `name` is in the default group, `name@group` in another, which is made where it is not there. Each call commits in the cluster, so keep
 * what it gives. A name that is none rejects with IllegalArgumentError. An object that was destroyed cannot be made again.
 */
export interface CPSubsystem {
  /** A number of 64 bits, 0 at first. */
  getAtomicLong(name: string): Promise<IAtomicLong>;
  /** A value, null at first. */
  getAtomicReference<E>(name: string): Promise<IAtomicReference<E>>;
  /** A latch, open at first: its count is 0. */
  getCountDownLatch(name: string): Promise<ICountDownLatch>;
  /** The same object each time, as long as its group is there. */
  getLock(name: string): Promise<FencedLock>;
  /** A semaphore, without permits at first. Of which kind it is, the member's configuration says, which this asks for. */
  getSemaphore(name: string): Promise<ISemaphore>;
}
