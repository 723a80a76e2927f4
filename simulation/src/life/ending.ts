import { uuidText } from '@offloop/wire';
import { AgentCounter } from '@offloop/contract';
import type { Workload } from '../caller/workload.js';
import type { ServerConnection } from '../cluster/server-connection.js';
import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import { clusterName } from '../exchange/names.js';
import { isRead, type Call, type CallJournal } from '../journal/journal.js';
import { check, Violation } from '../journal/violation.js';
import type { Link } from '../network/link.js';
import type { SimulatedSocket } from '../network/simulated-socket.js';
import type { CallOracle } from '../oracle/call-oracle.js';
import type { FreshnessOracle } from '../oracle/freshness-oracle.js';
import type { EventOracle } from '../oracle/event-oracle.js';
import { checkOrder } from '../oracle/order-oracle.js';
import type { QuotaOracle } from '../oracle/quota-oracle.js';
import { CALM } from '../plan/moods.js';
import type { NearCachePlan, Plan } from '../plan/plan.js';
import type { World } from '../time/world.js';
import type { Chaos } from './chaos.js';

/** Milliseconds, once all faults are over: until then every call has settled. */
const CALM_LIMIT = 40_000;
/** Milliseconds within which a client shuts down, also where a thread stands still, and those in which the last of it is gone then. */
const SHUTDOWN_LIMIT = 20_000;
const LEAVING_LIMIT = 200;
/** Five times what the longest lives have: a loop that turns for nothing, for a second, has twice as many. */
const MOST_TURNS = 100_000;
/** Milliseconds until what the near cache did not answer is read again. */
const PAUSE_OF_READS = 300;
/** Milliseconds until near caches have heard of a change. */
const TIME_TO_TELL = 200;
/** Milliseconds until a map that is cleared or destroyed is empty. */
const TIME_TO_WIPE = 500;
/** Milliseconds after which connections are lost meanwhile, when most members have told of it, and those between the reads then. */
const TIME_TO_LOSE = [1, 40] as const;
const PAUSE_OF_WIPED = 3;

/** What the client has told of the cluster. */
export interface KnownCluster {
  /** Name of the cluster. */
  cluster: string;
  members: readonly string[];
  /** Owning members by partition. */
  owners: ReadonlyMap<number, string>;
  /** What each shard's worker has told last of the owners. */
  readonly ownersOf: Map<number, ReadonlyMap<number, string>>;
}

/** The parts of a life that its end looks into. */
export interface LifeSoFar {
  readonly calls: CallOracle;
  readonly quotas: QuotaOracle;
  readonly events: EventOracle;
  readonly fresh: FreshnessOracle;
  /** The call that wrote a value; undefined for no value. */
  writerOf(value: unknown): Call | undefined;
  readonly sockets: Set<SimulatedSocket>;
  readonly known: KnownCluster;
  /** Whether each shard has one. */
  hasWorkers(): boolean;
  /** The caller's loop holds no bytes of requests. */
  checkReleased(): void;
}

/** The end of a life: the faults are over, every call settles, all works again, the client is shut down, and all is judged. */
export class Ending {
  readonly #world: World;
  readonly #plan: Plan;
  readonly #clusters: readonly SimulatedCluster[];
  readonly #chaos: Chaos;
  readonly #journal: CallJournal;
  readonly #workload: Workload;
  readonly #life: LifeSoFar;

  constructor(
    world: World,
    plan: Plan,
    clusters: readonly SimulatedCluster[],
    chaos: Chaos,
    journal: CallJournal,
    workload: Workload,
    life: LifeSoFar,
  ) {
    this.#world = world;
    this.#plan = plan;
    this.#clusters = clusters;
    this.#chaos = chaos;
    this.#journal = journal;
    this.#workload = workload;
    this.#life = life;
  }

  /** No more calls, and no more faults. */
  begin(): void {
    this.#workload.end();
    this.#chaos.heal();
    if (this.#plan.stopsUnderLoad) {
      this.#stop();
      return;
    }
    this.#waitFor(
      () =>
        this.#life.quotas.pending === 0 &&
        this.#workload.client.inFlight === 0 &&
        this.#workload.unfetched === 0 &&
        this.#openTransactions === 0 &&
        this.#isCurrent() &&
        this.#hasListeners(),
      () => this.#unsettled(),
      () => {
        this.#chaos.rest();
        const { nearCache } = this.#plan;
        if (nearCache === null) this.#probe();
        else this.#readWhenQuiet(() => this.#readWiped(nearCache));
      },
    );
  }

  /** All is well again: every key is written once more, without a detour. */
  #probe(): void {
    const { loop, client } = this.#workload;
    let probes: readonly Call[] = [];
    const shards = client.stats().length;
    loop.addInput(this, () => {
      const first = this.#journal.calls.length;
      this.#workload.probe();
      probes = this.#journal.calls.slice(first);
    });
    this.#waitFor(
      // One that was given up is let go when the worker hears of it, which may stand still.
      () => probes.length > 0 && this.#life.quotas.pending === 0 && client.inFlight === 0,
      () => this.#unsettled(),
      () => {
        // A probe may be what the thread is started for, and its first connection need not be the owner's.
        const isSmart = this.#plan.smartRouting && client.stats().length === shards;
        for (const call of probes) {
          if (call.outcome!.error === 'BACKPRESSURE') continue;
          const [arrival] = call.arrivals;
          check(
            call.outcome!.error === undefined,
            'all is well again',
            () => `a probe: ${call.outcome!.error}`,
          );
          check(
            !isSmart || (call.sends.length === 1 && !arrival.isForwarded),
            'all is well again',
            () => `call ${call.id} was sent ${call.sends.length} times, or not to the owner of its key`,
          );
        }
        this.#life.quotas.checkEmpty(client.stats());
        this.#stop();
      },
    );
  }

  /**
   * All is near now, and nothing else goes on. The map is cleared or destroyed once more, while answers to reads are on their way, and in
   * some lives all connections are lost: then members begin to tell of changes while they destroy it.
   */
  #readWiped({ wipesPerSecond, destroys }: NearCachePlan): void {
    const { random } = this.#world;
    const cluster = this.#entered()!;
    const { operations, wipes } = cluster;
    if (wipesPerSecond > 0) {
      // The near cache has none of them any more, so that it asks for all.
      for (let key = 0; key < this.#plan.keys; key++) operations.writeApart(key);
      this.#world.after(TIME_TO_TELL, () => {
        operations.moods = { ...CALM, slow: 1 };
        const readAll = (): void =>
          this.#workload.loop.addInput(this, () => {
            for (let key = 0; key < this.#plan.keys; key++) void this.#workload.readNear(key);
          });
        readAll();
        this.#world.after(random.skewed(1, TIME_TO_WIPE / 5), () => {
          const isDestroyed = random.chance(destroys);
          wipes.wipe(isDestroyed);
          if (!isDestroyed || random.chance(0.5)) return;
          this.#world.after(random.skewed(...TIME_TO_LOSE), () => {
            operations.moods = CALM;
            for (const { link } of cluster.connections) link.reset();
          });
          for (let millis = 0; millis < TIME_TO_WIPE / 5; millis += PAUSE_OF_WIPED)
            this.#world.after(millis, readAll);
        });
      });
    }
    this.#world.after(TIME_TO_TELL + TIME_TO_WIPE, () => {
      operations.moods = CALM;
      this.#readWhenQuiet(() => this.#probe());
    });
  }

  #readWhenQuiet(then: () => void): void {
    this.#world.after(this.#life.fresh.boundMillis, () => this.#readAgain(then));
  }

  /** All that was lost is found out by now: reads from the near cache are exact, and come from there. */
  #readAgain(then: () => void): void {
    const { loop } = this.#workload;
    const left = new Set(Array.from({ length: this.#plan.keys }, (_, key) => key));
    let readAt = -Infinity;
    let violation: unknown;
    const read = async (key: number): Promise<void> => {
      const result = await this.#workload.readNear(key);
      if (result === undefined) return;
      const writer = this.#life.writerOf(result.value);
      this.#life.fresh.checkExact(this.#entered()!.number, key, writer, this.#world.time);
      if (result.isHit) left.delete(key);
    };
    const onViolation = (reason: unknown): void => {
      violation = reason;
    };
    this.#waitFor(
      () => {
        if (violation !== undefined) throw violation as Error;
        if (!this.#workload.isCachedNear) return true;
        if (this.#world.time - readAt < PAUSE_OF_READS) return left.size === 0;
        readAt = this.#world.time;
        for (const key of left) loop.addInput(this, () => void read(key).catch(onViolation));
        return left.size === 0;
      },
      () => `the near cache does not answer reads of the keys ${[...left].join()}`,
      then,
    );
  }

  #stop(): void {
    const { loop, client } = this.#workload;
    let isStopped = false;
    const stopAndTell = async (): Promise<void> => {
      await client.stop();
      isStopped = true;
    };
    loop.addInput(this, () => {
      this.#life.calls.circumstances.isStopped = true;
      void stopAndTell();
    });
    const isLeft = (): boolean => isStopped && loop.leftovers.length === 0 && this.#life.sockets.size === 0;
    const left = (): string =>
      `after shutdown: stopped ${isStopped}, left on the caller's loop: ${loop.leftovers.join()}`;
    const judge = (): void => {
      this.#life.checkReleased();
      this.#judge();
    };
    this.#waitFor(
      () => isStopped,
      left,
      () => this.#waitFor(isLeft, left, judge, LEAVING_LIMIT),
      SHUTDOWN_LIMIT,
    );
  }

  /** Looks again and again until it is so; a violation if it takes too long, without the time in which a thread stands still. */
  #waitFor(
    condition: () => boolean,
    otherwise: () => string,
    then: () => void,
    limitMillis: number = CALM_LIMIT,
  ): void {
    const start = this.#world.time;
    const look = (): void => {
      for (const socket of this.#life.sockets)
        if (!socket.loop.handles.has(socket) && socket.unwritten === 0) this.#life.sockets.delete(socket);
      const since = Math.max(start, this.#life.calls.circumstances.standstillUntil);
      if (condition()) then();
      else if (this.#world.time > since + limitMillis) throw new Violation('comes to an end', otherwise());
      else this.#world.after(50, look);
    };
    look();
  }

  /** The one cluster that the client is in, if that lets it in and the caller was told of it. */
  #entered(): SimulatedCluster | undefined {
    const [cluster, ...others] = this.#clusters.filter((candidate) => openLinks(candidate).length > 0);
    if (cluster === undefined || others.length > 0 || !cluster.isOpen) return undefined;
    // An agent that dies takes with it what it has not told.
    const isTold =
      this.#life.known.cluster === clusterName(cluster.number) ||
      this.#life.calls.circumstances.workerDeaths > 0;
    return isTold ? cluster : undefined;
  }

  /** Whether the client knows the cluster as it is. */
  #isCurrent(): boolean {
    const cluster = this.#entered();
    if (cluster === undefined) return false;
    const { memberInfos, partitions } = cluster.view();
    if (!this.#life.hasWorkers() || cluster.alive.length < this.#plan.members) return false;
    if (cluster.partitions.some(({ isMigrating }) => isMigrating)) return false;
    if (cluster.connections.some((connection) => isOpen(connection) && connection.isSpoiled)) return false;
    const wanted = this.#plan.smartRouting ? memberInfos.length : 1;
    // As it is, and as the client has noticed.
    const stats = this.#workload.client.stats();
    if (openLinks(cluster).length !== wanted * stats.length) return false;
    if (stats.some(({ counter }) => counter(AgentCounter.CONNECTIONS) !== wanted)) return false;
    if (this.#life.known.members.length !== memberInfos.length) return false;
    if (!memberInfos.every(({ uuid }) => this.#life.known.members.includes(uuidText(uuid)))) return false;
    const { owners, ownersOf } = this.#life.known;
    const views = [owners, ...ownersOf.values()];
    return partitions.every(([uuid, ids]) =>
      ids.every((id) => views.every((view) => view.get(id) === uuidText(uuid))),
    );
  }

  /** All connections have the listeners, and the caller has had all their events. */
  #hasListeners(): boolean {
    const { leader } = this.#workload.client.shards;
    const isLeaders = ({ shard }: ServerConnection): boolean => shard === leader;
    const connections = this.#clusters.flatMap((cluster) => cluster.connections).filter(isOpen);
    return this.#life.events.isCalm(
      connections.filter(isLeaders).map(linkOf),
      connections.filter((each) => !isLeaders(each)).map(linkOf),
    );
  }

  /** Transactions whose end the application has not been told, and those that a member still has. */
  get #openTransactions(): number {
    return this.#clusters.reduce(
      (sum, { transactions }) => sum + transactions.open,
      this.#workload.transactions,
    );
  }

  #unsettled(): string {
    const open = this.#journal.calls.filter(({ settled }) => settled === 0);
    const ids = open
      .slice(0, 5)
      .map(({ id, kind, arrivals }) => `${kind} ${id} (sent ${arrivals.length} times)`);
    if (open.length === 0)
      return `${this.#workload.unfetched} groups to fetch; ${this.#openTransactions} transactions are open; listeners are ${this.#hasListeners() ? '' : 'not '}as they should be`;
    return `${open.length} calls never settled: ${ids.join(', ')}; stats ${JSON.stringify(this.#workload.client.stats())}`;
  }

  #judge(): void {
    const { calls } = this.#journal;
    for (const call of calls) {
      check(call.settled === 1, 'settles once', () => `call ${call.id} settled ${call.settled} times`);
      if (!this.#plan.redoOperation && !isRead(call.kind)) this.#life.calls.checkOnce(call);
    }
    // Members may ask each other in circles while a dead one is missed by nobody yet: the product does not.
    const { turns } = this.#world;
    check(turns <= MOST_TURNS, 'nobody turns for nothing', () => `${turns} turns for ${calls.length} calls`);
    checkOrder(this.#journal, this.#plan);
    for (const { number, partitions } of this.#clusters)
      this.#life.calls.checkNothingLost(number, partitions);
    this.#world.end();
  }
}

function openLinks({ connections }: SimulatedCluster): Link[] {
  return connections.filter(isOpen).map(linkOf);
}

function isOpen({ link }: ServerConnection): boolean {
  return link.isOpen;
}

function linkOf({ link }: ServerConnection): Link {
  return link;
}
