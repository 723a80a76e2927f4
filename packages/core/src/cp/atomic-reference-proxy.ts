import { messages } from '@offloop/wire/protocol';
import type { CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { CpProxy, type CpObject } from './cp-proxy.js';
import type { IAtomicReference } from './iatomic-reference.js';

const m = {
  compareAndSet: operation(messages.atomicRef.compareAndSet),
  contains: operation(messages.atomicRef.contains),
  get: operation(messages.atomicRef.get),
  set: operation(messages.atomicRef.set),
};

export class AtomicReferenceProxy<E> extends CpProxy implements IAtomicReference<E> {
  constructor(object: CpObject) {
    super('hz:raft:atomicRefService', object);
  }

  compareAndSet(expect: E, update: E, options?: CallOptions): Promise<boolean> {
    return this.invoke(m.compareAndSet, { oldValue: expect, newValue: update }, options);
  }

  get(options?: CallOptions): Promise<E> {
    return this.invoke(m.get, {}, options);
  }

  async set(newValue: E, options?: CallOptions): Promise<void> {
    await this.invoke(m.set, { newValue, returnOldValue: false }, options);
  }

  getAndSet(newValue: E, options?: CallOptions): Promise<E> {
    return this.invoke(m.set, { newValue, returnOldValue: true }, options);
  }

  isNull(options?: CallOptions): Promise<boolean> {
    return this.invoke(m.contains, { value: null }, options);
  }

  async clear(options?: CallOptions): Promise<void> {
    await this.invoke(m.set, { newValue: null, returnOldValue: false }, options);
  }

  contains(value: E, options?: CallOptions): Promise<boolean> {
    return this.invoke(m.contains, { value }, options);
  }
}
