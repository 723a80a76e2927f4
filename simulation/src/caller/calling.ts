import { FloorErrorCode } from '@offloop/runtime';
import type { Shards } from 'offloop/internal';
import { LEAST_VALUE } from '../exchange/data.js';
import { partitionOf } from '../exchange/partitions.js';
import { CallKind, type Call, type CallJournal } from '../journal/journal.js';
import { objectOf } from '../journal/objects.js';
import type { Plan } from '../plan/plan.js';
import type { World } from '../time/world.js';
import { CallPlaces } from './call-places.js';
import type { PartGroup, PartGroups } from './part-groups.js';
import { encodeCall, OPERATIONS, type Operation } from './protocol.js';
import type { WorkloadEvents } from './workload-events.js';

/** What is not as in other calls of its kind. */
export interface OwnCall {
  readonly operation: Operation;
  /** Writes the request of the call with this number. */
  encode?(id: number): Buffer;
  /** Number of the connection that it goes by. */
  readonly target?: number | undefined;
  onEnd(error: unknown, result: unknown): void;
}

/** The flow that a call is one of goes on when it has settled. */
export type GoOn = (wasWell: boolean) => void;

/** How a call is made. */
export interface Manner {
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly goOn?: GoOn | undefined;
  /** The group that it is a part of. */
  readonly part?: { readonly groups: PartGroups; readonly group: PartGroup };
  readonly own?: OwnCall;
}

/** Makes the application's calls, one by one, and notes in the journal what becomes of each. */
export class Calling {
  readonly #world: World;
  readonly #plan: Plan;
  readonly #journal: CallJournal;
  readonly #shards: Shards<Operation>;
  readonly #events: WorkloadEvents;
  readonly #places: CallPlaces;

  constructor(
    world: World,
    plan: Plan,
    journal: CallJournal,
    shards: Shards<Operation>,
    events: WorkloadEvents,
  ) {
    this.#world = world;
    this.#plan = plan;
    this.#journal = journal;
    this.#shards = shards;
    this.#events = events;
    this.#places = new CallPlaces(shards, plan.partitions);
  }

  /** Whether requests wait for other calls, although there is room for them. */
  get areCallsWaiting(): boolean {
    return this.#places.areCallsWaiting;
  }

  make(kind: CallKind, key: number, { timeout, signal, goOn, part, own }: Manner = {}): Call {
    const { random, time } = this.#world;
    const length = Math.floor(random.skewed(LEAST_VALUE, this.#plan.longestValue + 1));
    const id = this.#journal.calls.length;
    const { documents, partitions } = this.#plan;
    const isDocument = documents > 0 && random.chance(documents);
    const bytes =
      own?.encode?.(id) ?? encodeCall(kind, id, key, partitionOf(key, partitions), length, isDocument);
    // Callers may claim more than they use in the end.
    const maxBytes = bytes.length + (random.chance(0.2) ? random.below(40) : 0);
    const route = this.#places.routeOf(kind, key, this.#needsThread(kind, key));
    const call = this.#journal.begin(kind, key, route, maxBytes, time, timeout, signal !== undefined);
    part?.group.add(call);
    const shouldBe = this.#events.beforeCall(call, this.#places.usual);
    const settle = (error: unknown, result: unknown): void => {
      const value =
        own?.operation.decode === undefined || error !== undefined
          ? result
          : (result as { value: unknown }).value;
      const code =
        error === undefined ? undefined : ((error as { code?: string }).code ?? (error as Error).name);
      this.#journal.settle(call, code, value, this.#world.time);
      this.#events.onSettled(call);
      own?.onEnd(error, result);
      part?.groups.onSettled(part.group, error === undefined);
      goOn?.(error === undefined);
    };
    try {
      this.#shards.send(route.shard, {
        operation: own?.operation ?? OPERATIONS[kind],
        request: {
          maxBytes,
          target: part?.group.number ?? own?.target ?? 0,
          lane: route.lane,
          write: ({ bytes: to }, at) => at + bytes.copy(to, at),
        },
        limits: timeout === undefined && signal === undefined ? undefined : { timeout, signal },
        hold: route.hold,
        resolve: (value) => settle(undefined, value),
        reject: (error) => settle(error ?? 'nothing', undefined),
      });
    } catch (error) {
      const wasRefused = (error as { code?: string }).code === FloorErrorCode.BACKPRESSURE;
      // What is shut down refuses every call, whatever the limits.
      this.#events.onMade(call, !wasRefused, wasRefused ? shouldBe : true);
      settle(error, undefined);
      return call;
    }
    this.#events.onMade(call, true, shouldBe);
    return call;
  }

  /** Draws whether a call is one that makes its object belong to the thread. */
  #needsThread(kind: CallKind, key: number): boolean {
    const { mixed } = this.#plan;
    return (
      mixed !== null &&
      kind === CallKind.SET &&
      objectOf(key) > 0 &&
      this.#world.time >= this.#world.quietUntil &&
      this.#world.random.chance(mixed.needsThread)
    );
  }
}
