import type { MessagePort } from 'node:worker_threads';
import { partitionOf } from '../exchange/partitions.js';
import {
  CallKind,
  isOfTransactions,
  isRead,
  NO_KEY,
  type Call,
  type CallJournal,
} from '../journal/journal.js';
import type { EventOracle } from '../oracle/event-oracle.js';
import type { TransactionOracle } from '../oracle/transaction-oracle.js';
import type { Plan } from '../plan/plan.js';
import type { EventLoop } from '../time/event-loop.js';
import type { World } from '../time/world.js';
import { Calling, type GoOn } from './calling.js';
import { Listening } from './listening.js';
import { NearCalling } from './near-calling.js';
import { PartGroups } from './part-groups.js';
import { Transacting } from './transacting.js';
import { SimulatedClient } from './simulated-client.js';
import type { WorkloadEvents } from './workload-events.js';

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
  readonly #calling: Calling;
  /** The groups of parts of each shard. */
  readonly #groups: readonly PartGroups[];
  readonly #listening: Listening;
  /** Undefined: no map has a near cache. */
  readonly #near: NearCalling | undefined;
  /** The near cache's first listener. */
  #nearRegistration: number | undefined;
  /** Whether members tell the near cache of changes: without its listener it caches nothing. */
  isCachedNear: boolean;
  /** Undefined: the application has no transactions. */
  readonly #transacting: Transacting | undefined;
  /** The next call of a flow: in the continuation of the one before, or later. */
  readonly #goOn: GoOn = (wasWell) => {
    if (this.#isOver) return;
    // What the application does with a result takes its time, too.
    if (this.#world.random.chance(0.03))
      queueMicrotask(() => this.#world.spend(this.#world.random.skewed(0.05, 8)));
    if (wasWell && this.#world.random.chance(0.3)) queueMicrotask(() => this.#callOfFlow());
    else this.#later(() => this.#callOfFlow());
  };
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
    this.#calling = new Calling(world, plan, journal, shards, events);
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
    if (plan.nearCache !== null) {
      const caller = { client: this.client, calling: this.#calling, isOver: () => this.#isOver };
      this.#near = new NearCalling(world, journal, caller, events, plan.nearCache.readsBack);
    }
    if (plan.mixed === null) this.#listen();
    else world.after(plan.mixed.quietMillis, () => loop.addInput(this, () => this.#listen()));
    for (let flow = 0; flow < plan.flows; flow++) this.#later(() => this.#callOfFlow());
    this.#burst();
    if (plan.transactions !== null)
      this.#transacting = new Transacting(world, plan.transactions, transactions, {
        client: this.client,
        loop,
        make: (kind, timeout, own) => this.#calling.make(kind, NO_KEY, { timeout, own }),
        readNear: (key) => {
          if (!this.#isOver && shards.partitionCount > 0) this.#near!.make(CallKind.GET, key, {});
        },
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
  get areCallsWaiting(): boolean {
    return this.#calling.areCallsWaiting;
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

  #block(millis: number): void {
    this.#events.onStandstill(millis);
    this.#world.after(0, () => {
      this.loop.busyUntil = Math.max(this.loop.busyUntil, this.#world.time + millis);
    });
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

  /** Reads a key by the map with the near cache. @returns the value, and whether it was there; undefined for an error. */
  readNear(key: number): Promise<{ readonly value: unknown; readonly isHit: boolean } | undefined> {
    return this.#near!.read(key);
  }

  // --- calls that are made one after the other ----------------------------------------------------------------------

  #callOfFlow(): void {
    this.#call(this.#goOn);
  }

  #call(goOn: GoOn | undefined, shared?: AbortController): void {
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
      const wanted = random.chance(nearCache.reads) ? CallKind.GET : kind;
      this.#near!.make(wanted, key, { goOn, timeout, signal });
      if (own !== undefined) this.#abortLater(own, this.#journal.calls.slice(first));
      return;
    }
    const call = this.#isOfWhole()
      ? this.#calling.make(CallKind.SIZE, NO_KEY, { goOn, timeout, signal })
      : this.#calling.make(kind, key, { goOn, timeout, signal });
    if (own !== undefined) this.#abortLater(own, [call]);
  }

  /** Draws whether the next call is one on a whole object. */
  #isOfWhole(): boolean {
    const { mixed } = this.#plan;
    return mixed !== null && this.#world.random.chance(mixed.whole);
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

  // --- calls that are made at once ----------------------------------------------------------------------------------

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
        else for (let i = 0; i < calls; i++) this.#call(undefined, aborter);
        if (aborter !== undefined) this.#abortLater(aborter, this.#journal.calls.slice(first));
        // And then works on, until the answers of all of them may be there.
        if (this.#world.random.chance(this.#plan.worksOn)) this.#block(this.#world.random.skewed(1, 500));
      });
      this.#burst();
    });
  }

  /**
   * So many writes that their completions fill the ring, or all but a record of it, and at last reads whose completions are
   * written inside of a cycle: nothing else is left then that would turn the agent's thread.
   */
  #fillRing(): void {
    const { random } = this.#world;
    const records = this.#plan.rings.completionRingBytes / LEAST_COMPLETION;
    for (let i = random.between(records - 2, records + 4); i > 0; i--)
      this.#calling.make(CallKind.SET, random.below(this.#plan.keys));
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
      this.#calling.make(CallKind.PART, key, { signal: aborter?.signal, part: { groups, group } });
  }

  #shardOf(key: number): number {
    return this.client.shards.shardOf(partitionOf(key, this.#plan.partitions));
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
    this.loop.addInput(this, () => this.#calling.make(CallKind.SET, waiting.key));
  }

  /** Writes every key once, when all is well. */
  probe(): void {
    for (let key = 0; key < this.#plan.keys; key++) this.#calling.make(CallKind.SET, key);
  }
}
