import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { moved } from 'offloop';

let loads = 0;
loads++;

/** What came, in a form that tells types apart after the way back. */
export function kindOf(value) {
  if (value === null) return 'null';
  return `${value.constructor.name}: ${typeof value === 'bigint' ? value : JSON.stringify(value)}`;
}

export function total(order, factor = 1) {
  return order.items.reduce((sum, each) => sum + each.price, 0) * factor;
}

export async function later(value, suffix) {
  await Promise.resolve();
  return `${value}${suffix}`;
}

export function lengthOf(value) {
  return value === null ? -1 : value.length;
}

export function argument(_value, argument_) {
  return argument_;
}

export function thread() {
  return { threadId, loads };
}

export function priority() {
  return getPriority();
}

export function fail(value) {
  if (value === 'fine') return 'fine';
  const cause = new TypeError('the reason beneath');
  throw Object.assign(new RangeError(`no good: ${value}`, { cause }), { code: 'E_NO_GOOD' });
}

export async function failLater() {
  await Promise.resolve();
  throw new AggregateError([new Error('one'), new SyntaxError('two')], 'both');
}

export function failOddly(_value, what) {
  throw what;
}

export function failForEver() {
  const error = new Error('round');
  error.cause = error;
  throw error;
}

export function uncloneable() {
  return { sums: [1, 2, { compute: () => 3 }] };
}

export function uncloneableGetter() {
  return {
    get trap() {
      throw new Error('a trap');
    },
  };
}

/** Ends the thread when the value says so. */
export function exitOn(value, word, code = 3) {
  if (value === word) process.exit(code);
  return value;
}

export function throwOutside() {
  setImmediate(() => {
    throw new Error('out of everybody’s reach');
  });
  return new Promise(() => {});
}

export function eatMemory(value) {
  if (value !== 'eat') return 'modest';
  const kept = [];
  for (;;) kept.push(new Array(10_000).fill(Math.random()));
}

export function spin(value) {
  if (value !== 'spin') return value;
  for (;;);
}

/** Runs until the flag is set from outside. */
export function holdUntil(value, flag) {
  Atomics.wait(flag, 0, 0);
  return value;
}

export function bytes(_value, length) {
  return new Uint8Array(length).fill(7);
}

export function movedBytes(_value, length) {
  const result = new Uint8Array(length).fill(7);
  return moved({ result, emptyAfter: true }, [result.buffer]);
}

export function movedBesideUncloneable() {
  const buffer = new ArrayBuffer(8);
  return moved({ buffer, compute: () => 1 }, [buffer]);
}

export const notAFunction = 42;

export default function first(value) {
  return value === null ? null : value[0];
}

/** Keeps its thread for so many milliseconds. */
export function busy(value, millis) {
  const until = performance.now() + millis;
  while (performance.now() < until);
  return value;
}

/** Works for so many milliseconds, and counts. */
export function count(value, millis, counter) {
  busy(value, millis);
  Atomics.add(counter, 0, 1);
  return value;
}
