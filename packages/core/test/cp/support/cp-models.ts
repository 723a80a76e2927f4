import * as fc from 'fast-check';
import Long from 'long';
import type { CPSubsystem } from 'offloop';
import { seedOf } from '@offloop/tools';
import { expect } from 'vitest';

import { comparable } from '../../cluster/support/comparable.js';

type AnyObject = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** A call, and what the model says comes of it, which changes the model. */
interface Call<M> {
  readonly method: string;
  readonly args: readonly unknown[];
  readonly rule: (model: M) => unknown;
}

interface Kind<M> {
  readonly create: (cp: CPSubsystem, name: string) => Promise<unknown>;
  readonly model: () => M;
  readonly calls: fc.Arbitrary<Call<M>>;
}

const call = <M>(method: string, args: readonly unknown[], rule: (model: M) => unknown): Call<M> => ({
  method,
  args,
  rule,
});

const wrapped = (value: bigint): bigint => BigInt.asIntN(64, value);
const long = (value: bigint): Long => Long.fromString(value.toString());

// Few values, so that they meet; and the ends, where sums wrap around.
const anInt64 = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt({ min: -2n, max: 2n }) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n)) },
);

interface LongModel {
  value: bigint;
}

/** Gives what was there before, or is there after. */
const change =
  (gives: 'before' | 'after', next: (value: bigint) => bigint) =>
  (model: LongModel): Long => {
    const before = model.value;
    model.value = wrapped(next(before));
    return long(gives === 'before' ? before : model.value);
  };

const atomicLong: Kind<LongModel> = {
  create: (cp, name) => cp.getAtomicLong(name),
  model: () => ({ value: 0n }),
  calls: fc.oneof(
    fc.constant(call<LongModel>('get', [], ({ value }) => long(value))),
    ...(['incrementAndGet', 'decrementAndGet', 'getAndIncrement', 'getAndDecrement'] as const).map((method) =>
      fc.constant(
        call(
          method,
          [],
          change(method.startsWith('get') ? 'before' : 'after', (value) =>
            method.toLowerCase().includes('increment') ? value + 1n : value - 1n,
          ),
        ),
      ),
    ),
    anInt64.map((delta) =>
      call(
        'addAndGet',
        [long(delta)],
        change('after', (value) => value + delta),
      ),
    ),
    anInt64.map((delta) =>
      call(
        'getAndAdd',
        [long(delta)],
        change('before', (value) => value + delta),
      ),
    ),
    anInt64.map((next) =>
      call(
        'getAndSet',
        [long(next)],
        change('before', () => next),
      ),
    ),
    anInt64.map((next) => call('set', [long(next)], (model: LongModel) => void (model.value = next))),
    fc.tuple(anInt64, anInt64).map(([expected, next]) =>
      call('compareAndSet', [long(expected), long(next)], (model: LongModel) => {
        if (model.value !== expected) return false;
        model.value = next;
        return true;
      }),
    ),
  ),
};

interface ReferenceModel {
  value: unknown;
}

const aValue = fc.constantFrom<unknown>(null, '', 'a', 1.5, true, { a: [1, null] }, { a: [1] });
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const atomicReference: Kind<ReferenceModel> = {
  create: (cp, name) => cp.getAtomicReference(name),
  model: () => ({ value: null }),
  calls: fc.oneof(
    fc.constant(call('get', [], ({ value }: ReferenceModel) => value)),
    fc.constant(call('isNull', [], ({ value }: ReferenceModel) => value === null)),
    fc.constant(call('clear', [], (model: ReferenceModel) => void (model.value = null))),
    aValue.map((value) => call('contains', [value], (model: ReferenceModel) => same(model.value, value))),
    aValue.map((value) => call('set', [value], (model: ReferenceModel) => void (model.value = value))),
    aValue.map((value) =>
      call('getAndSet', [value], (model: ReferenceModel) => {
        const before = model.value;
        model.value = value;
        return before;
      }),
    ),
    fc.tuple(aValue, aValue).map(([expected, next]) =>
      call('compareAndSet', [expected, next], (model: ReferenceModel) => {
        if (!same(model.value, expected)) return false;
        model.value = next;
        return true;
      }),
    ),
  ),
};

/** Of a semaphore that one client uses: what is to be had, and what it holds. */
interface SemaphoreModel {
  available: number;
  held: number;
  isSet: boolean;
}

const REFUSED = { rejected: 'IllegalStateError' };
const some = fc.integer({ min: 1, max: 4 });

/** A semaphore that was changed counts as set. */
const changed =
  (by: number) =>
  (model: SemaphoreModel): void => {
    model.available += by;
    model.isSet ||= by !== 0;
  };

const semaphore: Kind<SemaphoreModel> = {
  create: (cp, name) => cp.getSemaphore(name),
  model: () => ({ available: 0, held: 0, isSet: false }),
  calls: fc.oneof(
    fc.constant(call('availablePermits', [], ({ available }: SemaphoreModel) => available)),
    fc.nat(6).map((permits) =>
      call('init', [permits], (model: SemaphoreModel) => {
        if (model.isSet || model.available !== 0) return false;
        Object.assign(model, { available: permits, isSet: true });
        return true;
      }),
    ),
    ...[[], [0], [1]].map((wait) =>
      some.map((permits) =>
        call('tryAcquire', [permits, ...wait], (model: SemaphoreModel) => {
          if (model.available < permits) return false;
          model.available -= permits;
          model.held += permits;
          return true;
        }),
      ),
    ),
    some.map((permits) =>
      call('release', [permits], (model: SemaphoreModel) => {
        if (model.held < permits) return REFUSED;
        model.available += permits;
        model.held -= permits;
        return undefined;
      }),
    ),
    fc.constant(
      call('drainPermits', [], (model: SemaphoreModel) => {
        const drained = model.available;
        model.available = 0;
        model.held += drained;
        return drained;
      }),
    ),
    fc.nat(3).map((more) => call('increasePermits', [more], changed(more))),
    fc.nat(3).map((less) => call('reducePermits', [less], changed(-less))),
  ),
};

const kinds: Readonly<Record<string, Kind<never>>> = {
  'an atomic long': atomicLong as unknown as Kind<never>,
  'an atomic reference': atomicReference as unknown as Kind<never>,
  'a semaphore': semaphore as unknown as Kind<never>,
};

export const MODELLED: readonly string[] = Object.keys(kinds);

/** Random calls on objects of their own, each compared with what the model does. @returns how many sequences were run. */
export async function checkAgainstModel(cp: CPSubsystem, kind: string, runs: number): Promise<number> {
  const seed = seedOf(kind);
  const { create, model: newModel, calls } = kinds[kind];
  let names = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(calls, { minLength: 1, maxLength: 40 }), async (sequence) => {
      const object = (await create(cp, `model-${kind}-${seed}-${names++}@models`)) as AnyObject;
      const model = newModel();
      for (const { method, args, rule } of sequence) {
        const result = await object[method](...args).catch(rejection);
        const expected = rule(model);
        expect({ method, args, result: comparable(result) }).toEqual({
          method,
          args,
          result: comparable(expected),
        });
      }
    }),
    { seed, numRuns: runs },
  );
  return names;
}

function rejection(error: unknown): unknown {
  return { rejected: (error as Error).constructor.name };
}
