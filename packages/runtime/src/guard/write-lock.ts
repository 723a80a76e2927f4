/** The lock of a socket of the caller's loop, which its guard takes as well. Nobody waits for it: a side that does not get it tries again later. */
export interface WriteLock {
  /** Takes the lock. @returns false if the guard has it: it writes a few bytes. */
  tryTake(): boolean;
  /**
   * Writes what is owed of a beat, if anything is. Only with the lock. Throws a {@link GuardDiedError} if that is not known.
   *
   * @returns false if the kernel does not take all of it.
   */
  payOwed(): boolean;
  /**
   * Takes what is owed of a beat, to be written before anything else. Only with the lock. Throws a {@link GuardDiedError} if that is not
   * known.
   */
  takeOwed(): Buffer;
  /** The loop has written something. */
  wrote(): void;
  /** Gives the lock back, with whole messages written. */
  release(): void;
  /** Ends it, with the lock: the guard does not write to the socket's number any more. */
  leave(): void;
}

/** The guard has died while it wrote, so what the other side has got is not known. */
export class GuardDiedError extends Error {
  constructor() {
    super('the guard of the socket has died while it wrote');
  }
}

const NOTHING: Buffer = Buffer.alloc(0);

/** The lock of a socket that has no guard. */
export const unguarded: WriteLock = {
  tryTake: () => true,
  payOwed: () => true,
  takeOwed: () => NOTHING,
  wrote: () => undefined,
  release: () => undefined,
  leave: () => undefined,
};
