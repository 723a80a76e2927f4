import { PlaceChooser, type Hold, type Place } from '@offloop/runtime';
import { ObjectName, type Shards, type PlaceOfOperation } from 'offloop/internal';
import { partitionOf } from '../exchange/partitions.js';
import { CallKind, needsLoop, isOfTransactions, NO_LANE, type CallRoute } from '../journal/journal.js';
import { objectOf, OBJECTS } from '../journal/objects.js';
import { activeWorld } from '../time/globals.js';
import type { Operation } from './protocol.js';

const PLAIN: PlaceOfOperation = { needsThread: false, prefersThread: false, needsLoop: false };
const NEEDS_THREAD: PlaceOfOperation = { ...PLAIN, needsThread: true };
const NEEDS_LOOP: PlaceOfOperation = { ...PLAIN, needsLoop: true };

/** Has calls change their place by chance at every look at the loop: what the load says would hardly ever change in a life. */
export function changePlaces(): void {
  PlaceChooser.prototype.look = (): Place => {
    const world = activeWorld();
    const place = world.time < world.quietUntil ? 0 : (world.random.below(2) as Place);
    if (place !== world.place) world.placeChangedAt = world.time;
    return (world.place = place);
  };
}

/** The shard of a call, and what goes with it. */
export interface Route extends CallRoute {
  readonly hold: Hold | undefined;
}

/** How calls find their shard, as core's invoker does it. */
export class CallPlaces {
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
  get areCallsWaiting(): boolean {
    this.#holds = this.#holds.filter(({ open }) => open !== undefined);
    return this.#holds.length > 0;
  }

  /** The place of calls of the moment, which keep no order with others. */
  get usual(): Place | undefined {
    return this.#shards.places?.place;
  }

  /** @param needsThread whether members keep what the call does for one UUID. */
  routeOf(kind: CallKind, key: number, needsThread: boolean): Route {
    const partition = kind === CallKind.SIZE ? -1 : partitionOf(key, this.#partitions);
    const { places } = this.#shards;
    if (places === undefined) {
      const { ofConnections } = this.#shards;
      const shard = isOfTransactions(kind) ? ofConnections : this.#shards.shardOf(partition);
      return { shard, lane: NO_LANE, hold: undefined, waits: false, needsThread };
    }
    const name = this.#names[objectOf(key)];
    const operation = needsLoop(kind) ? NEEDS_LOOP : needsThread ? NEEDS_THREAD : PLAIN;
    const { place: shard, lane, waitsFor: hold } = places.choose(operation, name, partition, name.hold);
    if (hold !== undefined) this.#holds.push(hold);
    return { shard, lane, hold, waits: hold !== undefined, needsThread };
  }
}
