import type { FromWorker } from '@offloop/contract';
import type { LifecycleState } from 'offloop';
import { ownersOf } from '../caller/simulated-client.js';
import { callsIn } from '../caller/protocol.js';
import { Workload } from '../caller/workload.js';
import type { WorkloadEvents } from '../caller/workload-events.js';
import { SimulatedCluster } from '../cluster/simulated-cluster.js';
import { clusterName, clusterOf } from '../exchange/names.js';
import { CallJournal, type Call } from '../journal/journal.js';
import { check, Violation } from '../journal/violation.js';
import { Link } from '../network/link.js';
import type { SimulatedSocket } from '../network/simulated-socket.js';
import { CallOracle } from '../oracle/call-oracle.js';
import { readValue } from '../exchange/data.js';
import { FreshnessOracle } from '../oracle/freshness-oracle.js';
import { EventOracle } from '../oracle/event-oracle.js';
import { LeaderOracle } from '../oracle/leader-oracle.js';
import { QuotaOracle } from '../oracle/quota-oracle.js';
import { SilenceOracle } from '../oracle/silence-oracle.js';
import { checkTold } from '../oracle/told-oracle.js';
import { TransactionOracle } from '../oracle/transaction-oracle.js';
import { PlacesOracle } from '../oracle/places-oracle.js';
import { drawPlan, type Plan, type Workers } from '../plan/plan.js';
import type { EventLoop } from '../time/event-loop.js';
import { enter } from '../time/globals.js';
import { createRandom } from '@offloop/tools/random';
import { World } from '../time/world.js';
import { AgentThreads } from './agent-threads.js';
import { Chaos } from './chaos.js';
import { Ending, type KnownCluster } from './ending.js';
import { historyOf } from './history.js';
import { beginOthers } from './others.js';

/** Milliseconds until a new agent is at work. */
const SLOWEST_RESTART = 100;
const STEPS_BETWEEN_FIGURES = 32;
const IDLES_BETWEEN_FIGURES = 8;
/** Milliseconds for which a thread waits for the CPU. */
const MOMENT = 0.1;
/** Virtual milliseconds at which every life begins. */
const START = 1000;

export interface Life {
  readonly seed: number;
  readonly plan: Plan;
  /** Undefined: nothing was found. */
  violation: Violation | undefined;
  steps: number;
  /** Milliseconds of virtual time. */
  millis: number;
  calls: number;
  succeeded: number;
  digest: number;
}

/** One life of a client and its cluster, from the first connection to the last. */
export class Simulation {
  readonly #life: Life;
  readonly #print: ((line: string) => void) | undefined;
  readonly #world: World;
  readonly #journal = new CallJournal();
  readonly #calls: CallOracle;
  readonly #quotas: QuotaOracle;
  readonly #fresh: FreshnessOracle;
  readonly #transactions: TransactionOracle;
  readonly #events = new EventOracle();
  readonly #clusters: readonly SimulatedCluster[];
  readonly #chaos: Chaos;
  readonly #sockets = new Set<SimulatedSocket>();
  readonly #silence = new SilenceOracle();
  readonly #places = new PlacesOracle();
  readonly #leader = new LeaderOracle();
  #workload: Workload | undefined;
  readonly #threads: AgentThreads;
  /** Times that no thread had anything to do. */
  #idles = 0;
  readonly #known: KnownCluster = {
    cluster: clusterName(0),
    members: [],
    owners: new Map(),
    ownersOf: new Map(),
  };
  /** Calls were made or settled in this step. */
  #hasChanged = false;

  /**
   * @param workers how many the client has; undefined: as drawn.
   * @param print is told what happens, line by line; without it nobody is.
   */
  constructor(seed: number, workers: Workers, print?: (line: string) => void) {
    this.#print = print;
    const [first, second, third, fourth, fifth] = [
      0x20000000, 0x30000000, 0x40000000, 0x50000000, 0x60000000,
    ].map((from) => createRandom(seed + from));
    const plan = drawPlan(first, second, third, fourth, fifth, workers);
    this.#life = { seed, plan, violation: undefined, steps: 0, millis: 0, calls: 0, succeeded: 0, digest: 0 };
    this.#world = new World(seed, {
      onStep: () => this.#onStep(),
      onIdle: () => this.#onIdle(),
      onUncaught: (loop, error) => {
        if (error instanceof Violation) throw error;
        throw new Violation(
          'nothing is thrown',
          `in ${loop.name}: ${(error as Error).stack ?? String(error)}`,
        );
      },
    });
    this.#world.hiccups = plan.hiccups;
    this.#world.utilization = plan.utilization;
    this.#world.quietUntil = START + (plan.mixed?.quietMillis ?? 0);
    this.#calls = new CallOracle(plan, this.#journal);
    this.#quotas = new QuotaOracle(plan);
    this.#clusters = Array.from(
      { length: plan.clusters },
      (_, number) => new SimulatedCluster(this.#world, number, this.#journal, this.#events, plan),
    );
    this.#fresh = new FreshnessOracle(this.#journal, plan.clusters, plan.nearCache?.interval ?? 0);
    this.#transactions = new TransactionOracle(this.#journal, this.#fresh, this.#calls.circumstances);
    for (const cluster of this.#clusters)
      cluster.onTurn = (key, writer) => this.#fresh.onTurn(cluster.number, key, writer, this.#world.time);
    for (const cluster of this.#clusters)
      cluster.onDestroyed = () => this.#fresh.onDestroyed(this.#world.time);
    for (const { transactions } of this.#clusters) transactions.watch = this.#transactions;
    for (const cluster of this.#clusters) cluster.onEntered = (shard) => this.#onEntered(shard);
    this.#events.leader = () => this.#workload!.client.shards.leader;
    const caller = this.#world.addLoop('caller');
    this.#threads = new AgentThreads(
      this.#world,
      this.#sockets,
      () => this.#world.time < this.#calls.circumstances.standstillUntil + SLOWEST_RESTART,
      (shard) => this.#onThreadEnd(shard),
    );
    this.#chaos = new Chaos(this.#world, plan, this.#clusters, {
      caller,
      workers: () => this.#threads.workers,
      onStandstill: (millis, loop) => this.#onStandstill(millis, loop),
      onFault: (name) => this.#trace(() => `FAULT: ${name}`),
    });
    caller.addInput(this, () => {
      this.#workload = new Workload(
        this.#world,
        caller,
        plan,
        this.#journal,
        this.#events,
        this.#transactions,
        this.#workloadEvents(),
      );
    });
    beginOthers(this.#world, plan, this.#clusters, START + plan.duration, (line) => this.#trace(() => line));
    this.#world.after(plan.duration, () => {
      new Ending(this.#world, plan, this.#clusters, this.#chaos, this.#journal, this.#workload!, {
        calls: this.#calls,
        quotas: this.#quotas,
        events: this.#events,
        fresh: this.#fresh,
        writerOf: (value) => this.#writerOf(value),
        sockets: this.#sockets,
        known: this.#known,
        hasWorkers: () => this.#threads.size === this.#agents(),
        checkReleased: () => this.#threads.checkReleased(caller),
      }).begin();
    });
  }

  /** Never rejects. */
  async run(): Promise<Life> {
    const life = this.#life;
    const world = this.#world;
    connectTo = (socket, host, port) => this.#connect(socket, host, port);
    const onRejection = (reason: unknown): void => {
      life.violation ??=
        reason instanceof Violation
          ? reason
          : new Violation('nothing is thrown', `unhandled rejection: ${String(reason)}`);
      world.end();
    };
    process.on('unhandledRejection', onRejection);
    enter(world);
    const start = world.time;
    try {
      await world.run();
    } catch (error) {
      life.violation ??=
        error instanceof Violation ? error : new Violation('crash', (error as Error).stack ?? '');
    } finally {
      enter(undefined);
      process.off('unhandledRejection', onRejection);
    }
    if (life.violation !== undefined) this.#trace(() => historyOf(this.#journal, life.violation!));
    life.steps = world.steps;
    life.millis = world.time - start;
    life.calls = this.#journal.calls.length;
    life.succeeded = this.#journal.calls.filter(({ outcome }) => outcome?.error === undefined).length;
    life.digest = world.digest;
    return life;
  }

  #onStandstill(millis: number, loop: EventLoop): void {
    this.#silence.onStandstill(loop, this.#world.time, millis);
    const { circumstances } = this.#calls;
    const until = this.#world.time + millis;
    this.#trace(() => `a thread stands still until ${until}`);
    circumstances.standstill += millis;
    circumstances.standstillUntil = Math.max(circumstances.standstillUntil, until);
    this.#quotas.onDisturbance(until);
  }

  #trace(line: () => string): void {
    this.#print?.(`${this.#world.time.toFixed(3)} ${line()}`);
  }

  // --- the world ---------------------------------------------------------------------------------------------------

  #connect(socket: SimulatedSocket, host: string, _port: number): void {
    this.#sockets.add(socket);
    const { random } = this.#world;
    const isLost = random.chance(0.02);
    this.#world.after(random.skewed(0.05, 20), () => {
      if (socket.loop.isDead || socket.destroyed) return;
      const cluster = this.#clusters.find((candidate) => candidate.memberAt(host) !== undefined);
      const member = cluster?.memberAt(host);
      if (cluster === undefined || member === undefined) {
        // Of a machine that is gone nothing comes back, not even a refusal.
        if (!isLost) socket.onRefused('ECONNREFUSED');
        return;
      }
      const link = new Link(this.#world, socket, {
        onWritten: (to, bytes) => this.#onWritten(to, this.#threads.shardOf(socket.loop), bytes),
        onLost: (lost) => {
          this.#journal.lose(lost);
          this.#calls.circumstances.connectionsLost++;
        },
      });
      link.server = cluster.accept(link, member);
      socket.onConnected(link);
    });
  }

  /** The agent's thread has read that a member lets it in. Before it goes on others get the CPU. */
  #onEntered(shard: number): void {
    if (!this.#world.random.chance(this.#life.plan.greetings)) return;
    const { loop } = this.#threads.of(shard)!;
    loop.busyUntil = Math.max(loop.busyUntil, this.#world.time + MOMENT);
    this.#workload!.greet();
  }

  /** The caller hears which cluster the client is in. */
  #onEnter(candidate: number, id: string): void {
    check(
      clusterOf(id) === candidate,
      'told',
      () => `the client says it is in cluster ${candidate}, and that it is ${id}`,
    );
  }

  /** Finds the calls among the messages that were written. */
  #onWritten(link: Link, shard: number, bytes: Uint8Array): void {
    for (const id of callsIn(bytes)) {
      this.#trace(() => `call ${id} is written`);
      const call = this.#journal.send(id, link, this.#world.time);
      this.#calls.onSent(call, shard);
      this.#transactions.onSent(call);
      if (this.#life.plan.mixed !== null) this.#places.onSent(call);
    }
  }

  #onThreadEnd(shard: number): void {
    this.#known.ownersOf.delete(shard);
    const { circumstances } = this.#calls;
    circumstances.workerDeaths++;
    circumstances.deathsOf[shard] = (circumstances.deathsOf[shard] ?? 0) + 1;
    this.#quotas.onDisturbance(this.#world.time + SLOWEST_RESTART);
  }

  #workloadEvents(): WorkloadEvents {
    return {
      beforeCall: (call, usual) => {
        this.#trace(
          () =>
            `call ${call.id} is made: ${call.kind} of key ${call.key}, timeout ${call.timeout}, by shard ${call.shard}`,
        );
        this.#calls.onMade(call);
        if (usual !== undefined && !this.#calls.circumstances.isStopped)
          this.#places.onMade(
            call,
            this.#quotas.givenUp === 0 ? usual : undefined,
            this.#world.placeChangedAt,
          );
        return this.#quotas.mayBeAdmitted(this.#workload!.client.stats(), call.bytes);
      },
      onMade: (call, wasAdmitted, shouldBe) => {
        this.#hasChanged = true;
        this.#quotas.onMade(call, wasAdmitted, shouldBe);
      },
      onSettled: (call) => {
        this.#hasChanged = true;
        this.#trace(() => `call ${call.id} settles: ${call.outcome?.error ?? 'well'}`);
        this.#quotas.onSettled(call);
        this.#calls.onSettled(call);
        this.#places.onSettled(call, call.outcome!.order);
      },
      onHit: (key, value, own) => this.#fresh.onHit(key, this.#writerOf(value), this.#world.time, own),
      ownWrite: (key) => this.#fresh.ownWrite(key),
      onNearWrite: (call) => this.#fresh.onWritten(call),
      onFetched: (call, value) => this.#calls.onFetched(call, value),
      onControl: (message, shard) => this.#onControl(message, shard),
      onLifecycle: (state) => this.#onLifecycle(state),
      onRestart: () => this.#places.onThreadEnd(this.#journal.order),
      createInline: (settings, port) => this.#threads.createInline(settings, port),
      onMembers: (uuids) => {
        this.#known.members = uuids;
      },
      onPartitions: (owners) => {
        this.#known.owners = owners;
      },
      onStandstill: (millis) => this.#onStandstill(millis, this.#workload!.loop),
    };
  }

  #onControl(message: FromWorker, shard: number): void {
    this.#trace(() => `shard ${shard}: ${JSON.stringify(message)}`);
    if (message.type === 'log') this.#silence.onLog(message.message, shard);
    const { leader } = this.#workload!.client.shards;
    if (message.type === 'connected') {
      this.#onEnter(message.candidate, message.clusterId);
      this.#leader.onConnected(shard, message.clusterId, leader, this.#world.time);
    }
    // One that leads no longer may tell so of a cluster that it did not get to.
    if (message.type === 'changed-cluster' && shard === leader) this.#known.cluster = message.clusterName;
    if (message.type === 'partitions') this.#known.ownersOf.set(shard, ownersOf(message.owners));
    if (leader === 1) this.#places.onThreadLeads(this.#world.time);
    check(message.type !== 'gave-up', 'errors', () => `gave up: ${JSON.stringify(message)}`);
  }

  #onLifecycle(state: LifecycleState): void {
    this.#trace(() => state);
    const { connectionsLost, workerDeaths } = this.#calls.circumstances;
    this.#leader.onLifecycle(state, connectionsLost + workerDeaths > 0);
  }

  /** How many agents there are to be at the moment. */
  #agents(): number {
    const { workers } = this.#life.plan;
    const places = this.#workload?.client.shards.places;
    return places === undefined ? workers : 1 + places.count({ workers, reason: '' }).workers;
  }

  /** At most so many. */
  #eventsUnderWay(): number {
    return this.#clusters.reduce((sum, { invalidations }) => sum + invalidations.sent, this.#events.underWay);
  }

  /** The call that wrote a value; undefined for no value. */
  #writerOf(value: unknown): Call | undefined {
    if (value === null) return undefined;
    const content = readValue(value);
    check(content !== undefined, 'values', () => `the near cache has ${JSON.stringify(value)}`);
    return this.#journal.calls[content.writer];
  }

  #onIdle(): void {
    if (this.#threads.size < this.#agents()) return;
    this.#idles++;
    // Requests without a slot of the ring stay there, so seldom is often enough.
    const looks = this.#idles % IDLES_BETWEEN_FIGURES === 0;
    const stats =
      looks && this.#workload?.areCallsWaiting === false ? this.#workload.client.stats() : undefined;
    for (const [shard, { watch }] of this.#threads.entries) watch.checkAsleep(stats?.[shard]?.queued ?? 0);
    checkTold(this.#journal.answered);
  }

  #onStep(): void {
    const client = this.#workload?.client;
    const threads = this.#threads;
    if (client === undefined || threads.size === 0) return;
    // Making the figures takes longer than a step.
    if (this.#hasChanged || this.#world.steps % STEPS_BETWEEN_FIGURES === 0) {
      this.#hasChanged = false;
      const stats = client.stats();
      if (stats.length > 0) this.#quotas.check(stats, this.#world.time, this.#sockets);
    }
    for (const socket of this.#sockets)
      if (socket.destroyed) this.#silence.onClosed(socket, threads.shardOf(socket.loop));
    for (const thread of threads.all)
      this.#quotas.checkMemory(thread, this.#sockets, () => this.#eventsUnderWay());
    threads.checkAsleep();
    threads.endTheIdle();
  }
}

let connectTo: (socket: SimulatedSocket, host: string, port: number) => void;

/** What `net.connect` does in the simulation of the moment. */
export function connectSimulated(socket: SimulatedSocket, host: string, port: number): void {
  connectTo(socket, host, port);
}
