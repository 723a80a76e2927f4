import { messages } from '@offloop/wire';
import { mustBe } from '../errors/must-be.js';
import Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation, operation } from '../calls/operation.js';
import type { LongField } from '../calls/requests/arguments.js';
import { isInt32, isInt64, isMissing, missing, notAnInt32, notAnInt64 } from '../objects/argument-checks.js';
import type { Service } from '../objects/proxy-registry.js';
import { RINGBUFFER_SERVICE, RingProxy } from '../objects/ring-proxy.js';
import { LazyReadResultSet, type ReadResultSet } from './read-result-set.js';
import { OverflowPolicy, overflowPolicyId, type Ringbuffer } from './ringbuffer.js';

/** Most items of one `readMany`: the member's limit. */
const MAX_BATCH_SIZE = 1000;

const m = {
  add: operation(messages.ringbuffer.add),
  addAll: operation(messages.ringbuffer.addAll),
  readOne: operation(messages.ringbuffer.readOne),
  readMany: listOperation(messages.ringbuffer.readMany, ListShape.WHOLE),
};

export const ringbufferService: Service<RingbufferProxy<never>> = {
  name: RINGBUFFER_SERVICE,
  kind: 'ringbuffer',
  createProxy: (name, context) => new RingbufferProxy(name, context),
};

class RingbufferProxy<E> extends RingProxy implements Ringbuffer<E> {
  // This and the next method are async, so that an invalid policy rejects.
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
    if (!Array.isArray(items)) throw mustBe('items', 'an array', items);
    if (items.some(isMissing)) return this.refuse(missing('each of the items'));
    const fields = { valueList: items, overflowPolicy: overflowPolicyId(overflowPolicy) };
    return this.invoke(m.addAll, fields, options);
  }

  readOne(sequence: LongField, options?: CallOptions): Promise<E> {
    assertSequence('sequence', sequence);
    if (!isInt64(sequence)) return this.refuse(notAnInt64('sequence', sequence));
    return this.invoke(m.readOne, { sequence }, options);
  }

  readMany(
    startSequence: LongField,
    minCount: number,
    maxCount: number,
    filter: unknown = null,
    options?: CallOptions,
  ): Promise<ReadResultSet<E>> {
    assertSequence('startSequence', startSequence);
    assertCounts(minCount, maxCount);
    if (!isInt64(startSequence)) return this.refuse(notAnInt64('startSequence', startSequence));
    if (!isInt32(minCount)) return this.refuse(notAnInt32('minCount', minCount));
    if (!isInt32(maxCount)) return this.refuse(notAnInt32('maxCount', maxCount));
    const fields = { startSequence, minCount, maxCount, filter };
    return this.invoke(m.readMany, fields, options).then((list) => new LazyReadResultSet(list));
  }
}

// Numbers out of range are thrown at once, with the class and the first words that programs match on in the official client.

function assertSequence(argument: string, sequence: LongField): void {
  const isNegative = Long.isLong(sequence) ? sequence.isNegative() : isNumber(sequence) && sequence < 0;
  if (!isNegative) return;
  throw new RangeError(
    `Sequence number should not be less than zero, was: ${sequence.toString()}; ${argument} must be at least 0`,
  );
}

function assertCounts(minCount: number, maxCount: number): void {
  // What is no number rejects.
  if (isNumber(minCount) && minCount < 0)
    throw new RangeError(
      `Min count should not be less than zero, was: ${minCount}; minCount must be at least 0`,
    );
  if (!isNumber(maxCount)) return;
  if (isNumber(minCount) && minCount > maxCount)
    throw new RangeError(
      `Min count ${minCount} was larger than max count ${maxCount}: minCount must be at most maxCount`,
    );
  if (maxCount > MAX_BATCH_SIZE)
    throw new RangeError(`Max count can not be larger than ${MAX_BATCH_SIZE}: maxCount is ${maxCount}`);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}
