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
  sendControl(message: ToWorker, shard: number): void;
}

let floor: ModelledFloor;
/** Timers that were set and have not run. */
export let timers: (() => void)[] = [];

/** The floor of the shards that are made next. */
export function useFloor(next: ModelledFloor): void {
  floor = next;
  timers = [];
}

export function setTimer(callback: () => void): { unref(): unknown } {
  timers.push(callback);
  return { unref: () => undefined };
}

export class ModelCaller {
  readonly #floor = floor;
  readonly isStopped = false;

  constructor({ settings }: CallerOptions<ShardSettings>) {
    this.#floor.settings = settings;
  }

  start(): void {
    this.#floor.start(0);
  }

  startShard(shard: number): void {
    this.#floor.start(shard);
  }

  stats(): [] {
    return [];
  }

  isTaken(shard: number, lane: number): boolean {
    return this.#floor.isTaken(shard, lane);
  }

  inLanesOf(shard: number): number {
    return this.#floor.inLanesOf(shard);
  }

  sendControl(message: ToWorker, shard: number): void {
    this.#floor.sendControl(message, shard);
  }
}
