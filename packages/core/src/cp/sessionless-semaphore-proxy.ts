import { WaitKeyCancelledError, type UUID } from '@offloop/values';
import { SemaphoreProxy, type Acquirer } from './semaphore-proxy.js';

const NO_SESSION = -1;

/** A semaphore whose permits do not belong to sessions. */
export class SessionlessSemaphoreProxy extends SemaphoreProxy {
  protected override async acquirePermits(
    invocationUid: UUID,
    _permits: number,
    _end: number,
    attempt: (by: Acquirer) => Promise<boolean>,
  ): Promise<boolean> {
    try {
      return await this.#as(invocationUid, attempt);
    } catch (error) {
      throw error instanceof WaitKeyCancelledError ? this.cancelled(error) : error;
    }
  }

  protected override releasePermits(
    invocationUid: UUID,
    _permits: number,
    attempt: (by: Acquirer) => Promise<boolean>,
  ): Promise<boolean> {
    return this.#as(invocationUid, attempt);
  }

  protected override drain(invocationUid: UUID, attempt: (by: Acquirer) => Promise<number>): Promise<number> {
    return this.#as(invocationUid, attempt);
  }

  protected override change(
    invocationUid: UUID,
    attempt: (by: Acquirer) => Promise<boolean>,
  ): Promise<boolean> {
    return this.#as(invocationUid, attempt);
  }

  async #as<R>(invocationUid: UUID, attempt: (by: Acquirer) => Promise<R>): Promise<R> {
    const threadId = await this.sessions.newThreadId(this.group);
    return attempt({ sessionId: NO_SESSION, threadId, invocationUid });
  }
}
