import { messages } from '@offloop/wire/protocol';
import Long from 'long';
import { describeArgument, type CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation, operation } from '../calls/operation.js';
import type { LongField } from '../calls/requests/arguments.js';
import { describe } from '../errors/describe.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';
import { isMissing, missing } from '../objects/argument-checks.js';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import { LazyReadResultSet, type ReadResultSet } from './read-result-set.js';
import { OverflowPolicy, overflowPolicyId, type Ringbuffer } from './ringbuffer.js';

/** The most items of one `readMany`: the member's limit. */
const MAX_BATCH_SIZE = 1000;

const m = {
  capacity: operation(messages.ringbuffer.capacity),
  size: operation(messages.ringbuffer.size),
  tailSequence: operation(messages.ringbuffer.tailSequence),
  headSequence: operation(messages.ringbuffer.headSequence),
  remainingCapacity: operation(messages.ringbuffer.remainingCapacity),
  add: operation(messages.ringbuffer.add),
  addAll: operation(messages.ringbuffer.addAll),
  readOne: operation(messages.ringbuffer.readOne),
  readMany: listOperation(messages.ringbuffer.readMany, ListShape.WHOLE),
};

export const ringbufferService: Service<RingbufferProxy<never>> = {
  name: 'hz:impl:ringbufferService',
  kind: 'ringbuffer',
  createProxy: (name, context) => new RingbufferProxy(name, context),
};

/** The caller's side of one ring buffer. */
class RingbufferProxy<E> extends BaseProxy implements Ringbuffer<E> {
  constructor(name: string, context: ProxyContext) {
    super(ringbufferService.name, name, context);
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

  // This and the methods below are async, so that an invalid policy or number rejects.
  async add(
    item: E,
    overflowPolicy: OverflowPolicy = OverflowPolicy.OVERWRITE,
    options?: CallOptions,
  ): Promise<Long> {
    if (isMissing(item)) return missing('item');
    return this.invoke(m.add, { overflowPolicy: overflowPolicyId(overflowPolicy), value: item }, options);
  }

  async addAll(
    items: E[],
    overflowPolicy: OverflowPolicy = OverflowPolicy.OVERWRITE,
    options?: CallOptions,
  ): Promise<Long> {
    if (!Array.isArray(items))
      throw new IllegalArgumentError(`items must be an array, got ${describe(items)}`);
    if (items.some(isMissing)) return missing('each of the items');
    const fields = { valueList: items, overflowPolicy: overflowPolicyId(overflowPolicy) };
    return this.invoke(m.addAll, fields, options);
  }

  async readOne(sequence: LongField, options?: CallOptions): Promise<E> {
    return this.invoke(m.readOne, { sequence: checkedSequence('sequence', sequence) }, options);
  }

  async readMany(
    startSequence: LongField,
    minCount: number,
    maxCount: number,
    filter: unknown = null,
    options?: CallOptions,
  ): Promise<ReadResultSet<E>> {
    checkedSequence('startSequence', startSequence);
    checkCount('maxCount', maxCount, MAX_BATCH_SIZE);
    checkCount('minCount', minCount, maxCount);
    const fields = { startSequence, minCount, maxCount, filter };
    return new LazyReadResultSet(await this.invoke(m.readMany, fields, options));
  }
}

function checkedSequence(argument: string, sequence: LongField): LongField {
  const fits = Long.isLong(sequence)
    ? !sequence.isNegative()
    : Number.isSafeInteger(sequence) && sequence >= 0;
  if (fits) return sequence;
  throw new IllegalArgumentError(
    `${argument} must be a whole number or a Long, at least 0, got ${describeArgument(sequence)}`,
  );
}

function checkCount(argument: string, count: number, most: number): void {
  if (Number.isInteger(count) && count >= 0 && count <= most) return;
  throw new IllegalArgumentError(
    `${argument} must be a whole number from 0 to ${most}, got ${describeArgument(count)}`,
  );
}
