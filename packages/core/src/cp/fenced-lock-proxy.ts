import { monotonicNow } from '@offloop/runtime/clock';
import { messages } from '@offloop/wire';
import Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import { decodedOperation, operation } from '../calls/operation.js';
import {
  IllegalMonitorStateError,
  IllegalStateError,
  LockOwnershipLostError,
  SessionExpiredError,
  WaitKeyCancelledError,
  randomUuid,
  type UUID,
} from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import { assertNumber, isWait, notAWait } from './counts.js';
import { groupKey, type CpGroup } from './names.js';
import { CpProxy, type CpObject } from './cp-proxy.js';
import type { FencedLock } from './fenced-lock.js';
import { grantOf } from './grant-of.js';

const m = {
  lock: operation(messages.fencedLock.lock),
  tryLock: operation(messages.fencedLock.tryLock),
  unlock: operation(messages.fencedLock.unlock),
  getFence: decodedOperation(messages.fencedLock.getLockOwnership, ({ fence }) => fence),
};

interface Holding {
  readonly threadId: number;
  readonly sessionId: Long;
}

/** Requests the lock; resolves to 0 when it was not free in time. */
type Attempt = (by: {
  readonly sessionId: Long;
  readonly threadId: number;
  readonly invocationUid: UUID;
}) => Promise<Long>;

export class FencedLockProxy extends CpProxy implements FencedLock {
  /** The key is the fence object itself: its number does not say which session and thread took the lock. */
  readonly #holdings = new WeakMap<Long, Holding>();
  readonly #onDestroyed: () => void;

  constructor(object: CpObject, onDestroyed: () => void) {
    super('hz:raft:lockService', object);
    this.#onDestroyed = onDestroyed;
  }

  isIn(group: CpGroup): boolean {
    return groupKey(this.group) === groupKey(group);
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    this.#onDestroyed();
  }

  async lock(options?: CallOptions): Promise<Long> {
    try {
      const fence = await this.#acquire((by) => this.invoke(m.lock, by, options), Infinity);
      if (fence !== undefined) return fence;
    } catch (error) {
      if (!(error instanceof WaitKeyCancelledError)) throw error;
      throw new IllegalMonitorStateError(
        `Lock[${this.getName()}] not acquired because the lock call on the CP group was cancelled.`,
        error,
      );
    }
    throw new IllegalStateError(`lock '${this.getName()}' was given without a fence`);
  }

  tryLock(timeout: number = 0, options?: CallOptions): Promise<Long | undefined> {
    assertNumber('timeout', timeout, 0);
    if (!isWait(timeout)) return this.refuse(notAWait('timeout', timeout));
    return this.#tryLock(timeout, options);
  }

  async #tryLock(timeout: number, options: CallOptions | undefined): Promise<Long | undefined> {
    const end = monotonicNow() + timeout;
    try {
      return await this.#acquire((by) => {
        const timeoutMs = Math.max(0, Math.round(end - monotonicNow()));
        return this.invoke(m.tryLock, { timeoutMs, ...by }, options);
      }, end);
    } catch (error) {
      if (error instanceof WaitKeyCancelledError) return undefined;
      throw error;
    }
  }

  async unlock(fence: Long, options?: CallOptions): Promise<void> {
    const holding = Long.isLong(fence) ? this.#holdings.get(fence) : undefined;
    if (holding === undefined) {
      return this.refuse(mustBe('fence', 'the Long that lock or tryLock of this lock gave', fence));
    }
    const { sessionId, threadId } = holding;
    if (this.sessions.idOf(this.group)?.equals(sessionId) !== true) throw this.#lost(sessionId);
    try {
      await this.invoke(m.unlock, { sessionId, threadId, invocationUid: randomUuid() }, options);
    } catch (error) {
      if (!(error instanceof SessionExpiredError)) throw error;
      this.sessions.invalidate(this.group, sessionId);
      throw this.#lost(sessionId, error);
    }
    this.sessions.release(this.group, sessionId);
  }

  async isLocked(options?: CallOptions): Promise<boolean> {
    return (await this.invoke(m.getFence, {}, options)) > 0n;
  }

  /**
   * Acquires the lock. Tries again with a new session when the group has closed the present one, until `end` (`monotonicNow()`).
   */
  async #acquire(attempt: Attempt, end: number): Promise<Long | undefined> {
    const threadId = this.sessions.nextThreadId();
    const invocationUid = randomUuid();
    for (;;) {
      const sessionId = await this.sessions.acquire(this.group);
      try {
        const fence = await grantOf(() => attempt({ sessionId, threadId, invocationUid }));
        if (fence.greaterThan(Long.ZERO)) {
          this.#holdings.set(fence, { threadId, sessionId });
          return fence;
        }
        this.sessions.release(this.group, sessionId);
        return undefined;
      } catch (error) {
        this.sessions.release(this.group, sessionId);
        if (!(error instanceof SessionExpiredError)) throw error;
        this.sessions.invalidate(this.group, sessionId);
        if (monotonicNow() > end) return undefined;
      }
    }
  }

  #lost(sessionId: Long, cause?: unknown): LockOwnershipLostError {
    return new LockOwnershipLostError(
      `Client is not owner of the Lock[${this.getName()}] because its Session[${sessionId.toString()}] was closed by server!`,
      cause,
    );
  }
}
