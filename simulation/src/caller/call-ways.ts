import { PlaceChooser, type Hold, type Place } from '@offloop/runtime';
import { ObjectName, type Shards, type WayOfOperation } from 'offloop/internal';
import { partitionOf } from '../exchange/partitions.js';
import { CallKind, needsInline, isOfTransactions, NO_LANE, type CallRoute } from '../journal/journal.js';
import { objectOf, OBJECTS } from '../journal/objects.js';
import { activeWorld } from '../time/globals.js';
import type { Operation } from './protocol.js';

const PLAIN: WayOfOperation = { needsThread: false, prefersThread: false, needsInline: false };
const NEEDS_THREAD: WayOfOperation = { ...PLAIN, needsThread: true };
const NEEDS_INLINE: WayOfOperation = { ...PLAIN, needsInline: true };

/** Has calls change their way by chance at every look at the loop: what the load says would hardly ever change in a life. */
export function changeWays(): void {
  PlaceChooser.prototype.look = (): Place => {
    const world = activeWorld();
    const way = world.time < world.quietUntil ? 0 : (world.random.below(2) as Place);
    if (way !== world.way) world.wayChangedAt = world.time;
    return (world.way = way);
  };
}

/** The shard of a call, and what goes with it. */
export interface Route extends CallRoute {
  readonly hold: Hold | undefined;
}

/** How calls find their shard, as core's invoker does it. */
export class CallWays {
  readonly #shards: Shards<Operation>;
  readonly #partitions: number;
  readonly #names = Array.from({ length: OBJECTS }, (_, object) => new ObjectName(`object-${object}`));
  /** Holds in which calls may wait. */
  #holds: Hold[] = [];

  constructor(shards: Shards<Operation>, partitions: number) {
    this.#shards = shards;
    this.#partitions = partitions;
  }

  /** Whether requests wait for others, although there is room for them. */
  get isHolding(): boolean {
    this.#holds = this.#holds.filter(({ open }) => open !== undefined);
    return this.#holds.length > 0;
  }

  /** The way of calls of the moment, which keep no order with others. */
  get usual(): Place | undefined {
    return this.#shards.ways?.way;
  }

  /** @param needsThread whether members keep what the call does for one UUID. */
  routeOf(kind: CallKind, key: number, needsThread: boolean): Route {
    const partition = kind === CallKind.SIZE ? -1 : partitionOf(key, this.#partitions);
    const { ways } = this.#shards;
    if (ways === undefined) {
      const { ofConnections } = this.#shards;
      const shard = isOfTransactions(kind) ? ofConnections : this.#shards.shardOf(partition);
      return { shard, lane: NO_LANE, hold: undefined, isHeld: false, needsThread };
    }
    const name = this.#names[objectOf(key)];
    const operation = needsInline(kind) ? NEEDS_INLINE : needsThread ? NEEDS_THREAD : PLAIN;
    const { way: shard, lane, hold } = ways.choose(operation, name, partition, name.hold);
    if (hold !== undefined) this.#holds.push(hold);
    return { shard, lane, hold, isHeld: hold !== undefined, needsThread };
  }
}
