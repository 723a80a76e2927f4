import { mapMessages } from '@offloop/wire/protocol';

import type { Handlers } from '../../calls/handlers.js';
import { notLockOwner } from '../../calls/errors.js';
import { ownerOf, waitForLock } from '../shared/lock-waiting.js';
import type { Maps } from './named-map.js';
import { respondFalse } from './writes.js';

// Offsets among the fixed fields, in bytes; the thread id is at 0.
const LOCK = { LEASE: 8, REFERENCE: 16 } as const;
const TRY_LOCK = { LEASE: 8, TIMEOUT: 16, REFERENCE: 24 } as const;
const UNLOCK = { REFERENCE: 8 } as const;

export function registerLocking(handlers: Handlers, maps: Maps): void {
  handlers.on(mapMessages.lock, (call) => {
    const { locks } = maps.of(call).store;
    const key = call.data(call.key);
    const owner = ownerOf(call);
    if (locks.acquire(key, owner, call.long(LOCK.LEASE), call.bigint(LOCK.REFERENCE))) call.void();
    else waitForLock(call, locks, key, owner, Infinity, () => {});
  });
  handlers.on(mapMessages.tryLock, (call) => {
    const { locks } = maps.of(call).store;
    const key = call.data(call.key);
    const owner = ownerOf(call);
    if (locks.acquire(key, owner, call.long(TRY_LOCK.LEASE), call.bigint(TRY_LOCK.REFERENCE))) {
      call.boolean(true);
    } else {
      waitForLock(call, locks, key, owner, call.long(TRY_LOCK.TIMEOUT), respondFalse);
    }
  });
  handlers.on(mapMessages.unlock, (call) => {
    const { locks } = maps.of(call).store;
    const key = call.data(call.key);
    const owner = ownerOf(call);
    if (!locks.isLockedBy(key, owner)) throw notLockOwner();
    // The response first: those who wait for the lock run inside the release, and one may be this connection's.
    call.void();
    locks.release(key, owner, call.bigint(UNLOCK.REFERENCE));
  });
  handlers.on(mapMessages.forceUnlock, (call) => {
    const { locks } = maps.of(call).store;
    const key = call.data(call.key);
    call.void();
    locks.forceRelease(key);
  });
  handlers.on(mapMessages.isLocked, (call) => {
    const { locks } = maps.of(call).store;
    call.boolean(locks.isLocked(call.data(call.key)));
  });
}
