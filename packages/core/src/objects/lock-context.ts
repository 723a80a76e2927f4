import { AsyncLocalStorage } from 'node:async_hooks';

/** The context of all code that runs in none of its own. */
const SHARED_CONTEXT = 0;

const storage = new AsyncLocalStorage<number>();
let lastContext: number = SHARED_CONTEXT;
/** Whether anyone uses contexts: every map operation asks for the current one, and most programs have none. */
let inUse = false;

/**
 * Who holds a lock. A member knows an owner by its client and by what it calls a thread; code that runs in one lock
 * context is one such thread. Without contexts, all code that uses one client owns its locks together.
 */
// A class, as officially.
// oxlint-disable-next-line typescript/no-extraneous-class
export class LockContext {
  /**
   * Runs an async function in a lock context of its own: locks it takes are not its caller's, nor those of another `run`
   * (of one inside it neither), and what it awaits or starts belongs to it too.
   *
   * @returns what the function resolves to; rejects as it does. Locks it leaves behind stay locked.
   */
  static async run<T>(f: () => Promise<T>): Promise<T> {
    inUse = true;
    return storage.run(++lastContext, f);
  }
}

/** The id by which the member tells the code now running from other code of this client. */
export function currentLockContext(): number {
  return inUse ? (storage.getStore() ?? SHARED_CONTEXT) : SHARED_CONTEXT;
}

let lastReference = 0;

/**
 * A new id for an operation that changes a lock. The member remembers the last one a lock was changed by, so that an attempt
 * that is sent again does not take, or give back, the lock a second time.
 */
export function nextLockReference(): number {
  return ++lastReference;
}
