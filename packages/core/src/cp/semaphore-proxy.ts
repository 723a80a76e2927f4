import { monotonicNow } from '@offloop/runtime/clock';
import { messages } from '@offloop/wire';
import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { IllegalStateError, randomUuid, type UUID } from '@offloop/values';
import { assertNumber, isCount, isWait, notACount, notAWait } from './counts.js';
import { CpProxy, type CpObject } from './cp-proxy.js';
import type { ISemaphore } from './isemaphore.js';

const m = {
  init: operation(messages.semaphore.init),
  acquire: operation(messages.semaphore.acquire),
  release: operation(messages.semaphore.release),
  drain: operation(messages.semaphore.drain),
  change: operation(messages.semaphore.change),
  availablePermits: operation(messages.semaphore.availablePermits),
};

/** Timeout of a wait without an end. */
const FOR_EVER = -1;

/** The session, thread and invocation that make a call. */
// An interface could be extended elsewhere, so it is not assignable to `Fields`.
// oxlint-disable-next-line typescript/consistent-type-definitions
export type Acquirer = {
  readonly sessionId: Long | number;
  readonly threadId: Long | number;
  readonly invocationUid: UUID;
};

/** The common part of both kinds of semaphores. They differ in the session and thread that make a call. */
export abstract class SemaphoreProxy extends CpProxy implements ISemaphore {
  constructor(object: CpObject) {
    super('hz:raft:semaphoreService', object);
  }

  init(permits: number, options?: CallOptions): Promise<boolean> {
    assertNumber('permits', permits, 0);
    if (!isCount(permits, 0)) return this.refuse(notACount('permits', permits, 0));
    return this.invoke(m.init, { permits }, options);
  }

  acquire(permits: number = 1, options?: CallOptions): Promise<void> {
    assertNumber('permits', permits, 1);
    if (!isCount(permits, 1)) return this.refuse(notACount('permits', permits, 1));
    const acquired = this.acquirePermits(randomUuid(), permits, Infinity, (by) =>
      this.invoke(m.acquire, { permits, timeoutMs: FOR_EVER, ...by }, options),
    );
    return acquired.then(() => undefined);
  }

  tryAcquire(permits: number = 1, timeout: number = 0, options?: CallOptions): Promise<boolean> {
    assertNumber('permits', permits, 1);
    assertNumber('timeout', timeout, 0);
    if (!isCount(permits, 1)) return this.refuse(notACount('permits', permits, 1));
    if (!isWait(timeout)) return this.refuse(notAWait('timeout', timeout));
    const end = monotonicNow() + timeout;
    return this.acquirePermits(randomUuid(), permits, end, (by) => {
      const timeoutMs = Math.max(0, Math.round(end - monotonicNow()));
      return this.invoke(m.acquire, { permits, timeoutMs, ...by }, options);
    });
  }

  release(permits: number = 1, options?: CallOptions): Promise<void> {
    assertNumber('permits', permits, 1);
    if (!isCount(permits, 1)) return this.refuse(notACount('permits', permits, 1));
    const released = this.releasePermits(randomUuid(), permits, (by) =>
      this.invoke(m.release, { permits, ...by }, options),
    );
    return released.then(() => undefined);
  }

  availablePermits(options?: CallOptions): Promise<number> {
    return this.invoke(m.availablePermits, {}, options);
  }

  drainPermits(options?: CallOptions): Promise<number> {
    return this.drain(randomUuid(), (by) => this.invoke(m.drain, by, options));
  }

  reducePermits(reduction: number, options?: CallOptions): Promise<void> {
    assertNumber('reduction', reduction, 0);
    if (!isCount(reduction, 0)) return this.refuse(notACount('reduction', reduction, 0));
    return this.#change(-reduction, options);
  }

  increasePermits(increase: number, options?: CallOptions): Promise<void> {
    assertNumber('increase', increase, 0);
    if (!isCount(increase, 0)) return this.refuse(notACount('increase', increase, 0));
    return this.#change(increase, options);
  }

  async #change(permits: number, options: CallOptions | undefined): Promise<void> {
    if (permits === 0) return;
    await this.change(randomUuid(), (by) => this.invoke(m.change, { permits, ...by }, options));
  }

  /** Acquires permits by calling `attempt`. @param end `monotonicNow()` after which no further attempt is made. */
  protected abstract acquirePermits(
    invocationUid: UUID,
    permits: number,
    end: number,
    attempt: (by: Acquirer) => Promise<boolean>,
  ): Promise<boolean>;

  protected abstract releasePermits(
    invocationUid: UUID,
    permits: number,
    attempt: (by: Acquirer) => Promise<boolean>,
  ): Promise<unknown>;

  protected abstract drain(invocationUid: UUID, attempt: (by: Acquirer) => Promise<number>): Promise<number>;

  protected abstract change(
    invocationUid: UUID,
    attempt: (by: Acquirer) => Promise<boolean>,
  ): Promise<unknown>;

  /** Makes the error of a wait that the group has ended. */
  protected cancelled(cause: unknown): IllegalStateError {
    return new IllegalStateError(
      `Semaphore[${this.getName()}] not acquired because the acquire call on the CP group was cancelled.`,
      cause,
    );
  }
}
