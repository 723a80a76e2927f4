import type { messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { operation, type Operation } from '../calls/operation.js';
import type { LongField } from '../calls/requests/arguments.js';
import { isDuration, isMissing, wholeMillis } from './argument-checks.js';
import { BaseProxy, type ProxyContext } from './base-proxy.js';
import { currentLockContext, nextLockReference } from './lock-context.js';

/** Lease time of a lock that never ends by itself. */
const FOR_EVER = -1;

// An interface could be extended elsewhere, so it is not assignable to `Fields`.
// oxlint-disable-next-line typescript/consistent-type-definitions
type KeyFields = { readonly key: unknown };
type ReferenceFields = KeyFields & { readonly referenceId: LongField };
type OwnersFields = ReferenceFields & { readonly threadId: LongField };

/** The messages of a service whose keys can be locked. */
export interface LockOperations {
  readonly lock: Operation<OwnersFields & { readonly ttl: LongField }, void>;
  readonly tryLock: Operation<
    OwnersFields & { readonly lease: LongField; readonly timeout: LongField },
    boolean
  >;
  readonly unlock: Operation<OwnersFields, void>;
  readonly forceUnlock: Operation<ReferenceFields, void>;
  readonly isLocked: Operation<KeyFields, boolean>;
}

/** Makes the operations of a service's messages. */
export function lockOperations(service: typeof messages.map | typeof messages.multiMap): LockOperations {
  return {
    lock: operation(service.lock),
    tryLock: operation(service.tryLock),
    unlock: operation(service.unlock),
    forceUnlock: operation(service.forceUnlock),
    isLocked: operation(service.isLocked),
  };
}

/** Proxy of a structure whose keys can be locked. */
export abstract class LockableProxy<K> extends BaseProxy {
  readonly #locks: LockOperations;

  constructor(serviceName: string, name: string, context: ProxyContext, locks: LockOperations) {
    super(serviceName, name, context);
    this.#locks = locks;
  }

  /** Locks a key: see `IMap.lock`. @param options are refused, as by `tryLock`. */
  lock(key: K, leaseTime: LongField = FOR_EVER, options?: CallOptions): Promise<void> {
    if (isMissing(key)) return this.missing('key');
    if (!isDuration(leaseTime)) return this.notADuration('leaseTime', leaseTime);
    return this.invoke(this.#locks.lock, { ttl: wholeMillis(leaseTime), ...ownersFields(key) }, options);
  }

  tryLock(
    key: K,
    timeout: LongField = 0,
    leaseTime: LongField = FOR_EVER,
    options?: CallOptions,
  ): Promise<boolean> {
    if (isMissing(key)) return this.missing('key');
    if (!isDuration(timeout)) return this.notADuration('timeout', timeout);
    if (!isDuration(leaseTime)) return this.notADuration('leaseTime', leaseTime);
    const waits = { lease: wholeMillis(leaseTime), timeout: wholeMillis(timeout) };
    return this.invoke(this.#locks.tryLock, { ...waits, ...ownersFields(key) }, options);
  }

  unlock(key: K, options?: CallOptions): Promise<void> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(this.#locks.unlock, ownersFields(key), options);
  }

  forceUnlock(key: K, options?: CallOptions): Promise<void> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(this.#locks.forceUnlock, { key, referenceId: nextLockReference() }, options);
  }

  isLocked(key: K, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(this.#locks.isLocked, { key }, options);
  }
}

function ownersFields(key: unknown): OwnersFields {
  return { key, threadId: currentLockContext(), referenceId: nextLockReference() };
}
