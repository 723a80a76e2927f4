import { messages } from '@offloop/wire';
import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';
import type { TopicRingbuffer } from './itopic.js';
import { ringOf } from './topic-ring.js';

const m = {
  capacity: operation(messages.ringbuffer.capacity),
  size: operation(messages.ringbuffer.size),
  tailSequence: operation(messages.ringbuffer.tailSequence),
  headSequence: operation(messages.ringbuffer.headSequence),
  remainingCapacity: operation(messages.ringbuffer.remainingCapacity),
};

/** Proxy of the ring buffer of one reliable topic. */
export class TopicRingbufferProxy extends BaseProxy implements TopicRingbuffer {
  constructor(topic: string, context: ProxyContext) {
    const { name, serviceName } = ringOf(topic);
    super(serviceName, name, context);
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
