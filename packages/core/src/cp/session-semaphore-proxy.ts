import { monotonicNow } from '@offloop/runtime/clock';
import type Long from 'long';
import { IllegalStateError, SessionExpiredError, WaitKeyCancelledError, type UUID } from '@offloop/values';
import { grantOf } from './grant-of.js';
import { SemaphoreProxy, type Acquirer } from './semaphore-proxy.js';

/** Number of permits that a drain counts as until its answer tells their number, so that the session is kept alive meanwhile. */
const DRAINING = 1024;

/** A semaphore whose permits belong to the session of the client that took them. */
export class SessionSemaphoreProxy extends SemaphoreProxy {
  protected override async acquirePermits(
    invocationUid: UUID,
    permits: number,
    end: number,
    attempt: (by: Acquirer) => Promise<boolean>,
  ): Promise<boolean> {
    for (;;) {
      const sessionId = await this.sessions.acquire(this.group, permits);
      try {
        const by = this.#by(sessionId, invocationUid);
        const isAcquired = await grantOf(() => attempt(by));
        if (!isAcquired) this.sessions.release(this.group, sessionId, permits);
        return isAcquired;
      } catch (error) {
        this.sessions.release(this.group, sessionId, permits);
        if (error instanceof WaitKeyCancelledError) {
          if (end === Infinity) throw this.cancelled(error);
          return false;
        }
        if (!(error instanceof SessionExpiredError)) throw error;
        this.sessions.invalidate(this.group, sessionId);
        if (monotonicNow() > end) return false;
      }
    }
  }

  protected override async releasePermits(
    invocationUid: UUID,
    permits: number,
    attempt: (by: Acquirer) => Promise<boolean>,
  ): Promise<void> {
    const sessionId = this.sessions.idOf(this.group);
    if (sessionId === undefined) throw this.#noSession();
    try {
      await attempt(this.#by(sessionId, invocationUid));
    } catch (error) {
      // The release was refused: the client holds the permits as before.
      throw this.#failed(sessionId, error);
    }
    this.sessions.release(this.group, sessionId, permits);
  }

  protected override async drain(
    invocationUid: UUID,
    attempt: (by: Acquirer) => Promise<number>,
  ): Promise<number> {
    for (;;) {
      const sessionId = await this.sessions.acquire(this.group, DRAINING);
      let drained = 0;
      try {
        const by = this.#by(sessionId, invocationUid);
        drained = await grantOf(() => attempt(by));
        return drained;
      } catch (error) {
        if (!(error instanceof SessionExpiredError)) throw error;
        this.sessions.invalidate(this.group, sessionId);
      } finally {
        this.sessions.release(this.group, sessionId, DRAINING - drained);
      }
    }
  }

  protected override async change(
    invocationUid: UUID,
    attempt: (by: Acquirer) => Promise<boolean>,
  ): Promise<void> {
    const sessionId = await this.sessions.acquire(this.group);
    try {
      await attempt(this.#by(sessionId, invocationUid));
    } catch (error) {
      throw this.#failed(sessionId, error);
    } finally {
      this.sessions.release(this.group, sessionId);
    }
  }

  #by(sessionId: Long, invocationUid: UUID): Acquirer {
    return { sessionId, threadId: this.sessions.nextThreadId(), invocationUid };
  }

  #failed(sessionId: Long, error: unknown): unknown {
    if (!(error instanceof SessionExpiredError)) return error;
    this.sessions.invalidate(this.group, sessionId);
    return this.#noSession(error);
  }

  #noSession(cause?: unknown): IllegalStateError {
    return new IllegalStateError(
      `Semaphore[${this.getName()}] has no valid session! This client has no permits`,
      cause,
    );
  }
}
