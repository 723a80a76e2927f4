import { messages } from '@offloop/wire/protocol';
import type { Invoker } from '../calls/invoker.js';
import { decodedOperation, operation } from '../calls/operation.js';
import { ObjectName } from '../calls/requests/object-name.js';
import { AtomicLongProxy } from './atomic-long-proxy.js';
import { AtomicReferenceProxy } from './atomic-reference-proxy.js';
import { CountDownLatchProxy } from './count-down-latch-proxy.js';
import { groupKey } from './cp-group.js';
import type { CpObject } from './cp-proxy.js';
import type { CPSubsystem } from './cp-subsystem.js';
import { FencedLockProxy } from './fenced-lock-proxy.js';
import type { FencedLock } from './fenced-lock.js';
import type { IAtomicLong } from './iatomic-long.js';
import type { IAtomicReference } from './iatomic-reference.js';
import type { ICountDownLatch } from './icount-down-latch.js';
import type { ISemaphore } from './isemaphore.js';
import { cpName } from './names.js';
import { SessionSemaphoreProxy } from './session-semaphore-proxy.js';
import { SessionlessSemaphoreProxy } from './sessionless-semaphore-proxy.js';
import type { Sessions } from './sessions.js';

const m = {
  createGroup: decodedOperation(messages.cpGroup.createCPGroup, ({ groupId }) => groupId),
  isSessionless: operation(messages.semaphore.getSemaphoreType),
};

/** For messages that are not of an object. */
const NO_NAME = new ObjectName('');

export class CPSubsystemImpl implements CPSubsystem {
  readonly #invoker: Invoker;
  readonly #sessions: Sessions;
  /** By name and group. They know who holds them: two of the same would not know of each other's. */
  readonly #locks = new Map<string, FencedLock>();

  constructor(invoker: Invoker, sessions: Sessions) {
    this.#invoker = invoker;
    this.#sessions = sessions;
  }

  async getAtomicLong(name: string): Promise<IAtomicLong> {
    return new AtomicLongProxy(await this.#object(name));
  }

  async getAtomicReference<E>(name: string): Promise<IAtomicReference<E>> {
    return new AtomicReferenceProxy<E>(await this.#object(name));
  }

  async getCountDownLatch(name: string): Promise<ICountDownLatch> {
    return new CountDownLatchProxy(await this.#object(name));
  }

  async getLock(name: string): Promise<FencedLock> {
    const object = await this.#object(name);
    const key = `${groupKey(object.group)}@${object.name.object}`;
    let lock = this.#locks.get(key);
    if (lock === undefined) this.#locks.set(key, (lock = new FencedLockProxy(object)));
    return lock;
  }

  async getSemaphore(name: string): Promise<ISemaphore> {
    const object = await this.#object(name);
    const isSessionless = await this.#invoker.invoke(m.isSessionless, NO_NAME, {
      proxyName: object.name.full,
    });
    return isSessionless ? new SessionlessSemaphoreProxy(object) : new SessionSemaphoreProxy(object);
  }

  async #object(given: string): Promise<CpObject> {
    const name = cpName(given);
    const group = await this.#invoker.invoke(m.createGroup, NO_NAME, { proxyName: name.full });
    return { name, group, invoker: this.#invoker, sessions: this.#sessions };
  }
}
