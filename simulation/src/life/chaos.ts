import type { ServerConnection } from '../cluster/server-connection.js';
import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import type { SimulatedMember } from '../cluster/simulated-member.js';
import { CALM } from '../plan/moods.js';
import type { Plan } from '../plan/plan.js';
import { ThreadEnd, type SimulatedWorker } from '../threads/simulated-worker.js';
import type { EventLoop } from '../time/event-loop.js';
import type { World } from '../time/world.js';

/** Milliseconds after which a member that has not responded never will. */
const LONGEST_OPERATION = 8000;
/** Milliseconds within which most commits are answered. */
const LONGEST_COMMIT = 40;

/** The parts of a life that faults are done to, besides the cluster. */
export interface Victims {
  readonly caller: EventLoop;
  /** The agents' threads of the moment. */
  workers(): readonly SimulatedWorker[];
  onStandstill(millis: number, loop: EventLoop): void;
  onFault(name: string): void;
}

type WeightedFault = readonly [weight: number, name: string, run: () => void];

interface Fault {
  readonly name: string;
  readonly run: () => void;
}

/** Faults at random times, as many as the plan wants. */
export class Chaos {
  readonly #world: World;
  readonly #plan: Plan;
  readonly #clusters: readonly SimulatedCluster[];
  /** What the fault of the moment is done to. */
  #cluster: SimulatedCluster;
  readonly #victims: Victims;
  readonly #faults: readonly Fault[];
  /** Deaths of the agent's thread: more than five a minute end the client, as they should. */
  #deaths = 0;
  #isOver = false;
  #isResting = false;

  constructor(world: World, plan: Plan, clusters: readonly SimulatedCluster[], victims: Victims) {
    this.#world = world;
    this.#plan = plan;
    this.#clusters = clusters;
    this.#cluster = clusters[0];
    this.#victims = victims;
    const weighted: WeightedFault[] = [
      [5, 'a connection is reset', () => this.#resetConnection()],
      [1, 'all connections are reset', () => this.#resetAll()],
      [2, 'a connection is closed', () => this.#finishConnection()],
      [3, 'a connection stands still', () => this.#stall()],
      [1, 'nothing gets through', () => this.#stallAll()],
      [3, 'a member is killed', () => this.#killMember()],
      [3, 'a member freezes', () => this.#freezeMember()],
      [5, 'a partition moves', () => this.#migrate()],
      [1, 'the cluster is restarted', () => this.#restartCluster()],
      [3, "the caller's thread stands still", () => this.#block(this.#victims.caller)],
      [2, "the agent's thread stands still", () => this.#blockWorker()],
      [1, 'the process is stopped', () => this.#stopProcess()],
      [1, "the agent's thread dies", () => this.#killWorker()],
      [1, 'a member sends garbage', () => this.#garbage()],
      [2, 'a member repeats its view', () => this.#staleView()],
    ];
    if (clusters.length > 1) weighted.push(...this.#failovers());
    if (plan.workers > 1 || plan.mixed !== null) weighted.push(...this.#ofShards());
    this.#faults = weighted.flatMap(([weight, name, run]) =>
      Array.from({ length: weight }, () => ({ name, run })),
    );
    for (const { operations } of clusters) operations.moods = plan.moods;
    for (const { transactions } of clusters)
      transactions.onCommitAsked = (connection) => this.#strikeCommit(connection);
    if (plan.faultsPerSecond > 0) this.#next();
  }

  /** No more faults, and all there are come to an end. */
  heal(): void {
    this.#isOver = true;
    for (const cluster of this.#clusters) {
      cluster.operations.moods = CALM;
      cluster.invalidations.isFaulty = false;
      for (const member of cluster.members) cluster.thaw(member);
      for (const connection of cluster.connections) {
        connection.link.stall(this.#world.time, true, true);
      }
    }
    if (this.#clusters.length > 1) this.#leaveOneOpen();
    this.#closeDebtors();
  }

  /** Nobody waits for an answer any more: connections stay as they are. */
  rest(): void {
    this.#isResting = true;
  }

  /** One cluster for good: the client has to find it. */
  #leaveOneOpen(): void {
    const closed = this.#world.random.pick(this.#clusters);
    for (const cluster of this.#clusters) cluster.isOpen = cluster !== closed;
    closed.close();
  }

  /**
   * Closes connections on which a member has swallowed a response: its caller would wait for as long as the connection
   * lives. An answer that is still being worked on does not count.
   */
  #closeDebtors(): void {
    const debts = this.#clusters
      .flatMap(({ connections }) => connections)
      .map(({ owed, link }) => ({ owed, link, old: [...owed] }));
    this.#world.after(LONGEST_OPERATION, () => {
      if (this.#isResting) return;
      for (const { owed, link, old } of debts) if (old.some((each) => owed.has(each))) link.reset();
      this.#closeDebtors();
    });
  }

  #next(): void {
    this.#world.after((2000 * this.#world.random.next()) / this.#plan.faultsPerSecond, () => {
      if (this.#isOver) return;
      const { name, run } = this.#world.random.pick(this.#faults);
      if (this.#clusters.length > 1) this.#cluster = this.#anyCluster();
      this.#victims.onFault(name);
      run();
      this.#next();
    });
  }

  /** Mostly one to which the client is connected. */
  #anyCluster(): SimulatedCluster {
    const { random } = this.#world;
    const used = this.#clusters.find(({ connections }) => connections.length > 0);
    return used !== undefined && random.chance(0.8) ? used : random.pick(this.#clusters);
  }

  #duration(): number {
    return this.#world.random.skewed(5, 9000);
  }

  #anyConnection(): ServerConnection | undefined {
    const { connections } = this.#cluster;
    return connections.length === 0 ? undefined : this.#world.random.pick(connections);
  }

  #resetConnection(): void {
    this.#anyConnection()?.link.reset();
  }

  #resetAll(): void {
    for (const { link } of this.#cluster.connections) link.reset();
  }

  #finishConnection(): void {
    this.#anyConnection()?.link.finish();
  }

  #stall(): void {
    const { random, time } = this.#world;
    const up = random.chance(0.7);
    this.#anyConnection()?.link.stall(time + this.#duration(), up, !up || random.chance(0.5));
  }

  #stallAll(): void {
    const until = this.#world.time + this.#duration();
    for (const { link } of this.#cluster.connections) link.stall(until, true, true);
  }

  #killMember(): void {
    if (this.#cluster.isSafe) this.#kill(this.#world.random.pick(this.#cluster.members));
  }

  #kill(member: SimulatedMember): void {
    const cluster = this.#cluster;
    const { random } = this.#world;
    cluster.kill(member, random.chance(0.3));
    this.#world.after(random.skewed(3100, 8000), () => cluster.join(member.number));
  }

  /** The connection of a commit is lost, or its member: before the commit, in the midst of it, or while its answer is on its way. */
  #strikeCommit({ link, member }: ServerConnection): void {
    const { random } = this.#world;
    if (this.#isOver || !random.chance(this.#plan.transactions!.lostCommits)) return;
    const kills = random.chance(0.5);
    this.#world.after(random.skewed(0.05, LONGEST_COMMIT), () => {
      if (this.#isOver || (kills && !(this.#cluster.isSafe && member.isAlive))) return;
      this.#victims.onFault(`a commit loses its ${kills ? 'member' : 'connection'}`);
      if (kills) this.#kill(member);
      else link.reset();
    });
  }

  #freezeMember(): void {
    const cluster = this.#cluster;
    const member = this.#world.random.pick(cluster.members);
    if (!member.isAlive || member.isFrozen) return;
    member.freeze();
    this.#world.after(this.#duration(), () => cluster.thaw(member));
  }

  #migrate(): void {
    const cluster = this.#cluster;
    if (cluster.alive.length === 0) return;
    cluster.migrate(this.#world.random.pick(cluster.partitions), this.#world.random.pick(cluster.alive));
  }

  #restartCluster(): void {
    if (this.#cluster.alive.length < this.#cluster.members.length || this.#world.random.chance(0.7)) return;
    this.#cluster.restartAll(this.#world.random.skewed(50, 4000));
  }

  #failovers(): WeightedFault[] {
    return [
      [5, 'a cluster turns its client away', () => this.#turnAway()],
      [3, 'a cluster is gone', () => this.#loseCluster()],
    ];
  }

  /** Where one shard leads the others: it dies, and leads them to another cluster. */
  #ofShards(): WeightedFault[] {
    return [
      [3, "a shard's thread dies", () => this.#killWorker()],
      [4, 'the cluster is restarted', () => this.#restartCluster()],
    ];
  }

  /** Never both: the client would ask one and the other, without a pause. */
  #turnAway(): void {
    if (this.#clusters.some(({ isOpen }) => !isOpen)) return;
    const cluster = this.#cluster;
    cluster.close();
    this.#world.after(this.#duration(), () => {
      if (!this.#isOver) cluster.isOpen = true;
    });
  }

  #loseCluster(): void {
    if (this.#cluster.alive.length < this.#cluster.members.length) return;
    this.#cluster.restartAll(this.#world.random.skewed(200, 6000));
  }

  #block(loop: EventLoop, millis: number = this.#duration()): void {
    this.#victims.onStandstill(millis, loop);
    loop.busyUntil = Math.max(loop.busyUntil, this.#world.time + millis);
  }

  #blockWorker(): void {
    const worker = this.#anyWorker();
    if (worker !== undefined) this.#block(worker.loop);
  }

  #stopProcess(): void {
    const millis = this.#duration();
    this.#block(this.#victims.caller, millis);
    for (const worker of this.#victims.workers()) this.#block(worker.loop, millis);
  }

  #killWorker(): void {
    if (this.#deaths === 4) return;
    this.#deaths++;
    this.#anyWorker()?.end(ThreadEnd.DIED);
  }

  #anyWorker(): SimulatedWorker | undefined {
    const workers = this.#victims.workers();
    return workers.length > 1 ? this.#world.random.pick(workers) : workers[0];
  }

  #garbage(): void {
    this.#anyConnection()?.sendGarbage();
  }

  /** A member tells of the cluster again. */
  #staleView(): void {
    this.#anyConnection()?.sendView(this.#cluster.view());
  }
}
