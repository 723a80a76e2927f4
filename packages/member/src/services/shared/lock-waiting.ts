import type { Call } from '../../calls/call.js';
import type { Slice } from '../../protocol/slice.js';
import type { LockOwner, LockTable, Waiter } from './lock-table.js';

/** Returns the owner on whose behalf a keyed request is made; the thread id is its first fixed field. */
export function ownerOf(call: Call): LockOwner {
  return { client: clientOf(call), threadLow: call.int(0), threadHigh: call.int(4) };
}

/** Returns the owner of a request without a thread id: thread 0, as in members. */
export function threadlessOwnerOf(call: Call): LockOwner {
  return { client: clientOf(call), threadLow: 0, threadHigh: 0 };
}

function clientOf(call: Call): string {
  return call.connection.client?.uuid ?? '';
}

/**
 * Returns true if a call may change the entry of `key` now. Otherwise returns false, and the call waits up to `timeout` ms: it is
 * handled again when the lock is free, or answered by `onTimeout`.
 */
export function admit(
  call: Call,
  locks: LockTable,
  key: Slice,
  timeout: number = Infinity,
  onTimeout: (late: Call) => void = noResponse,
  asOwner: (call: Call) => LockOwner = ownerOf,
): boolean {
  if (locks.size === 0) return true;
  const owner = asOwner(call);
  if (locks.admits(key, owner)) return true;
  waitForLock(call, locks, key, owner, timeout, onTimeout);
  return false;
}

/** Returns true if a call may read the entry of `key` now. Otherwise returns false, and the call waits until it may. */
export function admitRead(call: Call, locks: LockTable, key: Slice): boolean {
  if (locks.size === 0) return true;
  const owner = ownerOf(call);
  if (locks.admitsRead(key, owner)) return true;
  waitForLock(call, locks, key, owner, Infinity, noResponse);
  return false;
}

/** Makes a call wait for a lock that another owner has, up to `timeout` ms, after which `onTimeout` answers it. */
export function waitForLock(
  call: Call,
  locks: LockTable,
  key: Slice,
  owner: LockOwner,
  timeout: number,
  onTimeout: (late: Call) => void,
): void {
  const enqueue = (resume: () => void): (() => void) => {
    const waiter: Waiter = { owner, resume };
    const lock = locks.enqueue(key, waiter);
    return () => locks.cancel(lock, waiter);
  };
  call.wait(enqueue, timeout, onTimeout);
}

function noResponse(): void {}
