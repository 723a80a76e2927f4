import { decodeEvent, eventIds, messages, type StructOf } from '@offloop/wire';
import type { Authenticated } from '../connection/authentication.js';
import type { Connection } from '../connection/connection.js';
import type { InternalCalls } from '../connection/internal-calls.js';
import { OnSilence } from '../connection/silence.js';
import { checkMemberCount } from '../connection/view-limits.js';
import type { MemberDescription } from '@offloop/contract';
import type { MemberConnections } from './member-connections.js';
import { describeMember } from './member-description.js';
import type { PartitionTable } from './partition-table.js';

const clusterView = messages.client.addClusterViewListener;
const VIEW_EVENTS = eventIds(clusterView);
type PartitionsOf = Parameters<PartitionTable['apply']>[2];

export interface ClusterViewHandler {
  onMembers(version: number, members: readonly MemberDescription[]): void;
  onPartitions(): void;
}

/**
 * The member list and the partition table, kept up to date by the events of one connection. When that is lost, another one
 * takes over.
 */
export class ClusterView {
  readonly #calls: InternalCalls;
  readonly #connections: MemberConnections;
  readonly #partitions: PartitionTable;
  readonly #handler: ClusterViewHandler;
  #members: readonly MemberDescription[] = [];
  /** Version of the member list. It is the same at all members, so it holds across connections, but not across outages. */
  #membersVersion = -1;
  #connection: Connection | undefined;
  #stopped = false;

  constructor(
    calls: InternalCalls,
    connections: MemberConnections,
    partitions: PartitionTable,
    handler: ClusterViewHandler,
  ) {
    this.#calls = calls;
    this.#connections = connections;
    this.#partitions = partitions;
    this.#handler = handler;
  }

  /** The members of the cluster, as last told. */
  get members(): readonly MemberDescription[] {
    return this.#members;
  }

  hasMember(uuid: string): boolean {
    return this.#members.some((member) => member.uuid === uuid);
  }

  /** Starts anew with the member list and the partition table that the first member sent when it authenticated us. */
  begin(connection: Connection, authenticated: Authenticated): void {
    const { memberListVersion, memberInfos, partitionCount, partitionListVersion, partitions } =
      authenticated;
    this.#partitions.forget();
    this.#partitions.resize(partitionCount);
    this.#membersVersion = -1;
    if (memberInfos !== undefined && memberInfos !== null)
      this.#setMembers(memberListVersion ?? 0, memberInfos);
    if (partitions !== undefined && partitions !== null)
      this.#setPartitions(connection, partitionListVersion ?? 0, partitions);
  }

  /** Listens for changes on one of the connections, unless it does so already. */
  follow(): void {
    if (this.#connection !== undefined || this.#stopped) return;
    const connection = this.#connections.all[0];
    if (connection === undefined) return;
    this.#connection = connection;
    const registered = this.#calls.call(
      connection,
      clusterView,
      {},
      () => undefined,
      OnSilence.ASK_AGAIN,
      (type, bytes, start, end) => this.#onEvent(connection, type, bytes, start, end),
    );
    registered.catch((error: Error) => {
      // Closing makes another connection take over: one whose member does not tell of changes is useless for this.
      connection.close(new Error(`cluster view refused: ${error.message}`));
    });
  }

  /** To be called when a connection is lost: if it was the one listened on, another takes its place. */
  onConnectionLost(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.follow();
  }

  /** Forgets members and partitions, because the next cluster is another one. */
  forget(): void {
    this.#members = [];
    this.#partitions.forget();
  }

  stop(): void {
    this.#stopped = true;
  }

  #onEvent(connection: Connection, type: number, bytes: Buffer, start: number, end: number): void {
    if (connection !== this.#connection) return;
    if (type === VIEW_EVENTS.MembersView) {
      const { version, memberInfos } = decodeEvent(clusterView, 'MembersView', bytes, start, end);
      checkMemberCount(memberInfos.length);
      this.#setMembers(version, memberInfos);
    } else if (type === VIEW_EVENTS.PartitionsView) {
      const { version, partitions } = decodeEvent(clusterView, 'PartitionsView', bytes, start, end);
      this.#setPartitions(connection, version, partitions);
    }
  }

  #setMembers(version: number, infos: readonly StructOf<'MemberInfo'>[]): void {
    if (version <= this.#membersVersion) return;
    this.#membersVersion = version;
    this.#members = infos.map(describeMember);
    this.#handler.onMembers(version, this.#members);
  }

  #setPartitions(connection: Connection, version: number, partitions: PartitionsOf): void {
    if (this.#partitions.apply(connection.number, version, partitions)) this.#handler.onPartitions();
  }
}
