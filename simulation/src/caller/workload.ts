import type { MessagePort } from 'node:worker_threads';
import { FloorErrorCode } from '@offloop/runtime';
import type { CreateAgent } from '@offloop/runtime/thread';
import { RequestFlag, type FromWorker, type ShardSettings } from '@offloop/contract';
import type { LifecycleState } from 'offloop';
import type { NearCachedMap } from 'offloop/internal';
import { LEAST_VALUE } from '../exchange/data.js';
import { NEAR_MAP } from '../exchange/names.js';
import { partitionOf } from '../exchange/partitions.js';
import {
  CallKind,
  isOfTransactions,
  isRead,
  NO_KEY,
  type Call,
  type CallJournal,
} from '../journal/journal.js';
import { objectOf } from '../journal/objects.js';
import type { EventOracle } from '../oracle/event-oracle.js';
import type { TransactionOracle } from '../oracle/transaction-oracle.js';
import type { Plan } from '../plan/plan.js';
import type { EventLoop } from '../time/event-loop.js';
import type { World } from '../time/world.js';
import { CallWays } from './call-ways.js';
import { Listening } from './listening.js';
import { nearMap, type MapCall } from './near-map.js';
import { PartGroups, type PartGroup } from './part-groups.js';
import { encodeCall, OPERATIONS } from './protocol.js';
import { Transacting, type OwnCall } from './transacting.js';
import { SERIALIZATION, SimulatedClient } from './simulated-client.js';

export interface WorkloadEvents {
  /**
   * Before a call is made. @param usual the way of calls that keep no order with others; undefined where there is one. @returns whether
   * it has to be admitted.
   */
  beforeCall(call: Call, usual: number | undefined): boolean;
  onMade(call: Call, wasAdmitted: boolean, shouldBe: boolean): void;
  onSettled(call: Call): void;
  onFetched(call: Call, value: unknown): void;
  onControl(message: FromWorker, shard: number): void;
  onLifecycle(state: LifecycleState): void;
  /** The caller hears that a thread has died. Another takes its place. */
  onRestart(): void;
  /** Makes the agent of a shard on the caller's loop. */
  readonly createInline: CreateAgent<ShardSettings>;
  /** The client knows of these members, and of the members that own partitions. */
  onMembers(uuids: readonly string[]): void;
  onPartitions(owners: ReadonlyMap<number, string>): void;
  /** The near cache answers a read of a key. @param own what `ownWrite` was when it was made. */
  onHit(key: number, value: unknown, own: number): void;
  ownWrite(key: number): number;
  /** A write of the near-cached map was answered. */
  onNearWrite(call: Call): void;
  /** The application holds the caller's thread for so long. */
  onStandstill(millis: number): void;
}

interface NearLimits {
  readonly isFlow: boolean;
  readonly timeout: number | undefined;
  readonly signal: AbortSignal | undefined;
}

const UNLIMITED: NearLimits = { isFlow: false, timeout: undefined, signal: undefined };

/** Bytes in the ring of a completion that says nothing but that it is one. */
const LEAST_COMPLETION = 16;

const KINDS = [
  CallKind.SET,
  CallKind.SET,
  CallKind.SET,
  CallKind.GET,
  CallKind.GET,
  CallKind.PUT,
  CallKind.LIST,
];

/** The application: makes calls on the caller's thread, alone and in bursts, with and without limits. */
export class Workload {
  readonly client: SimulatedClient;
  readonly loop: EventLoop;
  readonly #world: World;
  readonly #plan: Plan;
  readonly #journal: CallJournal;
  readonly #events: WorkloadEvents;
  /** The groups of parts of each shard. */
  readonly #groups: readonly PartGroups[];
  readonly #listening: Listening;
  readonly #ways: CallWays;
  /** The map with a near cache, where there is one. */
  readonly #near: NearCachedMap<number, number> | undefined;
  /** The near cache's first listener. */
  #nearRegistration: number | undefined;
  /** Whether members tell the near cache of changes: without its listener it caches nothing. */
  isCachedNear: boolean;
  /** How the call is to be made that the map is about to make. */
  #nearLimits: NearLimits = UNLIMITED;
  /** Undefined: the application has no transactions. */
  readonly #transacting: Transacting | undefined;
  #isOver = false;

  /** To be made on the caller's thread. */
  constructor(
    world: World,
    loop: EventLoop,
    plan: Plan,
    journal: CallJournal,
    oracle: EventOracle,
    transactions: TransactionOracle,
    events: WorkloadEvents,
  ) {
    this.#world = world;
    this.loop = loop;
    this.#plan = plan;
    this.#journal = journal;
    this.#events = events;
    this.isCachedNear = plan.nearCache !== null;
    const listening = (this.#listening = new Listening(world, loop, oracle, () => this.client));
    this.client = new SimulatedClient(plan, events.createInline, {
      onControl: (message, shard) => events.onControl(message, shard),
      onLifecycle: (state) => events.onLifecycle(state),
      onRestart: () => events.onRestart(),
      onTold: (message) => {
        listening.onTold(message);
        if (message.type === 'listen' && message.nearCache !== undefined)
          this.#nearRegistration ??= message.registration;
      },
      onEvent: (registration, bytes, start, end) => listening.onEvent(registration, bytes, start, end),
      onStage: (registration, stage) => {
        listening.onStage(registration, stage);
        if (stage === 'refused' && registration === this.#nearRegistration) this.isCachedNear = false;
      },
      onMembers: (uuids) => events.onMembers(uuids),
      onPartitions: (owners) => events.onPartitions(owners),
    });
    const { shards } = this.client;
    this.#ways = new CallWays(shards, plan.partitions);
    this.#groups = Array.from(
      { length: shards.count },
      (_, shard) =>
        new PartGroups(world, {
          epoch: () => shards.epochOf(shard),
          drop: (call) => shards.tell({ type: 'drop', call }, shard),
          // What the agent's thread gets of it is what it uses of a port.
          pass: (port) => shards.serve(port as unknown as MessagePort, shard),
          onFetched: (call, value) => events.onFetched(call, value),
        }),
    );
    this.client.start();
    const { nearCaches, decoder } = this.client;
    if (plan.nearCache !== null)
      this.#near = nearMap(NEAR_MAP, {
        nearCaches,
        decoder,
        serialization: SERIALIZATION,
        partitionCount: () => shards.partitionCount,
        call: (call) => this.#callForMap(call),
      });
    if (plan.mixed === null) this.#listen();
    else world.after(plan.mixed.quietMillis, () => loop.addInput(this, () => this.#listen()));
    for (let flow = 0; flow < plan.flows; flow++) this.#later(() => this.#call(true));
    this.#burst();
    if (plan.transactions !== null)
      this.#transacting = new Transacting(world, plan.transactions, transactions, {
        client: this.client,
        loop,
        make: (kind, timeout, own) => this.#make(kind, NO_KEY, false, timeout, undefined, undefined, own),
        later: (millis, run) => this.#after(millis, run),
      });
  }

  /** Transactions that are under way. */
  get transactions(): number {
    return this.#transacting?.open ?? 0;
  }

  /** What the agent keeps for a thread that has not fetched it. */
  get unfetched(): number {
    return this.#groups.reduce((sum, groups) => sum + groups.unfetched().length, 0);
  }

  /** Whether requests wait for other calls, although there is room for them. */
  get isHolding(): boolean {
    return this.#ways.isHolding;
  }

  /** No more calls. */
  end(): void {
    this.#isOver = true;
  }

  #later(run: () => void): void {
    this.#after(this.#world.random.skewed(0.01, 300), run);
  }

  #after(millis: number, run: () => void): void {
    this.#world.after(millis, () => {
      if (!this.#isOver) this.loop.addInput(this, run);
    });
  }

  #burst(): void {
    this.#world.after((2000 * this.#world.random.next()) / this.#plan.burstsPerSecond, () => {
      if (this.#isOver) return;
      this.loop.addInput(this, () => {
        const calls = this.#world.random.between(1, this.#plan.largestBurst);
        const first = this.#journal.calls.length;
        // One signal for many calls is everyday use.
        const aborter = this.#world.random.chance(0.2) ? new AbortController() : undefined;
        if (this.#world.random.chance(this.#plan.brimful)) this.#fillRing();
        else if (this.#world.random.chance(this.#plan.groups)) this.#callGroup(aborter);
        else for (let i = 0; i < calls; i++) this.#call(false, aborter);
        if (aborter !== undefined) this.#abortLater(aborter, this.#journal.calls.slice(first));
        // And then works on, until the answers of all of them may be there.
        if (this.#world.random.chance(this.#plan.worksOn)) this.#block(this.#world.random.skewed(1, 500));
      });
      this.#burst();
    });
  }

  /**
   * A connection comes up, and the application makes calls just then. What waited for the connection has to go before them.
   */
  greet(): void {
    if (this.#isOver) return;
    const waiting = this.#journal.calls.findLast(
      ({ kind, settled }) => settled === 0 && !isRead(kind) && !isOfTransactions(kind),
    );
    if (waiting === undefined) return;
    this.loop.addInput(this, () => this.#make(CallKind.SET, waiting.key, false, undefined, undefined));
  }

  #block(millis: number): void {
    this.#events.onStandstill(millis);
    this.#world.after(0, () => {
      this.loop.busyUntil = Math.max(this.loop.busyUntil, this.#world.time + millis);
    });
  }

  /** Writes every key once, when all is well. */
  probe(): void {
    for (let key = 0; key < this.#plan.keys; key++)
      this.#make(CallKind.SET, key, false, undefined, undefined);
  }

  #call(isFlow: boolean, shared?: AbortController): void {
    const { random } = this.#world;
    const timeout = random.chance(0.15) ? Math.ceil(random.skewed(1, 4000)) : undefined;
    const own = shared === undefined && random.chance(0.1) ? new AbortController() : undefined;
    const signal = (shared ?? own)?.signal;
    const kind = random.pick(KINDS);
    const key = random.below(this.#plan.keys);
    const { nearCache } = this.#plan;
    const isNear = nearCache !== null && kind !== CallKind.LIST && random.chance(nearCache.share);
    // Before it knows the partitions, a client refuses calls of its maps.
    if (isNear && this.client.shards.partitionCount > 0) {
      const first = this.#journal.calls.length;
      this.#callNear(random.chance(nearCache.reads) ? CallKind.GET : kind, key, { isFlow, timeout, signal });
      if (own !== undefined) this.#abortLater(own, this.#journal.calls.slice(first));
      return;
    }
    const call = this.#isOfWhole()
      ? this.#make(CallKind.SIZE, NO_KEY, isFlow, timeout, signal)
      : this.#make(kind, key, isFlow, timeout, signal);
    if (own !== undefined) this.#abortLater(own, [call]);
  }

  /**
   * So many writes that their completions fill the ring, or all but a record of it, and at last reads whose completions are
   * written inside of a cycle: nothing else is left then that would turn the agent's thread.
   */
  #fillRing(): void {
    const { random } = this.#world;
    const records = this.#plan.rings.completionRingBytes / LEAST_COMPLETION;
    for (let i = random.between(records - 2, records + 4); i > 0; i--)
      this.#make(CallKind.SET, random.below(this.#plan.keys), false, undefined, undefined);
    this.#callGroup(undefined);
    this.#block(random.skewed(5, 200));
  }

  /** Reads of several keys of one shard, each by a part of the group. */
  #callGroup(aborter: AbortController | undefined): void {
    const { random } = this.#world;
    const all = random.shuffle(Array.from({ length: this.#plan.keys }, (_, key) => key));
    const shard = this.#shardOf(all[0]);
    const keys = all.filter((key) => this.#shardOf(key) === shard);
    const groups = this.#groups[shard];
    const group = groups.begin();
    for (const key of keys.slice(0, random.pick([1, 3, 12])))
      this.#make(CallKind.PART, key, false, undefined, aborter?.signal, { groups, group });
  }

  /** Draws whether the next call is one on a whole object. */
  #isOfWhole(): boolean {
    const { mixed } = this.#plan;
    return mixed !== null && this.#world.random.chance(mixed.whole);
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

  #listen(): void {
    if (this.#isOver) return;
    for (let i = 0; i < this.#plan.listeners; i++) this.#listening.add();
    if (this.#plan.listeners > 0) this.#changeListeners();
  }

  #changeListeners(): void {
    this.#world.after(this.#listening.pause, () => {
      if (this.#isOver) return;
      this.loop.addInput(this, () => this.#listening.change());
      this.#changeListeners();
    });
  }

  #abortLater(aborter: AbortController, calls: readonly Call[]): void {
    const { random } = this.#world;
    this.#world.after(random.skewed(0.05, 3000), () =>
      this.loop.addInput(aborter, () => {
        for (const call of calls) if (call.outcome === undefined) call.abortedAt = this.#world.time;
        // Without a reason each would be a new DOMException with its stack.
        aborter.abort('given up');
        if (random.chance(0.2)) this.#block(random.skewed(1, 500));
      }),
    );
  }

  /** Reads a key by the map with the near cache. @returns the value, and whether it was there; undefined for an error. */
  async readNear(key: number): Promise<{ readonly value: unknown; readonly isHit: boolean } | undefined> {
    const before = this.#journal.calls.length;
    this.#nearLimits = UNLIMITED;
    const read = this.#near!.get(key);
    const isHit = this.#journal.calls.length === before;
    try {
      return { value: await read, isHit };
    } catch {
      return undefined;
    }
  }

  /** Some writes are followed by reads of their keys, which have to see them. */
  #callNear(kind: CallKind, key: number, limits: NearLimits): void {
    const end = this.#askNear(kind, key, limits);
    if (isRead(kind) || !this.#world.random.chance(this.#plan.nearCache!.readsBack)) return;
    void this.#askNear(CallKind.GET, key, { ...limits, isFlow: false });
    void this.#readAfter(end, key);
  }

  async #readAfter(end: Promise<void>, key: number): Promise<void> {
    await end;
    if (!this.#isOver) await this.#askNear(CallKind.GET, key, UNLIMITED);
  }

  /** What the near cache does not answer becomes a call like any other. */
  async #askNear(kind: CallKind, key: number, limits: NearLimits): Promise<void> {
    const near = this.#near!;
    this.#nearLimits = limits;
    const before = this.#journal.calls.length;
    const own = this.#events.ownWrite(key);
    const result: Promise<unknown> =
      kind === CallKind.GET ? near.get(key) : kind === CallKind.PUT ? near.put(key, 0) : near.set(key, 0);
    const isHit = this.#journal.calls.length === before;
    if (isHit) {
      const value = await result;
      this.#events.onHit(key, value, own);
      if (limits.isFlow && !this.#isOver) this.#goOn(true);
      return;
    }
    try {
      await result;
    } catch {
      // The oracles judge why.
      return;
    }
    const call = this.#journal.calls[before];
    if (!isRead(call.kind)) this.#events.onNearWrite(call);
  }

  #callForMap({ kind, key, decode }: MapCall): Promise<unknown> {
    const { isFlow, timeout, signal } = this.#nearLimits;
    return new Promise((resolve, reject) => {
      const onEnd = (error: unknown, value: unknown): void => {
        if (error === undefined) resolve(value);
        else reject(error);
      };
      const { flags } = OPERATIONS[kind];
      const operation =
        decode === undefined ? OPERATIONS[kind] : { kind, flags: flags | RequestFlag.FRAMES, decode };
      this.#make(kind, key, isFlow, timeout, signal, undefined, { operation, onEnd });
    });
  }

  #shardOf(key: number): number {
    return this.client.shards.shardOf(partitionOf(key, this.#plan.partitions));
  }

  #make(
    kind: CallKind,
    key: number,
    isFlow: boolean,
    timeout: number | undefined,
    signal: AbortSignal | undefined,
    part?: { readonly groups: PartGroups; readonly group: PartGroup },
    own?: OwnCall,
  ): Call {
    const { random, time } = this.#world;
    const length = Math.floor(random.skewed(LEAST_VALUE, this.#plan.longestValue + 1));
    const id = this.#journal.calls.length;
    const { documents, partitions } = this.#plan;
    const isDocument = documents > 0 && random.chance(documents);
    const bytes =
      own?.encode?.(id) ?? encodeCall(kind, id, key, partitionOf(key, partitions), length, isDocument);
    // Callers may claim more than they use in the end.
    const bound = bytes.length + (random.chance(0.2) ? random.below(40) : 0);
    const route = this.#ways.routeOf(kind, key, this.#needsThread(kind, key));
    const call = this.#journal.begin(kind, key, route, bound, time, timeout, signal !== undefined);
    part?.group.add(call);
    const shouldBe = this.#events.beforeCall(call, this.#ways.usual);
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
      if (isFlow && !this.#isOver) this.#goOn(error === undefined);
    };
    try {
      this.client.shards.send(route.shard, {
        operation: own?.operation ?? OPERATIONS[kind],
        request: {
          bound,
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

  /** The next call of a flow: in the continuation of the one before, or later. */
  #goOn(wasWell: boolean): void {
    // What the application does with a result takes its time, too.
    if (this.#world.random.chance(0.03))
      queueMicrotask(() => this.#world.spend(this.#world.random.skewed(0.05, 8)));
    if (wasWell && this.#world.random.chance(0.3)) queueMicrotask(() => this.#call(true));
    else this.#later(() => this.#call(true));
  }
}
