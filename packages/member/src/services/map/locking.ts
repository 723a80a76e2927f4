import { mapMessages } from '@offloop/wire/protocol';

import type { Dispatcher } from '../../dispatcher.js';
import { notLockOwner } from '../../errors.js';
import { ownerOf, waitFor } from './maps.js';
import type { Maps } from './maps.js';
import { answerFalse } from './writes.js';

// Offsets among the fixed fields, in bytes; the thread id is at 0.
const LOCK = { LEASE: 8, REFERENCE: 16 } as const;
const TRY_LOCK = { LEASE: 8, TIMEOUT: 16, REFERENCE: 24 } as const;
const UNLOCK = { REFERENCE: 8 } as const;

export function registerLocking(dispatcher: Dispatcher, maps: Maps): void {
  dispatcher.on(mapMessages.lock, (call) => {
    const map = maps.of(call);
    const key = call.data(call.key);
    const owner = ownerOf(call);
    if (map.store.locks.acquire(key, owner, call.long(LOCK.LEASE), call.bigint(LOCK.REFERENCE))) call.void();
    else waitFor(call, map, key, owner, Infinity, () => {});
  });
  dispatcher.on(mapMessages.tryLock, (call) => {
    const map = maps.of(call);
    const key = call.data(call.key);
    const owner = ownerOf(call);
    const { locks } = map.store;
    if (locks.acquire(key, owner, call.long(TRY_LOCK.LEASE), call.bigint(TRY_LOCK.REFERENCE))) {
      call.boolean(true);
    } else {
      waitFor(call, map, key, owner, call.long(TRY_LOCK.TIMEOUT), answerFalse);
    }
  });
  dispatcher.on(mapMessages.unlock, (call) => {
    const { locks } = maps.of(call).store;
    const key = call.data(call.key);
    const owner = ownerOf(call);
    if (!locks.isLockedBy(key, owner)) throw notLockOwner();
    // Answered first: those who wait for the lock run inside the release, and one may be this connection's.
    call.void();
    locks.release(key, owner, call.bigint(UNLOCK.REFERENCE));
  });
  dispatcher.on(mapMessages.forceUnlock, (call) => {
    const { locks } = maps.of(call).store;
    const key = call.data(call.key);
    call.void();
    locks.forceRelease(key);
  });
  dispatcher.on(mapMessages.isLocked, (call) => {
    const { locks } = maps.of(call).store;
    call.boolean(locks.isLocked(call.data(call.key)));
  });
}
