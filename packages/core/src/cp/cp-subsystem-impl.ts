import { messages } from '@offloop/wire';
import { askAgain } from '../calls/ask-again.js';
import type { Invoker } from '../calls/invoker.js';
import { decodedOperation, operation } from '../calls/operation.js';
import { NO_NAME, type ObjectName } from '../calls/requests/object-name.js';
import { AtomicLongProxy } from './atomic-long-proxy.js';
import { AtomicReferenceProxy } from './atomic-reference-proxy.js';
import { CountDownLatchProxy } from './count-down-latch-proxy.js';
import type { CpObject } from './cp-proxy.js';
import type { CPSubsystem } from './cp-subsystem.js';
import { FencedLockProxy } from './fenced-lock-proxy.js';
import type { FencedLock } from './fenced-lock.js';
import type { IAtomicLong } from './iatomic-long.js';
import type { IAtomicReference } from './iatomic-reference.js';
import type { ICountDownLatch } from './icount-down-latch.js';
import type { ISemaphore } from './isemaphore.js';
import { cpName, type CpName } from './names.js';
import { SessionSemaphoreProxy } from './session-semaphore-proxy.js';
import { SessionlessSemaphoreProxy } from './sessionless-semaphore-proxy.js';
import type { Sessions } from './sessions.js';

const m = {
  createGroup: decodedOperation(messages.cpGroup.createCPGroup, ({ groupId }) => groupId),
  isSessionless: operation(messages.semaphore.getSemaphoreType),
};

export class CPSubsystemImpl implements CPSubsystem {
  readonly #invoker: Invoker;
  readonly #sessions: Sessions;
  readonly #onGone: (name: ObjectName) => void;
  /** Locks that were not destroyed, by name and group. A lock object knows its holder, so each lock must have only one. */
  readonly #locks = new Map<string, FencedLockProxy>();

  /** @param onGone is called when an object was destroyed. */
  constructor(invoker: Invoker, sessions: Sessions, onGone: (name: ObjectName) => void = () => undefined) {
    this.#invoker = invoker;
    this.#sessions = sessions;
    this.#onGone = onGone;
  }

  getAtomicLong(name: string): Promise<IAtomicLong> {
    return this.#object(cpName(name)).then((object) => new AtomicLongProxy(object));
  }

  getAtomicReference<E>(name: string): Promise<IAtomicReference<E>> {
    return this.#object(cpName(name)).then((object) => new AtomicReferenceProxy<E>(object));
  }

  getCountDownLatch(name: string): Promise<ICountDownLatch> {
    return this.#object(cpName(name)).then((object) => new CountDownLatchProxy(object));
  }

  getLock(name: string): Promise<FencedLock> {
    return this.#object(cpName(name)).then((object) => this.#lock(object));
  }

  getSemaphore(name: string): Promise<ISemaphore> {
    return this.#object(cpName(name)).then((object) => this.#semaphore(object));
  }

  #lock(object: CpObject): FencedLock {
    const key = `${object.name.object}@${object.group.name}`;
    const known = this.#locks.get(key);
    // A destroyed group takes its locks with it, even if a group of its name was made again.
    if (known?.isIn(object.group) === true) return known;
    const lock = new FencedLockProxy(object, () => {
      if (this.#locks.get(key) === lock) this.#locks.delete(key);
    });
    this.#locks.set(key, lock);
    return lock;
  }

  async #semaphore(object: CpObject): Promise<ISemaphore> {
    const isSessionless = await askAgain((options) =>
      this.#invoker.invoke(m.isSessionless, NO_NAME, { proxyName: object.name.full }, options),
    );
    return isSessionless ? new SessionlessSemaphoreProxy(object) : new SessionSemaphoreProxy(object);
  }

  async #object(name: CpName): Promise<CpObject> {
    this.#invoker.checkReady();
    const group = await askAgain((options) =>
      this.#invoker.invoke(m.createGroup, NO_NAME, { proxyName: name.full }, options),
    );
    return { name, group, invoker: this.#invoker, sessions: this.#sessions, onGone: this.#onGone };
  }
}
