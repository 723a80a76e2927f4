import type { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import { notLockOwner } from '../../calls/errors.js';
import { ownerOf, waitForLock } from './lock-waiting.js';
import type { LockTable } from './lock-table.js';

// Offsets among the fixed fields, in bytes; the thread id is at 0.
const LOCK = { LEASE: 8, REFERENCE: 16 } as const;
const TRY_LOCK = { LEASE: 8, TIMEOUT: 16, REFERENCE: 24 } as const;
const UNLOCK = { REFERENCE: 8 } as const;

type LockMessages = Pick<
  typeof messages.map | typeof messages.multiMap,
  'lock' | 'tryLock' | 'unlock' | 'forceUnlock' | 'isLocked'
>;

/**
 * Registers the lock messages of a structure.
 *
 * @param locksOf reads the object's name from a call and returns its locks.
 */
export function registerLocking(
  handlers: Handlers,
  specs: LockMessages,
  locksOf: (call: Call) => LockTable,
): void {
  handlers.on(specs.lock, (call) => {
    const locks = locksOf(call);
    const key = call.data(call.key);
    const owner = ownerOf(call);
    if (locks.acquire(key, owner, call.long(LOCK.LEASE), call.bigint(LOCK.REFERENCE))) call.void();
    else waitForLock(call, locks, key, owner, Infinity, () => {});
  });
  handlers.on(specs.tryLock, (call) => {
    const locks = locksOf(call);
    const key = call.data(call.key);
    const owner = ownerOf(call);
    if (locks.acquire(key, owner, call.long(TRY_LOCK.LEASE), call.bigint(TRY_LOCK.REFERENCE))) {
      call.boolean(true);
    } else {
      waitForLock(call, locks, key, owner, call.long(TRY_LOCK.TIMEOUT), (late) => late.boolean(false));
    }
  });
  handlers.on(specs.unlock, (call) => {
    const locks = locksOf(call);
    const key = call.data(call.key);
    const owner = ownerOf(call);
    if (!locks.isLockedBy(key, owner)) throw notLockOwner();
    // The response comes first: calls that wait for the lock run inside `release`, and one may be of this connection.
    call.void();
    locks.release(key, owner, call.bigint(UNLOCK.REFERENCE));
  });
  handlers.on(specs.forceUnlock, (call) => {
    const locks = locksOf(call);
    const key = call.data(call.key);
    call.void();
    locks.forceRelease(key);
  });
  handlers.on(specs.isLocked, (call) => {
    const locks = locksOf(call);
    call.boolean(locks.isLocked(call.data(call.key)));
  });
}
