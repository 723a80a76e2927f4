import { setMaxListeners } from 'node:events';
import { decodeEvent, eventIds, messages, type StructOf } from '@offloop/wire/protocol';
import { authenticate, type Authenticated } from './authentication.js';
import { BackupListeners, type BackupListenersHandler } from './backup-listeners.js';
import { Connection, describe, type ConnectionHandler } from './connection.js';
import {
  WorkerErrorCode,
  type Address,
  type FromWorker,
  type LogLevel,
  type MemberDescription,
  type ShardSettings,
} from './control.js';
import { Entrance } from './entrance.js';
import type { InternalCalls } from './internal-calls.js';
import { MemberConnections } from './member-connections.js';
import { describeMember, PartitionTable } from './partition-table.js';
import { usesPublicAddresses } from './public-addresses.js';
import { RefusedError } from './refused-error.js';
import type { WirePool } from './wire-pool.js';

const clusterView = messages.client.addClusterViewListener;
const VIEW_EVENTS = eventIds(clusterView);
type PartitionsOf = Parameters<PartitionTable['apply']>[2];

/** Milliseconds between attempts to reach members that are listed but not connected. */
const MISSING_MEMBER_RETRY_MILLIS = 1_000;

export interface ClusterHandler extends ConnectionHandler {
  /** For the caller's thread. */
  tell(message: FromWorker): void;
  /** A new connection is authenticated; it carries calls once this resolves. */
  onJoin(connection: Connection): Promise<void>;
  /** There is a connection where there was none: calls that waited can go. */
  onRoutable(): void;
  onBackupAck: BackupListenersHandler['onBackupAck'];
}

/**
 * The worker's picture of the cluster and its connections: enters it, follows its member list and partition table, keeps
 * one connection a member (or one in all, without smart routing), and comes back after an outage.
 */
export class Cluster {
  /** Those that carry calls. */
  readonly connections: MemberConnections;
  readonly #partitions = new PartitionTable();
  readonly #settings: ShardSettings;
  readonly #handler: ClusterHandler;
  readonly #calls: InternalCalls;
  readonly #pool: WirePool;
  readonly #backupListeners: BackupListeners;
  /** Members to which a connection is being made ready: a second one would hear each event twice. */
  readonly #joining = new Set<string>();
  readonly #entrance: Entrance;
  #members: readonly MemberDescription[] = [];
  /** Of the member list; every member counts alike, so it holds across connections, but not across outages. */
  #membersVersion = -1;
  #viewConnection: Connection | undefined;
  /** The cluster this client was in last; '' before the first. */
  #clusterKey: string;
  /** Of that cluster, and so of every cluster that may take its place; 0 before the first. */
  #partitionCount: number;
  /** The present candidate is a new one, whose cluster may be another than the one before. */
  #switching = false;
  /** Whether members are connected to at their public addresses; undefined until that is found out. */
  #usePublic: boolean | undefined;
  #stopped = false;
  readonly #sockets = new AbortController();
  readonly #missingTimer: NodeJS.Timeout;
  #connectingMissing = false;

  constructor(settings: ShardSettings, handler: ClusterHandler, calls: InternalCalls, pool: WirePool) {
    this.#settings = settings;
    this.#handler = handler;
    this.#calls = calls;
    this.#pool = pool;
    this.connections = new MemberConnections(settings, this.#partitions);
    this.#backupListeners = new BackupListeners(settings.backupAcks, calls, {
      onBackupAck: (low, high) => handler.onBackupAck(low, high),
      onBackupListenerRefused: ({ address }, error) => {
        this.#log('warn', `${describe(address)} does not acknowledge backups to us: ${error.message}`);
      },
    });
    this.#entrance = new Entrance(settings, {
      connect: (address) => this.#connect(address),
      lastSeen: () => this.#members.map((member) => this.#addressOf(member)),
      onSwitch: () => this.#forget(),
      onSwitched: ({ clusterName }) => handler.tell({ type: 'changed-cluster', clusterName }),
      onGivenUp: (code, message) => this.#giveUp(code, message),
      log: (level, message) => this.#log(level, message),
    });
    this.#clusterKey = settings.resumption?.clusterId ?? '';
    this.#partitionCount = settings.resumption?.partitionCount ?? 0;
    setMaxListeners(0, this.#sockets.signal);
    this.#missingTimer = setInterval(() => void this.#connectMissing(), MISSING_MEMBER_RETRY_MILLIS);
    this.#missingTimer.unref();
  }

  /** Whether requests sent now ask members to acknowledge backups to us. */
  get asksForBackupAcks(): boolean {
    return this.#backupListeners.areComplete;
  }

  /** Enters the cluster; the outcome is told to the handler. */
  start(): void {
    void this.#entrance.enter();
  }

  hasMember(uuid: string): boolean {
    return this.#members.some((member) => member.uuid === uuid);
  }

  /** To be called by whoever is told of a closed connection. */
  onConnectionLost(connection: Connection, reason: Error): void {
    this.#calls.onConnectionLost(connection, reason);
    if (!this.connections.remove(connection)) return;
    this.#backupListeners.forget(connection);
    this.#backupListeners.review(this.#members);
    // Closed by ourselves, it is no loss.
    this.#log(
      this.#stopped ? 'info' : 'warn',
      `lost the connection to ${describe(connection.address)}: ${reason.message}`,
    );
    if (this.#viewConnection === connection) {
      this.#viewConnection = undefined;
      this.#followView();
    }
    if (this.connections.size > 0) return;
    this.#handler.tell({ type: 'disconnected', reason: reason.message });
    if (this.#stopped) return;
    if (this.#settings.reconnectMode === 'OFF') {
      this.#giveUp(WorkerErrorCode.CLIENT_OFFLINE, 'the last connection was lost and reconnectMode is OFF');
    } else {
      void this.#entrance.enter();
    }
  }

  stop(reason: Error): void {
    this.#stopped = true;
    clearInterval(this.#missingTimer);
    this.#entrance.stop();
    for (const connection of this.connections.all) connection.close(reason);
    // And those that are not members of it yet: a peer that says nothing must not keep us.
    this.#sockets.abort(reason);
  }

  #addressOf({ address, publicAddress }: MemberDescription): Address {
    return this.#usePublic === true && publicAddress !== null ? publicAddress : address;
  }

  /** Nothing of the cluster before holds for the next one. */
  #forget(): void {
    this.#members = [];
    this.#usePublic = undefined;
    this.#switching = true;
    this.#partitions.forget();
  }

  async #connect(address: Address): Promise<void> {
    const { connectionTimeoutMillis, maxMessageBytes, reuseReadBuffer, readChunkBytes } = this.#settings;
    const { candidate } = this.#entrance;
    const { tls } = candidate;
    const connection = await Connection.open(
      {
        address,
        tls,
        connectionTimeoutMillis,
        maxMessageBytes,
        reuseReadBuffer,
        readChunkBytes,
        signal: this.#sockets.signal,
      },
      this.#handler,
      this.#pool,
    );
    // Connected is not yet answered: a peer that accepts and then says nothing must not hold us.
    const patience =
      connectionTimeoutMillis === 0
        ? undefined
        : setTimeout(() => {
            connection.close(
              new Error(`${describe(address)} did not authenticate us in ${connectionTimeoutMillis} ms`),
            );
          }, connectionTimeoutMillis);
    try {
      const welcome = await authenticate(connection, this.#calls, this.#settings, candidate);
      await this.#join(connection, welcome);
      if (this.#stopped) throw new Error('the client is shutting down');
      if (candidate !== this.#entrance.candidate)
        throw new Error('the client is on its way to another cluster');
      this.#admit(connection, welcome);
      this.#entrance.letIn(candidate);
    } catch (error) {
      connection.close(error as Error);
      throw error;
    } finally {
      clearTimeout(patience);
    }
  }

  /** Makes a connection that is going to be admitted ready for calls; one that is not must not hear events either. */
  async #join(connection: Connection, welcome: Authenticated): Promise<void> {
    const { memberId } = welcome;
    const clusterChanged = this.#isAnotherCluster(welcome);
    this.#checkCluster(connection, welcome, clusterChanged);
    if (this.connections.has(memberId) || (clusterChanged && this.connections.size > 0)) return;
    if (this.#joining.has(memberId))
      throw new Error(`a connection to member ${memberId} is being made already`);
    this.#joining.add(memberId);
    try {
      await this.#handler.onJoin(connection);
    } finally {
      this.#joining.delete(memberId);
    }
    if (connection.isClosed)
      throw new Error(`the connection to member ${memberId} was lost while it was made`);
  }

  #isAnotherCluster(welcome: Authenticated): boolean {
    return this.#clusterKey !== '' && this.#clusterKey !== welcome.clusterKey;
  }

  #admit(connection: Connection, welcome: Authenticated): void {
    if (this.connections.has(welcome.memberId)) {
      connection.close(new Error(`already connected to member ${welcome.memberId}`));
      return;
    }
    const clusterChanged = this.#isAnotherCluster(welcome);
    if (clusterChanged && this.connections.size > 0) {
      connection.close(new Error(`member ${welcome.memberId} belongs to another cluster`));
      return;
    }
    this.#checkCluster(connection, welcome, clusterChanged);
    this.#switching = false;
    this.#clusterKey = welcome.clusterKey;
    this.#partitionCount = welcome.partitionCount;
    if (clusterChanged) this.#usePublic = undefined;
    connection.memberUuid = welcome.memberId;
    this.connections.add(connection);
    const isFirst = this.connections.size === 1;
    if (clusterChanged || isFirst) this.#partitions.forget();
    this.#partitions.resize(welcome.partitionCount);
    this.#log('info', `connected to ${describe(connection.address)}, member ${welcome.memberId}`);
    if (isFirst) {
      this.#membersVersion = -1;
      if (welcome.memberInfos !== undefined && welcome.memberInfos !== null)
        this.#setMembers(welcome.memberListVersion ?? 0, welcome.memberInfos);
      if (welcome.partitions !== undefined && welcome.partitions !== null) {
        this.#setPartitions(connection, welcome.partitionListVersion ?? 0, welcome.partitions);
      }
      this.#handler.tell({
        type: 'connected',
        candidate: this.#entrance.candidateIndex,
        clusterId: welcome.clusterKey,
        partitionCount: welcome.partitionCount,
        localAddress: connection.localAddress,
      });
    }
    this.#backupListeners.listen(connection, () => this.#backupListeners.review(this.#members));
    if (this.#viewConnection === undefined) this.#followView();
    this.#handler.onRoutable();
    void this.#connectMissing();
  }

  /** Throws RefusedError for a cluster that cannot take the place of the one before. */
  #checkCluster(connection: Connection, welcome: Authenticated, clusterChanged: boolean): void {
    const at = describe(connection.address);
    if (this.#partitionCount !== 0 && this.#partitionCount !== welcome.partitionCount) {
      throw new RefusedError(
        WorkerErrorCode.NOT_ALLOWED,
        `the cluster at ${at} has ${welcome.partitionCount} partitions, the one before had ${this.#partitionCount}`,
      );
    }
    // A failover client enters another cluster only by its own way of doing so, which forgets the one before.
    if (clusterChanged && this.#settings.failoverTryCount !== null && !this.#switching) {
      throw new RefusedError(WorkerErrorCode.NOT_ALLOWED, `the cluster at ${at} is not the one before`);
    }
  }

  /** One connection carries the cluster's news; when it goes, another takes over. */
  #followView(): void {
    const connection = this.connections.all[0];
    if (connection === undefined || this.#stopped) return;
    this.#viewConnection = connection;
    const registered = this.#calls.call(
      connection,
      clusterView,
      {},
      () => undefined,
      (type, bytes, start, end) => this.#onViewEvent(connection, type, bytes, start, end),
    );
    registered.catch((error: Error) => {
      // A member that cannot tell us of changes is no use as a guide; closing makes the next one take over.
      connection.close(new Error(`cluster view refused: ${error.message}`));
    });
  }

  #onViewEvent(connection: Connection, type: number, bytes: Buffer, start: number, end: number): void {
    if (connection !== this.#viewConnection) return;
    if (type === VIEW_EVENTS.MembersView) {
      const { version, memberInfos } = decodeEvent(clusterView, 'MembersView', bytes, start, end);
      this.#setMembers(version, memberInfos);
      void this.#connectMissing();
    } else if (type === VIEW_EVENTS.PartitionsView) {
      const { version, partitions } = decodeEvent(clusterView, 'PartitionsView', bytes, start, end);
      this.#setPartitions(connection, version, partitions);
    }
  }

  #setPartitions(connection: Connection, version: number, partitions: PartitionsOf): void {
    if (!this.#partitions.apply(connection.number, version, partitions)) return;
    this.#handler.tell({ type: 'partitions', owners: this.#partitions.ownership() });
  }

  #setMembers(version: number, infos: readonly StructOf<'MemberInfo'>[]): void {
    if (version <= this.#membersVersion) return;
    this.#membersVersion = version;
    this.#members = infos.map(describeMember);
    this.#backupListeners.review(this.#members);
    this.#handler.tell({ type: 'members', version, members: this.#members });
    for (const connection of this.connections.all) {
      const { memberUuid } = connection;
      if (!this.hasMember(memberUuid)) connection.close(new Error(`member ${memberUuid} left the cluster`));
    }
  }

  async #connectMissing(): Promise<void> {
    if (!this.#settings.smartRouting || this.#connectingMissing || this.connections.size === 0) return;
    this.#connectingMissing = true;
    try {
      await this.#decidePublic();
      for (const member of this.#members) {
        const { uuid } = member;
        const address = this.#addressOf(member);
        if (this.#stopped || this.connections.has(uuid) || this.connections.size === 0) continue;
        try {
          await this.#connect(address);
        } catch (error) {
          this.#log('debug', `member ${uuid} at ${describe(address)}: ${(error as Error).message}`);
        }
      }
    } finally {
      this.#connectingMissing = false;
    }
  }

  /** Once a cluster, when its first member list is there. */
  async #decidePublic(): Promise<void> {
    if (this.#usePublic !== undefined || this.#members.length === 0) return;
    const { candidate } = this.#entrance;
    const clusterKey = this.#clusterKey;
    const usePublic = await usesPublicAddresses({
      wanted: this.#settings.usePublicIp,
      encrypted: candidate.tls !== null,
      configured: candidate.addresses,
      members: this.#members,
      signal: this.#sockets.signal,
    });
    // Found out of a cluster that was left meanwhile: it says nothing of the next one.
    if (candidate !== this.#entrance.candidate || clusterKey !== this.#clusterKey) return;
    this.#usePublic = usePublic;
    if (usePublic) this.#log('info', 'members are connected to at their public addresses');
  }

  #giveUp(code: string, message: string): void {
    if (!this.#stopped) this.#handler.tell({ type: 'gave-up', error: { code, message } });
  }

  #log(level: LogLevel, message: string): void {
    this.#handler.tell({ type: 'log', level, source: 'Cluster', message });
  }
}
