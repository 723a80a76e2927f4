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
/** Timers that were set and have not run. */
export let timers: (() => void)[] = [];
/** Milliseconds. */
let time = 0;

/** The floor of the shards that are made next. */
export function useFloor(next: ModelledFloor): void {
  floor = next;
  timers = [];
  time = 0;
}

/** All timers run that are set. @param millis that have passed then. */
export function tick(millis: number): void {
  time += millis;
  for (const run of timers.splice(0)) run();
}

export function now(): number {
  return time;
}

export function setTimer(callback: () => void): { unref(): unknown } {
  timers.push(callback);
  return { unref: () => undefined };
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
