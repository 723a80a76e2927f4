import { setMaxListeners } from 'node:events';
import { decodeEvent, eventIds, messages, type StructOf } from '@offloop/wire/protocol';
import { authenticate, RefusedError, type Authenticated } from './authentication.js';
import { Backoff } from './backoff.js';
import { Connection, describe, type ConnectionHandler } from './connection.js';
import {
  WorkerErrorCode,
  type Address,
  type FromWorker,
  type LogLevel,
  type MemberDescription,
  type ShardSettings,
} from './control.js';
import type { InternalCalls } from './internal-calls.js';
import { describeMember, PartitionTable } from './partition-table.js';
import type { WirePool } from './wire-pool.js';

const clusterView = messages.client.addClusterViewListener;
const VIEW_EVENTS = eventIds(clusterView);

/** Milliseconds between attempts to reach members that are listed but not connected. */
const MISSING_MEMBER_RETRY_MILLIS = 1_000;

export interface ClusterHandler extends ConnectionHandler {
  /** For the caller's thread. */
  tell(message: FromWorker): void;
  /** There is a connection where there was none: calls that waited can go. */
  onRoutable(): void;
}

/**
 * The worker's picture of the cluster and its connections: enters it, follows its member list and partition table, keeps
 * one connection a member (or one in all, without smart routing), and comes back after an outage.
 */
export class Cluster {
  readonly partitions: PartitionTable = new PartitionTable();
  readonly #settings: ShardSettings;
  readonly #handler: ClusterHandler;
  readonly #calls: InternalCalls;
  readonly #pool: WirePool;
  readonly #byMember = new Map<string, Connection>();
  #active: Connection[] = [];
  #nextActive = 0;
  #members: readonly MemberDescription[] = [];
  #viewConnection: Connection | undefined;
  #clusterKey = '';
  #entering = false;
  #stopped = false;
  readonly #sockets = new AbortController();
  #backoffTimer: NodeJS.Timeout | undefined;
  #endBackoff: (() => void) | undefined;
  readonly #missingTimer: NodeJS.Timeout;
  #connectingMissing = false;

  constructor(settings: ShardSettings, handler: ClusterHandler, calls: InternalCalls, pool: WirePool) {
    this.#settings = settings;
    this.#handler = handler;
    this.#calls = calls;
    this.#pool = pool;
    setMaxListeners(0, this.#sockets.signal);
    this.#missingTimer = setInterval(() => void this.#connectMissing(), MISSING_MEMBER_RETRY_MILLIS);
    this.#missingTimer.unref();
  }

  get connections(): readonly Connection[] {
    return this.#active;
  }

  /** Enters the cluster; the outcome is told to the handler. */
  start(): void {
    void this.#enter();
  }

  /** The connection to the owner of a partition, or any other: a member passes on what is not its own. */
  route(partitionId: number): Connection | undefined {
    if (partitionId >= 0 && this.#settings.smartRouting) {
      const owner = this.#byMember.get(this.partitions.ownerOf(partitionId));
      // A closed connection is told of in a later turn: what it were given now would be lost with it.
      if (owner !== undefined && !owner.isClosed) return owner;
    }
    return this.any();
  }

  /** Round robin over all connections. */
  any(): Connection | undefined {
    const active = this.#active;
    for (let tried = 0; tried < active.length; tried++) {
      this.#nextActive = (this.#nextActive + 1) % active.length;
      const connection = active[this.#nextActive];
      if (!connection.isClosed) return connection;
    }
    return undefined;
  }

  byNumber(number: number): Connection | undefined {
    return this.#active.find((connection) => connection.number === number);
  }

  hasMember(uuid: string): boolean {
    return this.#members.some((member) => member.uuid === uuid);
  }

  /** To be called by whoever is told of a closed connection. */
  onConnectionLost(connection: Connection, reason: Error): void {
    this.#calls.onConnectionLost(connection, reason);
    if (this.#byMember.get(connection.memberUuid) !== connection) return;
    this.#byMember.delete(connection.memberUuid);
    this.#active = [...this.#byMember.values()];
    this.#log('warn', `lost the connection to ${describe(connection.address)}: ${reason.message}`);
    if (this.#viewConnection === connection) {
      this.#viewConnection = undefined;
      this.#followView();
    }
    if (this.#active.length > 0) return;
    this.#handler.tell({ type: 'disconnected', reason: reason.message });
    if (this.#stopped) return;
    if (this.#settings.reconnectMode === 'OFF') {
      this.#giveUp(WorkerErrorCode.CLIENT_OFFLINE, 'the last connection was lost and reconnectMode is OFF');
    } else {
      void this.#enter();
    }
  }

  stop(reason: Error): void {
    this.#stopped = true;
    clearInterval(this.#missingTimer);
    clearTimeout(this.#backoffTimer);
    this.#endBackoff?.();
    for (const connection of this.#active) connection.close(reason);
    // And those that are not members of it yet: a peer that says nothing must not keep us.
    this.#sockets.abort(reason);
  }

  async #enter(): Promise<void> {
    if (this.#entering || this.#stopped) return;
    this.#entering = true;
    try {
      const backoff = new Backoff(this.#settings.retry);
      for (;;) {
        const entered = await this.#tryAddresses();
        if (entered || this.#stopped) return;
        const pause = backoff.next();
        if (pause < 0) {
          this.#giveUp(
            WorkerErrorCode.ILLEGAL_STATE,
            `no member answered within clusterConnectTimeoutMillis (${this.#settings.retry.clusterConnectTimeoutMillis} ms)`,
          );
          return;
        }
        this.#log('warn', `no member could be reached, the next round is in ${Math.round(pause)} ms`);
        await new Promise<void>((resolve) => {
          this.#endBackoff = resolve;
          this.#backoffTimer = setTimeout(resolve, pause);
        });
      }
    } catch (error) {
      if (error instanceof RefusedError) this.#giveUp(error.code, error.message);
      else this.#giveUp(WorkerErrorCode.ILLEGAL_STATE, String(error));
    } finally {
      this.#entering = false;
    }
  }

  /** One round: the members last seen first, then the configured addresses. @returns whether one let us in. */
  async #tryAddresses(): Promise<boolean> {
    const known = new Map<string, Address>();
    for (const { address } of this.#members) known.set(describe(address), address);
    for (const address of this.#settings.addresses) known.set(describe(address), address);
    const addresses = [...known.values()];
    if (this.#settings.shuffleMembers) shuffle(addresses);
    let refused: RefusedError | undefined;
    for (const address of addresses) {
      if (this.#stopped) return false;
      try {
        await this.#connect(address);
        return true;
      } catch (error) {
        if (error instanceof RefusedError) {
          // Refused by name or credentials: asking again changes nothing, though another address may be another cluster.
          refused = error;
        }
        this.#log('warn', `${describe(address)}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    if (refused !== undefined && this.#clusterKey === '') throw refused;
    return false;
  }

  async #connect(address: Address): Promise<void> {
    const { connectionTimeoutMillis, maxMessageBytes, reuseReadBuffer } = this.#settings;
    const connection = await Connection.open(
      { address, connectionTimeoutMillis, maxMessageBytes, reuseReadBuffer, signal: this.#sockets.signal },
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
      const welcome = await authenticate(connection, this.#calls, this.#settings);
      if (this.#stopped) throw new Error('the client is shutting down');
      this.#admit(connection, welcome);
    } catch (error) {
      connection.close(error as Error);
      throw error;
    } finally {
      clearTimeout(patience);
    }
  }

  #admit(connection: Connection, welcome: Authenticated): void {
    if (this.#byMember.has(welcome.memberId)) {
      connection.close(new Error(`already connected to member ${welcome.memberId}`));
      return;
    }
    const clusterChanged = this.#clusterKey !== '' && this.#clusterKey !== welcome.clusterKey;
    if (clusterChanged && this.#active.length > 0) {
      connection.close(new Error(`member ${welcome.memberId} belongs to another cluster`));
      return;
    }
    this.#clusterKey = welcome.clusterKey;
    connection.memberUuid = welcome.memberId;
    this.#byMember.set(welcome.memberId, connection);
    this.#active = [...this.#byMember.values()];
    if (clusterChanged || this.#active.length === 1) this.partitions.forget();
    this.partitions.resize(welcome.partitionCount);
    this.#log('info', `connected to ${describe(connection.address)}, member ${welcome.memberId}`);
    if (this.#active.length === 1) {
      if (welcome.memberInfos !== undefined)
        this.#setMembers(welcome.memberListVersion ?? 0, welcome.memberInfos);
      if (welcome.partitions !== undefined) {
        this.partitions.apply(connection.number, welcome.partitionListVersion ?? 0, welcome.partitions);
      }
      this.#handler.tell({
        type: 'connected',
        clusterId: welcome.clusterKey,
        partitionCount: welcome.partitionCount,
        localAddress: connection.localAddress,
      });
    }
    if (this.#viewConnection === undefined) this.#followView();
    this.#handler.onRoutable();
    void this.#connectMissing();
  }

  /** One connection carries the cluster's news; when it goes, another takes over. */
  #followView(): void {
    const connection = this.#active[0];
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
      this.partitions.apply(connection.number, version, partitions);
    }
  }

  #setMembers(version: number, infos: readonly StructOf<'MemberInfo'>[]): void {
    this.#members = infos.map(describeMember);
    this.#handler.tell({ type: 'members', version, members: this.#members });
    for (const [uuid, connection] of this.#byMember) {
      if (!this.hasMember(uuid)) connection.close(new Error(`member ${uuid} left the cluster`));
    }
  }

  async #connectMissing(): Promise<void> {
    if (!this.#settings.smartRouting || this.#connectingMissing || this.#active.length === 0) return;
    this.#connectingMissing = true;
    try {
      for (const { uuid, address } of this.#members) {
        if (this.#stopped || this.#byMember.has(uuid) || this.#active.length === 0) continue;
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

  #giveUp(code: string, message: string): void {
    if (!this.#stopped) this.#handler.tell({ type: 'gave-up', error: { code, message } });
  }

  #log(level: LogLevel, message: string): void {
    this.#handler.tell({ type: 'log', level, source: 'Cluster', message });
  }
}

function shuffle(items: unknown[]): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    const item = items[i];
    items[i] = items[j];
    items[j] = item;
  }
}
