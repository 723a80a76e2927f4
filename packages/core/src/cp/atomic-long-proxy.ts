import { messages } from '@offloop/wire';
import Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { isInt64, notAnInt64 } from '../objects/argument-checks.js';
import { assertNumber } from './counts.js';
import { CpProxy, type CpObject } from './cp-proxy.js';
import type { IAtomicLong } from './iatomic-long.js';

const m = {
  addAndGet: operation(messages.atomicLong.addAndGet),
  compareAndSet: operation(messages.atomicLong.compareAndSet),
  get: operation(messages.atomicLong.get),
  getAndAdd: operation(messages.atomicLong.getAndAdd),
  getAndSet: operation(messages.atomicLong.getAndSet),
};

export class AtomicLongProxy extends CpProxy implements IAtomicLong {
  constructor(object: CpObject) {
    super('hz:raft:atomicLongService', object);
  }

  addAndGet(delta: Long | number, options?: CallOptions): Promise<Long> {
    if (!Long.isLong(delta)) assertNumber('delta', delta);
    if (!isInt64(delta)) return this.refuse(notAnInt64('delta', delta));
    return this.invoke(m.addAndGet, { delta }, options);
  }

  compareAndSet(expect: Long | number, update: Long | number, options?: CallOptions): Promise<boolean> {
    if (!Long.isLong(expect)) assertNumber('expect', expect);
    if (!isInt64(expect)) return this.refuse(notAnInt64('expect', expect));
    if (!Long.isLong(update)) assertNumber('update', update);
    if (!isInt64(update)) return this.refuse(notAnInt64('update', update));
    return this.invoke(m.compareAndSet, { expected: expect, updated: update }, options);
  }

  decrementAndGet(options?: CallOptions): Promise<Long> {
    return this.addAndGet(-1, options);
  }

  get(options?: CallOptions): Promise<Long> {
    return this.invoke(m.get, {}, options);
  }

  getAndAdd(delta: Long | number, options?: CallOptions): Promise<Long> {
    if (!Long.isLong(delta)) assertNumber('delta', delta);
    if (!isInt64(delta)) return this.refuse(notAnInt64('delta', delta));
    return this.invoke(m.getAndAdd, { delta }, options);
  }

  getAndDecrement(options?: CallOptions): Promise<Long> {
    return this.getAndAdd(-1, options);
  }

  getAndSet(newValue: Long | number, options?: CallOptions): Promise<Long> {
    if (!Long.isLong(newValue)) assertNumber('newValue', newValue);
    if (!isInt64(newValue)) return this.refuse(notAnInt64('newValue', newValue));
    return this.invoke(m.getAndSet, { newValue }, options);
  }

  incrementAndGet(options?: CallOptions): Promise<Long> {
    return this.addAndGet(1, options);
  }

  getAndIncrement(options?: CallOptions): Promise<Long> {
    return this.getAndAdd(1, options);
  }

  set(newValue: Long | number, options?: CallOptions): Promise<void> {
    return this.getAndSet(newValue, options).then(() => undefined);
  }
}
