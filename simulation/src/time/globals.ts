import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';

import { EventLoop, SimulatedImmediate, SimulatedTimer } from './event-loop.js';
import { createRandom } from '@offloop/tools/random';
import { realNextTick, realNow } from './real.js';
import type { World } from './world.js';

let active: World | undefined;

/** The world whose time this process lives in. */
export function activeWorld(): World {
  if (active === undefined) throw new Error('no simulation is running');
  return active;
}

export function enter(world: World | undefined): void {
  active = world;
}

/** The loop of a thread whose world has ended: what it still asks for never happens. */
const NOWHERE = new EventLoop('nowhere', createRandom(0));
NOWHERE.isDead = true;

function currentLoop(): EventLoop {
  if (active === undefined) return NOWHERE;
  const { current } = active;
  if (current === undefined) throw new Error('a timer was asked for outside of a simulated thread');
  return current;
}

/** Milliseconds since the epoch at which every simulation begins. */
const EPOCH = 1_700_000_000_000;

type Arguments = readonly unknown[];
type Function_ = (...args: Arguments) => void;

function bound(callback: Function_, args: Arguments): () => void {
  return args.length === 0 ? callback : () => callback(...args);
}

const setTimer =
  (repeats: boolean) =>
  (callback: Function_, delay = 1, ...args: Arguments): SimulatedTimer =>
    currentLoop().setTimer(active?.time ?? 0, bound(callback, args), delay, repeats);

function clearTimer(timer: unknown): void {
  if (timer instanceof SimulatedTimer) timer.loop.clearTimer(timer);
}

const replacements = {
  setTimeout: setTimer(false),
  setInterval: setTimer(true),
  setImmediate: (callback: Function_, ...args: Arguments): SimulatedImmediate =>
    currentLoop().setImmediate(bound(callback, args)),
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
  clearImmediate: (immediate: unknown): void => {
    if (immediate instanceof SimulatedImmediate) immediate.isActive = false;
  },
};

/** The timer of `node:timers/promises`, as far as transactions use it. */
function pause(delay: number): Promise<void> {
  return new Promise((resolve) => {
    currentLoop().setTimer(active?.time ?? 0, resolve, delay, false);
  });
}

/** Made up: callbacks take no time that their work has a part in. */
function utilization(): { readonly active: number; readonly idle: number; readonly utilization: number } {
  const part = active?.utilization ?? 0;
  const time = active?.time ?? 0;
  return { active: part * time, idle: (1 - part) * time, utilization: part };
}

/** Puts the simulation's clock, timers and randomness in the place of this process's own. */
export function replaceGlobals(): void {
  Object.assign(globalThis, replacements);
  Object.assign(timers, replacements);
  Object.assign(promises, { setTimeout: pause });
  syncBuiltinESMExports();
  const value = (): number => (active === undefined ? realNow() : active.readClock());
  Object.defineProperty(performance, 'now', { value, configurable: true });
  Object.defineProperty(performance, 'eventLoopUtilization', { value: utilization, configurable: true });
  Date.now = () => EPOCH + Math.floor(active?.time ?? 0);
  Math.random = () => active?.productRandom.next() ?? 0;
  process.nextTick = (callback: Function_, ...args: Arguments): void => {
    if (active === undefined) realNextTick(callback, ...args);
    else active.addTick(bound(callback, args));
  };
}
