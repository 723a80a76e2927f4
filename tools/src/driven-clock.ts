// Takes the place of the runtime's clock, which keeps the timers that it found when it was loaded. This one asks the globals anew each
// time, so that the fake timers of a test drive the code under test. In a test's file:
//
//   vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

type Timers = typeof globalThis;
type Callback = (...args: unknown[]) => void;

export const setTimeout = ((callback: Callback, millis?: number, ...args: unknown[]) =>
  globalThis.setTimeout(callback, millis, ...args)) as Timers['setTimeout'];
export const clearTimeout: Timers['clearTimeout'] = (timer) => globalThis.clearTimeout(timer);
export const setInterval = ((callback: Callback, millis?: number, ...args: unknown[]) =>
  globalThis.setInterval(callback, millis, ...args)) as Timers['setInterval'];
export const clearInterval: Timers['clearInterval'] = (timer) => globalThis.clearInterval(timer);
export const setImmediate = ((callback: Callback, ...args: unknown[]) =>
  globalThis.setImmediate(callback, ...args)) as Timers['setImmediate'];
export const clearImmediate: Timers['clearImmediate'] = (immediate) => globalThis.clearImmediate(immediate);
export const nextTick: typeof process.nextTick = (callback, ...args) => process.nextTick(callback, ...args);

export { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

export const LONGEST_DELAY_MILLIS: number = 2 ** 31 - 1;

export const monotonicNow = (): number => performance.now();
export const wallNow = (): number => Date.now();

export function commonNow(): number {
  const [seconds, nanos] = process.hrtime();
  return seconds * 1000 + nanos / 1e6;
}
