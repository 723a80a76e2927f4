import { messages } from '@offloop/wire';
import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { BaseProxy, type ProxyContext } from './base-proxy.js';

const m = {
  capacity: operation(messages.ringbuffer.capacity),
  size: operation(messages.ringbuffer.size),
  tailSequence: operation(messages.ringbuffer.tailSequence),
  headSequence: operation(messages.ringbuffer.headSequence),
  remainingCapacity: operation(messages.ringbuffer.remainingCapacity),
};

/** Members' name of the service of ring buffers. */
export const RINGBUFFER_SERVICE = 'hz:impl:ringbufferService';

/** Proxy of a ring buffer, whatever its items are: its size and sequences. */
export class RingProxy extends BaseProxy {
  constructor(name: string, context: ProxyContext) {
    super(RINGBUFFER_SERVICE, name, context);
  }

  capacity(options?: CallOptions): Promise<Long> {
    return this.invoke(m.capacity, {}, options);
  }

  size(options?: CallOptions): Promise<Long> {
    return this.invoke(m.size, {}, options);
  }

  tailSequence(options?: CallOptions): Promise<Long> {
    return this.invoke(m.tailSequence, {}, options);
  }

  headSequence(options?: CallOptions): Promise<Long> {
    return this.invoke(m.headSequence, {}, options);
  }

  remainingCapacity(options?: CallOptions): Promise<Long> {
    return this.invoke(m.remainingCapacity, {}, options);
  }
}
