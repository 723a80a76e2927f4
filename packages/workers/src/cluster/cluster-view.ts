import { decodeEvent, eventIds, messages, type StructOf, uuidText } from '@offloop/wire';
import type { Authenticated } from '../connection/authentication.js';
import type { Connection } from '../connection/connection.js';
import type { InternalCalls } from '../connection/internal-calls.js';
import { OnSilence } from '../connection/silence.js';
import { checkMemberCount } from '../connection/view-limits.js';
import type { Address, MemberDescription } from '@offloop/contract';
import type { MemberConnections } from './member-connections.js';
import type { PartitionTable } from './partition-table.js';

const clusterView = messages.client.addClusterViewListener;
const VIEW_EVENTS = eventIds(clusterView);
/** Values of `EndpointQualifier` under which a member announces where clients outside its network reach it. */
const CLIENT_PROTOCOL = 1;
const PUBLIC_ENDPOINT = 'public';

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

/** Converts a member's description from the protocol's form to that for the caller's thread. */
function describeMember(info: StructOf<'MemberInfo'>): MemberDescription {
  return {
    uuid: uuidText(info.uuid),
    address: { host: info.address.host, port: info.address.port },
    publicAddress: publicAddressOf(info),
    liteMember: info.liteMember,
    version: { major: info.version.major, minor: info.version.minor, patch: info.version.patch },
    attributes: Object.fromEntries(info.attributes),
  };
}

function publicAddressOf({ addressMap }: StructOf<'MemberInfo'>): Address | null {
  for (const [{ type, identifier }, { host, port }] of addressMap ?? []) {
    if (type === CLIENT_PROTOCOL && identifier === PUBLIC_ENDPOINT) return { host, port };
  }
  return null;
}
