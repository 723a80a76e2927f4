import { comparable } from '../../cluster/support/comparable.js';

/** A CP object as a test calls it, whichever client's it is. */
type AnyObject = Record<string, (...args: unknown[]) => Promise<unknown>>;
export type AnyCp = Record<string, (name: string) => Promise<AnyObject>>;

/** `long` makes a `Long` of the client's own. */
export interface Script {
  readonly cp: AnyCp;
  readonly name: string;
  readonly long: (digits: string) => unknown;
}

/** What came of a call, comparable: its result, or the class of its error. */
async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return comparable(await call());
  } catch (error) {
    return { rejected: (error as Error).constructor.name };
  }
}

async function all(
  object: AnyObject,
  calls: readonly (readonly [string, ...unknown[]])[],
): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const [method, ...args] of calls) outcomes.push(await outcome(() => object[method](...args)));
  return outcomes;
}

/** What one client does with objects nobody else uses, and what comes of it. */
export const CP_SCRIPTS: Readonly<Record<string, (script: Script) => Promise<unknown[]>>> = {
  'an atomic long': async ({ cp, name, long }) => {
    const number = await cp['getAtomicLong'](name);
    return all(number, [
      ['get'],
      ['addAndGet', 5],
      ['getAndAdd', long('9007199254740993')],
      ['compareAndSet', 5, 7],
      ['compareAndSet', long('9007199254740998'), -1],
      ['incrementAndGet'],
      ['getAndIncrement'],
      ['decrementAndGet'],
      ['getAndDecrement'],
      ['set', 42],
      ['getAndSet', long('-9223372036854775808')],
      ['get'],
      ['destroy'],
      ['get'],
    ]);
  },
  'an atomic reference': async ({ cp, name, long }) => {
    const reference = await cp['getAtomicReference'](name);
    return all(reference, [
      ['get'],
      ['set', 'text'],
      ['contains', 'text'],
      ['compareAndSet', 'other', 1],
      ['compareAndSet', 'text', { a: [1, null] }],
      ['get'],
      ['getAndSet', long('7')],
      ['get'],
      ['clear'],
      ['isNull'],
      ['compareAndSet', null, 3.5],
      ['get'],
      ['destroy'],
      ['get'],
    ]);
  },
  'a count-down latch': async ({ cp, name }) => {
    const latch = await cp['getCountDownLatch'](name);
    const before = await all(latch, [
      ['getCount'],
      ['await', 0],
      ['trySetCount', 2],
      ['trySetCount', 3],
      ['getCount'],
      ['await', 10],
      ['await', -1],
    ]);
    const waiting = outcome(() => latch['await'](60_000));
    const down = await all(latch, [['countDown'], ['getCount'], ['countDown'], ['countDown'], ['getCount']]);
    const after = await all(latch, [['trySetCount', 1], ['destroy'], ['getCount']]);
    return [before, down, await waiting, after];
  },
  'a lock': async ({ cp, name }) => {
    const lock = await cp['getLock'](name);
    const again = await cp['getLock'](name);
    const fence = await lock['lock']();
    const held = await all(lock, [['isLocked'], ['tryLock'], ['tryLock', 10]]);
    const waiting = lock['lock']();
    await lock['unlock'](fence);
    const second = await waiting;
    const grows = (second as { gt: (other: unknown) => boolean }).gt(fence);
    const twice = await outcome(() => lock['unlock'](second));
    const free = await all(lock, [['isLocked']]);
    const third = await lock['tryLock'](1000);
    await again['unlock'](third);
    return [again === lock, held, grows, twice, free, await all(lock, [['isLocked'], ['destroy'], ['lock']])];
  },
  'a semaphore bound to sessions': async ({ cp, name }) => {
    const semaphore = await cp['getSemaphore'](name);
    const before = await all(semaphore, [
      ['availablePermits'],
      ['release'],
      ['init', 5],
      ['init', 7],
      ['acquire'],
      ['acquire', 2],
      ['availablePermits'],
      ['tryAcquire', 3],
      ['tryAcquire', 3, 10],
      ['tryAcquire', 1, 10],
      ['release', 2],
      ['release', 9],
      ['drainPermits'],
      ['availablePermits'],
    ]);
    const waiting = outcome(() => semaphore['acquire'](2));
    const rest = await all(semaphore, [['release', 2]]);
    const got = await waiting;
    const changed = await all(semaphore, [
      ['reducePermits', 1],
      ['availablePermits'],
      ['increasePermits', 3],
      ['reducePermits', 0],
      ['availablePermits'],
      ['release', 3],
      ['availablePermits'],
      ['destroy'],
      ['acquire'],
    ]);
    return [before, rest, got, changed];
  },
  'a semaphore without sessions': async ({ cp }) => {
    const semaphore = await cp['getSemaphore']('sessionless');
    const before = await all(semaphore, [
      ['availablePermits'],
      ['release', 3],
      ['availablePermits'],
      ['acquire', 2],
      ['tryAcquire', 2],
      ['tryAcquire', 2, 10],
      ['tryAcquire'],
      ['drainPermits'],
    ]);
    const waiting = outcome(() => semaphore['acquire']());
    const rest = await all(semaphore, [['release', 2]]);
    const got = await waiting;
    const changed = await all(semaphore, [
      ['increasePermits', 4],
      ['reducePermits', 2],
      ['availablePermits'],
      ['drainPermits'],
    ]);
    return [before, rest, got, changed];
  },
  names: async ({ cp, name }) => {
    const [object] = name.split('@');
    const names: unknown[] = [];
    for (const given of [`${object}@default`, ` ${object} `, name]) {
      const number = await cp['getAtomicLong'](given);
      names.push(number['getName'](), number['getServiceName']());
    }
    return names;
  },
};
