import { messages } from '@offloop/wire';
import Long from 'long';
import { describeArgument, type CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation, operation } from '../calls/operation.js';
import type { LongField } from '../calls/requests/arguments.js';
import { describe, IllegalArgumentError } from '@offloop/values';
import { isMissing, missing } from '../objects/argument-checks.js';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import { LazyReadResultSet, type ReadResultSet } from './read-result-set.js';
import { OverflowPolicy, overflowPolicyId, type Ringbuffer } from './ringbuffer.js';

/** Most items of one `readMany`: the member's limit. */
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

/** Proxy of one ring buffer. */
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
    this.checkReady();
    if (isMissing(item)) return this.refuse(missing('item'));
    return this.invoke(m.add, { overflowPolicy: overflowPolicyId(overflowPolicy), value: item }, options);
  }

  async addAll(
    items: E[],
    overflowPolicy: OverflowPolicy = OverflowPolicy.OVERWRITE,
    options?: CallOptions,
  ): Promise<Long> {
    this.checkReady();
    if (!Array.isArray(items))
      throw new IllegalArgumentError(`items must be an array, got ${describe(items)}`);
    if (items.some(isMissing)) return this.refuse(missing('each of the items'));
    const fields = { valueList: items, overflowPolicy: overflowPolicyId(overflowPolicy) };
    return this.invoke(m.addAll, fields, options);
  }

  async readOne(sequence: LongField, options?: CallOptions): Promise<E> {
    this.checkReady();
    return this.invoke(m.readOne, { sequence: checkedSequence('sequence', sequence) }, options);
  }

  async readMany(
    startSequence: LongField,
    minCount: number,
    maxCount: number,
    filter: unknown = null,
    options?: CallOptions,
  ): Promise<ReadResultSet<E>> {
    this.checkReady();
    checkedSequence('startSequence', startSequence);
    checkCounts(minCount, maxCount);
    const fields = { startSequence, minCount, maxCount, filter };
    return new LazyReadResultSet(await this.invoke(m.readMany, fields, options));
  }
}

// Messages for numbers out of range begin with the official words: programs match on them.

function checkedSequence(argument: string, sequence: LongField): LongField {
  const isNumber = Long.isLong(sequence) || Number.isSafeInteger(sequence);
  const rule = `${argument} must be a whole number or a Long, at least 0`;
  if (!isNumber) throw new IllegalArgumentError(`${rule}, got ${describeArgument(sequence)}`);
  if (Long.fromValue(sequence).isNegative())
    throw new IllegalArgumentError(
      `Sequence number should not be less than zero, was: ${sequence.toString()}; ${rule}`,
    );
  return sequence;
}

function checkCounts(minCount: number, maxCount: number): void {
  checkCount('maxCount', maxCount);
  checkCount('minCount', minCount);
  if (minCount > maxCount)
    throw new IllegalArgumentError(
      `Min count ${minCount} was larger than max count ${maxCount}: minCount must be at most maxCount`,
    );
  if (maxCount > MAX_BATCH_SIZE)
    throw new IllegalArgumentError(
      `Max count can not be larger than ${MAX_BATCH_SIZE}: maxCount is ${maxCount}`,
    );
}

function checkCount(argument: string, count: number): void {
  const rule = `${argument} must be a whole number from 0 to ${MAX_BATCH_SIZE}`;
  if (!Number.isInteger(count)) throw new IllegalArgumentError(`${rule}, got ${describeArgument(count)}`);
  if (count >= 0) return;
  if (argument === 'maxCount') throw new IllegalArgumentError(`${rule}, got ${count}`);
  throw new IllegalArgumentError(`Min count should not be less than zero, was: ${count}; ${rule}`);
}
