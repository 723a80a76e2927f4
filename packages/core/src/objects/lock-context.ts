import { AsyncLocalStorage } from 'node:async_hooks';

/** Context of all code that runs in none of its own. */
const SHARED_CONTEXT = 0;

const storage = new AsyncLocalStorage<number>();
let lastContext: number = SHARED_CONTEXT;
/** True once a context was made: every map operation looks up the current one, and most programs have none. */
let inUse = false;

/**
 * Owners of locks. A member knows an owner by its client and by a thread id; code that runs in one lock context has one such id.
 * Without contexts, all code that uses one client owns its locks together.
 */
// A class, as officially.
// oxlint-disable-next-line typescript/no-extraneous-class
export class LockContext {
  /**
   * Runs an async function in a lock context of its own. Locks that it takes belong neither to its caller nor to another `run`,
   * even one inside it; all that it awaits or starts belongs to the context, too.
   *
   * @returns a promise that settles as the function's. Locks that it leaves behind stay locked.
   */
  static async run<T>(f: () => Promise<T>): Promise<T> {
    inUse = true;
    return storage.run(++lastContext, f);
  }
}

/** Returns the id by which the member tells the code now running from other code of this client. */
export function currentLockContext(): number {
  return inUse ? (storage.getStore() ?? SHARED_CONTEXT) : SHARED_CONTEXT;
}

let lastReference = 0;

/**
 * Returns a new id for an operation that changes a lock. The member remembers the last one a lock was changed by, so that an
 * attempt that is sent again does not take, or give back, the lock a second time.
 */
export function nextLockReference(): number {
  return ++lastReference;
}
