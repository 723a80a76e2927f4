import type { WireUuid } from '@offloop/wire';
import { partitionOf } from '../exchange/partitions.js';
import type { Call, CallJournal } from '../journal/journal.js';
import type { Link } from '../network/link.js';
import type { World } from '../time/world.js';
import { MemberInvalidations, type InvalidationRules } from './member-invalidations.js';
import { MemberListeners } from './member-listeners.js';
import { MemberTransactions } from './member-transactions.js';
import { Operations } from './operations.js';
import { copyReplica, type Partition } from './partition.js';
import { Reception } from './reception.js';
import { Wipes } from './wipes.js';
import type { ListenerWatch } from './registrations.js';
import { ServerConnection, type ConnectionEvents, type View } from './server-connection.js';
import { SimulatedMember } from './simulated-member.js';

export interface ClusterOptions {
  readonly members: number;
  readonly partitions: number;
  readonly backups: 0 | 1;
  readonly clusters: 1 | 2;
  readonly keys: number;
  readonly nearCache: InvalidationRules | null;
}

/** Without near caches nobody is told. */
const NO_RULES: InvalidationRules = { batchMillis: 0, lost: 0, late: 0 };

/** More than listeners are told of in a life. */
const MOST_HAPPENINGS = 1_000_000;

/** Members that know of each other at once, but tell clients when it suits them; partitions with one backup or none. */
export class SimulatedCluster {
  readonly world: World;
  readonly operations: Operations;
  readonly invalidations: MemberInvalidations;
  readonly wipes: Wipes;
  readonly transactions: MemberTransactions;
  readonly partitions: readonly Partition[];
  readonly number: number;
  readonly supportsFailover: boolean;
  id: WireUuid;
  /** Whether it lets the client in. */
  isOpen = true;
  /** The client has read that it was let in. */
  onEntered: (shard: number) => void = () => undefined;
  /** A key may have another value: its writer is the last one of its replica. */
  onTurn: (key: number, writer: Call | undefined) => void = () => undefined;
  /** A member has destroyed the map. */
  onDestroyed: () => void = () => undefined;
  /** In the member list: a killed one stays there until the others have noticed. */
  members: SimulatedMember[] = [];
  readonly #options: ClusterOptions;
  readonly #journal: CallJournal;
  readonly #connections = new Set<ServerConnection>();
  readonly #listeners: MemberListeners;
  readonly #connectionEvents: ConnectionEvents;
  #lives = 0;
  /** Counts what listeners were told of. */
  #happenings = 0;
  /** All members are dead, and new ones will take their places. */
  #isRestarting = false;
  /** Counts the lives of partitions, for their UUIDs. */
  #partitionLives = 0;
  #membersVersion = 1;
  #partitionsVersion = 1;

  constructor(
    world: World,
    number: number,
    journal: CallJournal,
    watch: ListenerWatch,
    options: ClusterOptions,
  ) {
    this.world = world;
    this.number = number;
    this.supportsFailover = options.clusters > 1;
    this.id = { msb: BigInt(number), lsb: 1n };
    this.#journal = journal;
    this.#options = options;
    this.operations = new Operations(this, journal);
    this.#listeners = new MemberListeners(this.operations, watch);
    this.invalidations = new MemberInvalidations(
      world,
      this.operations,
      () => this.partitions,
      () => this.members,
      options.nearCache ?? NO_RULES,
    );
    this.wipes = new Wipes(this);
    this.transactions = new MemberTransactions(world, number, this.operations, journal);
    const reception = new Reception(this, world.random, {
      operations: this.operations,
      listeners: this.#listeners,
      invalidations: this.invalidations,
      transactions: this.transactions,
    });
    this.#connectionEvents = {
      onMessage: (connection, bytes, start, end) => reception.receive(connection, bytes, start, end),
      onClose: (connection) => this.#connections.delete(connection),
    };
    for (let i = 0; i < options.members; i++) this.members.push(this.#create(i));
    this.partitions = Array.from({ length: options.partitions }, (_, id) => ({
      id,
      owner: this.members[id % this.members.length],
      backup: undefined,
      ownerReplica: new Map(),
      backupReplica: new Map(),
      uuid: this.#newUuid(),
      sequence: 0n,
      epoch: 0,
      isMigrating: false,
      busyUntil: 0,
      backupBusyUntil: 0,
    }));
    this.#assignBackups();
  }

  get alive(): SimulatedMember[] {
    return this.members.filter(({ isAlive }) => isAlive);
  }

  /** Whether a member may be killed and nothing that was backed up is lost. */
  get isSafe(): boolean {
    return this.alive.length === this.members.length && this.members.length > 1 && this.#options.backups > 0;
  }

  get connections(): ServerConnection[] {
    return this.members.flatMap((member) => this.connectionsOf(member));
  }

  connectionsOf(member: SimulatedMember): ServerConnection[] {
    return [...this.#connections].filter((connection) => connection.member === member);
  }

  memberAt(host: string): SimulatedMember | undefined {
    return this.members.find((member) => member.isAlive && member.host === host);
  }

  /** Something happened at one of the members, several times in a row. */
  tellListeners(times: number): void {
    if (this.alive.length === 0) return;
    const member = this.world.random.pick(this.alive);
    member.after(0, () => {
      const connections = this.connectionsOf(member);
      for (let i = 0; i < times; i++, this.#happenings++)
        for (const connection of connections)
          this.#listeners.tell(connection, this.number * MOST_HAPPENINGS + this.#happenings);
    });
  }

  accept(link: Link, member: SimulatedMember): ServerConnection {
    const connection = new ServerConnection(link, member, this.world.random, this.#connectionEvents);
    this.#connections.add(connection);
    return connection;
  }

  view(): View {
    const owned = new Map<SimulatedMember, number[]>();
    for (const { owner, id } of this.partitions) {
      const ids = owned.get(owner);
      if (ids === undefined) owned.set(owner, [id]);
      else ids.push(id);
    }
    return {
      memberListVersion: this.#membersVersion,
      memberInfos: this.members.map(({ host, port, uuid }) => ({
        address: { host, port },
        uuid,
        attributes: new Map(),
        liteMember: false,
        version: { major: 5, minor: 6, patch: 0 },
        addressMap: new Map(),
      })),
      partitionListVersion: this.#partitionsVersion,
      partitions: [...owned].map(([{ uuid }, ids]) => [uuid, ids]),
    };
  }

  // --- what happens to it ------------------------------------------------------------------------------------------

  /** The others notice later. @param silently its machine is gone, too: nobody resets its connections. */
  kill(member: SimulatedMember, silently: boolean): void {
    member.kill();
    if (!silently) this.#resetAll(member);
    this.world.after(this.world.random.skewed(5, 3000), () => this.#onGone(member));
  }

  /** A frozen member goes on: it does what it should have done, and reads what came. */
  thaw(member: SimulatedMember): void {
    if (!member.isFrozen || !member.isAlive) return;
    member.thaw();
    for (const connection of this.connectionsOf(member)) connection.proceed();
  }

  /** The client is to go elsewhere, and is not let in again until it is open. */
  close(): void {
    this.isOpen = false;
    for (const { link } of this.connections) link.finish();
  }

  /** All members die at once, with all they had; new ones take their places. */
  restartAll(pauseMillis: number): void {
    this.#isRestarting = true;
    for (const member of this.members) {
      member.kill();
      this.#resetAll(member);
    }
    this.#journal.forget(this.number);
    this.transactions.forget();
    this.world.after(pauseMillis, () => {
      this.id = { msb: this.id.msb, lsb: this.id.lsb + 1n };
      this.#isRestarting = false;
      this.members = Array.from({ length: this.#options.members }, (_, number) => this.#create(number));
      this.#membersVersion = this.#partitionsVersion = 1;
      for (const partition of this.partitions) {
        partition.owner = this.members[partition.id % this.members.length];
        partition.ownerReplica = new Map();
        this.#lose(partition);
        this.#moved(partition);
      }
      this.#assignBackups();
    });
  }

  join(number: number): void {
    if (this.#isRestarting || this.members.some((member) => member.number === number)) return;
    this.members.push(this.#create(number));
    this.#membersVersion++;
    this.#assignBackups();
    this.#tellClients();
    for (const partition of this.partitions) {
      if (this.world.random.chance(1 / this.members.length)) this.migrate(partition, this.members.at(-1)!);
    }
  }

  migrate(partition: Partition, to: SimulatedMember): void {
    if (partition.isMigrating || partition.owner === to || !partition.owner.isAlive) return;
    partition.isMigrating = true;
    this.world.after(this.world.random.skewed(0.5, 100), () => {
      partition.isMigrating = false;
      if (!to.isAlive || !partition.owner.isAlive || !this.members.includes(to)) return;
      partition.owner = to;
      this.#moved(partition);
      this.#assignBackups();
      this.#partitionsVersion++;
      this.#tellClients();
    });
  }

  #resetAll(member: SimulatedMember): void {
    for (const { link } of this.connectionsOf(member)) link.reset();
  }

  #create(number: number): SimulatedMember {
    return new SimulatedMember(this.world, this.number, number, ++this.#lives);
  }

  #onGone(gone: SimulatedMember): void {
    if (!this.members.includes(gone) || this.members.length === 1) return;
    this.members = this.members.filter((member) => member !== gone);
    this.#membersVersion++;
    for (const partition of this.partitions) {
      if (partition.owner === gone) {
        partition.owner = partition.backup ?? this.members[0];
        partition.ownerReplica = partition.backupReplica;
        this.#lose(partition);
        this.#moved(partition);
      } else if (partition.backup === gone) {
        this.#moved(partition);
      }
    }
    this.#assignBackups();
    this.#partitionsVersion++;
    this.#tellClients();
  }

  onValue(partition: Partition, key: number): void {
    this.onTurn(key, partition.ownerReplica.get(key)?.at(-1)?.arrival?.call);
  }

  onWrite(partition: Partition, key: number, shard: number): void {
    this.invalidations.onChange(partition, key, shard, this.connections);
  }

  /** The partition's owner is dead: nobody knows how many changes near caches were told of. */
  #lose(partition: Partition): void {
    partition.uuid = this.#newUuid();
    partition.sequence = 0n;
    for (let key = 0; key < this.#options.keys; key++)
      if (partitionOf(key, this.partitions.length) === partition.id) this.onValue(partition, key);
  }

  #newUuid(): WireUuid {
    return { msb: BigInt(this.number + 1), lsb: BigInt(++this.#partitionLives) };
  }

  /** The partition's backup is to be chosen anew. */
  #moved(partition: Partition): void {
    this.#journal.move(this.number, partition.id);
    partition.epoch++;
    partition.backup = undefined;
    partition.backupReplica = new Map();
    partition.busyUntil = partition.backupBusyUntil = 0;
  }

  #assignBackups(): void {
    if (this.#options.backups === 0) return;
    for (const partition of this.partitions) {
      if (partition.backup !== undefined) continue;
      const others = this.alive.filter((member) => member !== partition.owner);
      if (others.length === 0) continue;
      partition.backup = this.world.random.pick(others);
      partition.backupReplica = copyReplica(partition.ownerReplica);
    }
  }

  #tellClients(): void {
    for (const connection of this.connections) {
      if (connection.viewListener === undefined) continue;
      const { latestView } = connection;
      connection.member.after(this.world.random.skewed(0.1, 300), () => {
        connection.sendView(this.view());
        // One that was held up comes last. It is older, and of the same member.
        if (latestView !== undefined && this.world.random.chance(0.1)) connection.sendView(latestView);
      });
    }
  }
}
