// In the place of the floor's `Caller`, and of its timers: both ask a model of the world. It imports nothing that it stands for.
import type { CallerOptions } from '@offloop/runtime';
import type { ShardSettings, ToWorker } from '@offloop/contract';

export type SettingsOf = CallerOptions<ShardSettings>['settings'];

/** What the floor does is done by a model of the world. */
export interface ModelledFloor {
  settings: SettingsOf;
  start(shard: number): void;
  isTaken(shard: number, lane: number): boolean;
  inLanesOf(shard: number): number;
  whenSettled(shard: number, then: () => void): () => void;
  /** Connections of each shard that was started. */
  readonly connections: readonly number[];
  sendControl(message: ToWorker, shard: number): void;
}

let floor: ModelledFloor;
interface Timer {
  readonly run: () => void;
  /** When it is due. */
  at: number;
  /** It may run at any time: it stands for something that happens one day, for which the process does not wait. */
  unref(): unknown;
}

/** Timers that were set and have not run. */
let timers: Timer[] = [];
/** Milliseconds. */
let time = 0;

/** The floor of the shards that are made next. */
export function useFloor(next: ModelledFloor): void {
  floor = next;
  timers = [];
  time = 0;
}

/** Number of timers that may run when so many milliseconds have passed. */
export function dueIn(millis: number): number {
  return timers.filter(({ at }) => at <= time + millis).length;
}

/** All timers run that may. @param millis that have passed then. */
export function tick(millis: number): void {
  time += millis;
  const due = timers.filter(({ at }) => at <= time);
  timers = timers.filter(({ at }) => at > time);
  for (const { run } of due) run();
}

export function now(): number {
  return time;
}

/** A wait for ever takes no timer. */
export function setTimer(run: () => void, millis: number): Timer {
  const timer: Timer = {
    run,
    at: time + millis,
    unref: () => {
      timer.at = -Infinity;
    },
  };
  if (millis !== Infinity) timers.push(timer);
  return timer;
}

export function clearTimer(timer: Timer | undefined): void {
  timers = timers.filter((each) => each !== timer);
}

export class ModelCaller {
  readonly #floor = floor;
  readonly isStopped = false;

  constructor(options: CallerOptions<ShardSettings>) {
    this.#floor.settings = (shard) => options.settings(shard);
  }

  start(): void {
    this.#floor.start(0);
  }

  startShard(shard: number): void {
    this.#floor.start(shard);
  }

  /** The only counter that is asked for is that of connections. */
  stats(): { readonly counter: () => number }[] {
    return this.#floor.connections.map((connections) => ({ counter: () => connections }));
  }

  isTaken(shard: number, lane: number): boolean {
    return this.#floor.isTaken(shard, lane);
  }

  inLanesOf(shard: number): number {
    return this.#floor.inLanesOf(shard);
  }

  whenSettled(shard: number, then: () => void): () => void {
    return this.#floor.whenSettled(shard, then);
  }

  sendControl(message: ToWorker, shard: number): void {
    this.#floor.sendControl(message, shard);
  }
}
