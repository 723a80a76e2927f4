import { setMaxListeners } from 'node:events';
import {
  addressText,
  type Address,
  type Resumption,
  type ShardSettings,
  WorkerErrorCode,
  type FromWorker,
  type LogLevel,
  type MemberDescription,
} from '@offloop/contract';
import { Attempts, type Attempt } from '../connection/attempts.js';
import { authenticate, type Authenticated } from '../connection/authentication.js';
import { Connection, type ConnectionHandler } from '../connection/connection.js';
import type { InternalCalls } from '../connection/internal-calls.js';
import { MakingLimit } from '../connection/making-limit.js';
import type { WirePool } from '../connection/wire-pool.js';
import { BackupListeners, type BackupListenersHandler } from '../listeners/backup-listeners.js';
import { ClusterConnector } from './cluster-connector.js';
import { ClusterIdentity } from './cluster-identity.js';
import { ClusterView } from './cluster-view.js';
import { MemberAddresses } from './member-addresses.js';
import { MemberConnections } from './member-connections.js';
import { MissingMembers } from './missing-members.js';
import { PartitionTable } from './partition-table.js';
import { ShortLives } from './short-lives.js';

export interface ClusterHandler extends ConnectionHandler {
  /** Sends a message to the caller's thread. */
  tell(message: FromWorker): void;
  /** A new connection is authenticated; it carries calls once this resolves. */
  onJoin(connection: Connection): Promise<void>;
  /** There is a new connection for calls, perhaps the first: calls that waited can be sent. */
  onRoutable(): void;
  onBackupAck: BackupListenersHandler['onBackupAck'];
}

/**
 * The cluster and the connections to it. It finds the cluster, keeps one connection to each member (or one in all, without smart
 * routing), and comes back after an outage.
 */
export class Cluster {
  /** The connections that carry calls. */
  readonly connections: MemberConnections;
  /** The connections that are being made. */
  readonly attempts: Attempts = new Attempts();
  readonly #partitions = new PartitionTable();
  readonly #settings: ShardSettings;
  readonly #handler: ClusterHandler;
  readonly #calls: InternalCalls;
  readonly #pool: WirePool;
  readonly #connector: ClusterConnector;
  readonly #identity: ClusterIdentity;
  readonly #view: ClusterView;
  readonly #addresses: MemberAddresses;
  /** Without smart routing one connection is enough. */
  readonly #missing: MissingMembers | undefined;
  readonly #backupListeners: BackupListeners;
  /** Members to which a connection is being made ready: on a second one each event would come twice. */
  readonly #joining = new Set<string>();
  /** The lives of connections that were the last. */
  readonly #shortLives: ShortLives;
  readonly #sockets = new AbortController();
  #stopped = false;

  constructor(settings: ShardSettings, handler: ClusterHandler, calls: InternalCalls, pool: WirePool) {
    this.#settings = settings;
    this.#handler = handler;
    this.#calls = calls;
    this.#pool = pool;
    // Any number of sockets listens to it.
    setMaxListeners(0, this.#sockets.signal);
    this.#shortLives = new ShortLives(settings.retry);
    this.connections = new MemberConnections(settings, this.#partitions);
    this.#identity = new ClusterIdentity(settings, () => !this.leads);
    this.#backupListeners = new BackupListeners(settings.backupAcks, calls, {
      onBackupAck: (low, high) => handler.onBackupAck(low, high),
      onBackupListenerRefused: ({ address }, error) => {
        this.#log('warn', `${addressText(address)} does not acknowledge backups to us: ${error.message}`);
      },
    });
    this.#view = new ClusterView(calls, this.connections, this.#partitions, {
      onMembers: (version, members) => this.#onMembers(version, members),
      onPartitions: () => handler.tell({ type: 'partitions', owners: this.#partitions.ownership() }),
    });
    this.#connector = new ClusterConnector(settings, {
      connectTo: (address) => this.#connectTo(address),
      lastSeen: () =>
        this.#view.members.map((member) => this.#addresses.of(member)).filter((each) => each !== null),
      toBeginWith: (candidate) => this.#addresses.toBeginWith(candidate),
      onSwitch: () => this.#onSwitch(),
      onSwitched: ({ clusterName }) => handler.tell({ type: 'changed-cluster', clusterName }),
      onGivenUp: (code, message) => this.#giveUp(code, message),
      onUnreachable: (reason) => handler.tell({ type: 'unreachable', reason }),
      log: (level, message) => this.#log(level, message),
    });
    this.#addresses = new MemberAddresses(settings, this.#sockets.signal, (level, message) =>
      this.#log(level, message),
    );
    if (!settings.smartRouting) return;
    this.#missing = new MissingMembers(this.connections, this.#addresses, settings.retry, {
      members: () => this.#view.members,
      candidate: () => this.#connector.candidate,
      connectTo: (address) => this.#connectTo(address),
      log: (level, message) => this.#log(level, message),
    });
  }

  /** The members of the cluster, as last told. */
  get members(): readonly MemberDescription[] {
    return this.#view.members;
  }

  /** True while requests ask members to acknowledge backups to us. */
  get asksForBackupAcks(): boolean {
    return this.#backupListeners.areComplete;
  }

  /** True if this shard chooses the cluster. */
  get leads(): boolean {
    return this.#connector.leads;
  }

  /** Connects to the cluster and tells the handler the outcome. A shard that follows waits until it is told of a cluster. */
  start(): void {
    if (this.leads || this.#identity.isKnown) void this.#connector.connect();
  }

  /** Makes this shard choose the cluster from now on, because the one that led is dead. */
  lead(): void {
    this.#connector.lead();
    if (this.connections.size === 0) void this.#connector.connect();
  }

  /** Another shard leads from now on, which is in this cluster. */
  yield(cluster: Resumption): void {
    this.#connector.yield();
    this.follow(cluster);
  }

  /** Goes to the cluster that the leader is in, at once, and closes connections to another. */
  follow({ candidate, clusterId, partitionCount }: Resumption): void {
    // This shard leads by now: the message is of the leader before.
    if (this.leads || this.#stopped) return;
    const isHere = this.#identity.isOf(clusterId) && this.#connector.candidateIndex === candidate;
    this.#identity.follow(clusterId, partitionCount);
    this.#connector.follow(candidate);
    if (!isHere) {
      this.#view.forget();
      this.#addresses.forget();
      const reason = new Error('the client went to another cluster');
      for (const connection of this.connections.all) connection.close(reason);
    }
    if (this.connections.size === 0) void this.#connector.connect();
  }

  /** To be called for each connection that was closed. Connects again if it was the last. */
  onConnectionLost(connection: Connection, reason: Error): void {
    this.#calls.onConnectionLost(connection, reason);
    if (!this.connections.remove(connection)) return;
    this.#backupListeners.forget(connection);
    this.#backupListeners.review(this.#view.members);
    this.#log(
      // After `stop` we have closed it ourselves.
      this.#stopped ? 'info' : 'warn',
      `lost the connection to ${addressText(connection.address)}: ${reason.message}`,
    );
    this.#handler.tell({
      type: 'connection-lost',
      member: connection.memberUuid,
      address: addressText(connection.address),
      reason: reason.message,
    });
    this.#view.onConnectionLost(connection);
    this.#missing?.onConnectionLost(connection);
    if (this.connections.size > 0) return;
    this.#handler.tell({ type: 'disconnected', reason: reason.message });
    if (this.#stopped) return;
    if (this.#settings.reconnectMode === 'OFF')
      this.#giveUp(WorkerErrorCode.CLIENT_OFFLINE, 'the last connection was lost and reconnectMode is OFF');
    else void this.#connector.connect(this.#pauseAfter(connection));
  }

  /** Closes all connections with this reason, those that are being made too. */
  stop(reason: Error): void {
    this.#stopped = true;
    this.#missing?.stop();
    this.#view.stop();
    this.#connector.stop();
    for (const connection of this.connections.all) connection.close(reason);
    // The sockets of connections that carry no calls yet, too: a peer that never responds must not delay the end.
    this.#sockets.abort(reason);
  }

  // --- a new connection ------------------------------------------------------------------------------------------

  #connectTo(address: Address): Promise<void> {
    return this.attempts.make(address, (attempt) => this.#open(address, attempt));
  }

  async #open(address: Address, attempt: Attempt): Promise<void> {
    const { candidate } = this.#connector;
    const { tls } = candidate;
    const target = { ...this.#settings, address, tls, signal: this.#sockets.signal };
    const connection = await Connection.open(target, this.#handler, this.#pool);
    const limit = new MakingLimit(connection, this.#settings.connectionTimeoutMillis);
    try {
      attempt.stage = 'authenticating';
      const authenticated = await authenticate(connection, this.#calls, this.#settings, candidate);
      limit.onAuthenticated();
      attempt.stage = 'registering listeners';
      attempt.member = authenticated.memberId;
      await this.#join(connection, authenticated);
      if (this.#stopped) throw new Error('the client is shutting down');
      if (candidate !== this.#connector.candidate)
        throw new Error('the client is on its way to another cluster');
      this.#admit(connection, authenticated);
      this.#connector.accepted(candidate);
    } catch (error) {
      connection.close(error as Error);
      throw error;
    } finally {
      limit.end();
    }
  }

  /** Makes a connection ready for calls, unless `#admit` is going to close it: then it must not get events either. */
  async #join(connection: Connection, authenticated: Authenticated): Promise<void> {
    const { memberId } = authenticated;
    this.#identity.check(authenticated, addressText(connection.address));
    const isOfAnother = this.#identity.isAnother(authenticated) && this.connections.size > 0;
    if (this.connections.has(memberId) || isOfAnother) return;
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

  /** Lets a connection carry calls from here on. Much may have changed since it was opened, so all is checked again. */
  #admit(connection: Connection, authenticated: Authenticated): void {
    const { memberId, clusterKey, partitionCount } = authenticated;
    if (this.connections.has(memberId))
      return connection.close(new Error(`already connected to member ${memberId}`));
    if (this.#hasLeft(memberId))
      return connection.close(new Error(`member ${memberId} left the cluster while it was connected to`));
    const isAnother = this.#identity.isAnother(authenticated);
    if (isAnother && this.connections.size > 0)
      return connection.close(new Error(`member ${memberId} belongs to another cluster`));
    this.#identity.check(authenticated, addressText(connection.address));
    this.#identity.adopt(authenticated);
    if (isAnother) this.#addresses.forget();
    connection.memberUuid = memberId;
    this.connections.add(connection);
    this.#log('info', `connected to ${addressText(connection.address)}, member ${memberId}`);
    this.#handler.tell({
      type: 'connection-opened',
      member: memberId,
      address: addressText(connection.address),
    });
    if (this.connections.size === 1) {
      this.#view.begin(connection, authenticated);
      this.#handler.tell({
        type: 'connected',
        candidate: this.#connector.candidateIndex,
        clusterId: clusterKey,
        partitionCount,
        localAddress: connection.localAddress,
      });
    }
    this.#backupListeners.listen(connection, () => this.#backupListeners.review(this.#view.members));
    this.#view.follow();
    this.#handler.onRoutable();
    void this.#missing?.connect();
  }

  /**
   * Returns true if a member has left the list since its connection was begun. While there are connections only listed members are
   * connected to, and their leaving is told only once.
   */
  #hasLeft(memberId: string): boolean {
    return this.connections.size > 0 && this.#view.members.length > 0 && !this.#view.hasMember(memberId);
  }

  // --- changes ---------------------------------------------------------------------------------------------------

  #onMembers(version: number, members: readonly MemberDescription[]): void {
    this.#backupListeners.review(members);
    this.#handler.tell({ type: 'members', version, members });
    for (const connection of this.connections.all) {
      const { memberUuid } = connection;
      if (!this.#view.hasMember(memberUuid))
        connection.close(new Error(`member ${memberUuid} left the cluster`));
    }
    void this.#missing?.connect();
  }

  /** Forgets the cluster: nothing that is known of it holds for the next one. */
  #onSwitch(): void {
    this.#identity.onSwitch();
    this.#view.forget();
    this.#addresses.forget();
  }

  /** Returns the milliseconds to wait before connecting again after the last connection was lost. */
  #pauseAfter(connection: Connection): number {
    const pause = this.#shortLives.pauseAfter(connection);
    if (pause > 0) {
      const at = addressText(connection.address);
      this.#log('warn', `${at} drops every connection at once, the next is made in ${Math.round(pause)} ms`);
    }
    return pause;
  }

  #giveUp(code: string, message: string): void {
    if (!this.#stopped) this.#handler.tell({ type: 'gave-up', error: { code, message } });
  }

  #log(level: LogLevel, message: string): void {
    this.#handler.tell({ type: 'log', level, source: 'Cluster', message });
  }
}
