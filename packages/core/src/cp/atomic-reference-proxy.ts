import { messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { IllegalArgumentError } from '@offloop/values';
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
    if (expect === undefined) return this.refuse(isUndefined('expect'));
    if (update === undefined) return this.refuse(isUndefined('update'));
    return this.invoke(m.compareAndSet, { oldValue: expect, newValue: update }, options);
  }

  get(options?: CallOptions): Promise<E> {
    return this.invoke(m.get, {}, options);
  }

  async set(newValue: E, options?: CallOptions): Promise<void> {
    if (newValue === undefined) return this.refuse(isUndefined('newValue'));
    await this.invoke(m.set, { newValue, returnOldValue: false }, options);
  }

  getAndSet(newValue: E, options?: CallOptions): Promise<E> {
    if (newValue === undefined) return this.refuse(isUndefined('newValue'));
    return this.invoke(m.set, { newValue, returnOldValue: true }, options);
  }

  isNull(options?: CallOptions): Promise<boolean> {
    return this.invoke(m.contains, { value: null }, options);
  }

  async clear(options?: CallOptions): Promise<void> {
    await this.invoke(m.set, { newValue: null, returnOldValue: false }, options);
  }

  contains(value: E, options?: CallOptions): Promise<boolean> {
    if (value === undefined) return this.refuse(isUndefined('value'));
    return this.invoke(m.contains, { value }, options);
  }
}

/** `undefined` does not stand for null, because a mistake would then clear the reference. */
function isUndefined(argument: string): IllegalArgumentError {
  return new IllegalArgumentError(`${argument} must not be undefined`);
}
