import { isDeepStrictEqual } from 'node:util';
import {
  decodeRequest,
  encodeError,
  encodeEvent,
  encodeResponse,
  ErrorCode,
  messages,
  wireUuid,
  type WireUuid,
} from '@offloop/wire';
import { encodeKey } from '../exchange/data.js';
import { clientUuid, NEAR_MAP } from '../exchange/names.js';
import { partitionOfName } from '../exchange/partitions.js';
import type { World } from '../time/world.js';
import { OwnFate, type Operations } from './operations.js';
import type { Partition } from './partition.js';
import type { Change, Correlation, NearCacheRegistration } from './registrations.js';
import type { ServerConnection } from './server-connection.js';
import type { SimulatedMember } from './simulated-member.js';

const listener = messages.map.addNearCacheInvalidationListener;
const metadata = messages.map.fetchNearCacheInvalidationMetadata;
/** UUID of others that change the map. */
const ANOTHER: WireUuid = { msb: 0n, lsb: 0n };
/** Ids of near caches' registrations, apart from those of listeners. */
const FIRST_ID = 1_000_000;
/** Milliseconds by which an invalidation may be late. */
const LATEST = 300;

/** How members tell near caches of changes. */
export interface InvalidationRules {
  /** Milliseconds for which changes are collected; 0: each is told alone. */
  readonly batchMillis: number;
  /** How likely a change is not told at all, and how likely it is told late. */
  readonly lost: number;
  readonly late: number;
}

/** What members do for near caches: they number the changes of each partition, tell of them, and say how many there were. */
export class MemberInvalidations {
  /** Messages sent: each may be a buffer of its own. */
  sent = 0;
  /** Whether changes get lost, or are late. */
  isFaulty = true;
  readonly #world: World;
  readonly #operations: Operations;
  readonly #partitions: () => readonly Partition[];
  readonly #members: () => readonly SimulatedMember[];
  readonly #rules: InvalidationRules;
  #ids = FIRST_ID;
  /** The numbers of partitions when they were asked for last. */
  readonly #asked = new Map<Partition, bigint>();

  constructor(
    world: World,
    operations: Operations,
    partitions: () => readonly Partition[],
    members: () => readonly SimulatedMember[],
    rules: InvalidationRules,
  ) {
    this.#world = world;
    this.#operations = operations;
    this.#partitions = partitions;
    this.#members = members;
    this.#rules = rules;
  }

  add(
    connection: ServerConnection,
    correlation: Correlation,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    const { localOnly } = decodeRequest(listener, bytes, start, end);
    if (this.#operations.refuses(connection, correlation)) return;
    const fate = this.#operations.fateOfOwn();
    if (fate === OwnFate.NOT_DONE) return;
    const lsb = BigInt(this.#ids++);
    const forgottenBy = new Set<object>();
    const registration = { correlation, localOnly, forgottenBy, batch: [], isFlushDue: false, lastAt: 0 };
    connection.nearCaches.set(lsb, registration);
    if (fate === OwnFate.UNANSWERED) return;
    const response = { msb: connection.member.uuid.msb, lsb };
    connection.send(encodeResponse(listener, { response }, correlation));
  }

  /** The last numbers of the partitions that a member owns. Another one passes the question on to it. */
  tellNumbers(
    connection: ServerConnection,
    correlation: Correlation,
    names: readonly string[],
    member: WireUuid,
  ): void {
    if (this.#operations.fateOfOwn() !== OwnFate.DONE) return;
    const asked = this.#members().find(({ uuid }) => isDeepStrictEqual(uuid, member));
    if (asked === undefined) this.#refuse(connection, correlation, ErrorCode.TARGET_NOT_MEMBER);
    else if (asked === connection.member) this.#tellNumbersOf(asked, connection, correlation, names);
    else
      asked.after(this.#world.random.skewed(0.1, 5), () =>
        this.#tellNumbersOf(asked, connection, correlation, names),
      );
  }

  #tellNumbersOf(
    member: SimulatedMember,
    connection: ServerConnection,
    correlation: Correlation,
    names: readonly string[],
  ): void {
    const owned = this.#partitions().filter(({ owner }) => owner === member);
    for (const each of owned) this.#asked.set(each, each.sequence);
    const sequences = owned.map(({ id, sequence }): [number, bigint] => [id, sequence]);
    this.sent += names.length;
    const response = encodeResponse(
      metadata,
      {
        namePartitionSequenceList: names.map((name): [string, [number, bigint][]] => [name, sequences]),
        partitionUuidList: owned.map(({ id, uuid }): [number, WireUuid] => [id, uuid]),
      },
      correlation,
    );
    connection.send(response);
  }

  /**
   * An entry of a partition was changed. Where nobody listens, nothing is numbered.
   *
   * @param shard whose near-cached map has changed it; negative: none has.
   */
  onChange(partition: Partition, key: number, shard: number, connections: readonly ServerConnection[]): void {
    const { owner, uuid } = partition;
    const known = registrationsAt(owner, connections);
    if (known.length === 0) return;
    const source = shard < 0 ? ANOTHER : wireUuid(clientUuid(shard));
    const change = { key, source, uuid, sequence: ++partition.sequence };
    for (const [connection, registration] of known) this.#tell(connection, registration, change, owner);
  }

  /** The owner has cleared a partition. Near caches are told for one of them; the others are only numbered. */
  onCleared(partition: Partition, connections: readonly ServerConnection[]): void {
    const { owner, uuid } = partition;
    const known = registrationsAt(owner, connections);
    if (known.length === 0) return;
    const change = { key: null, source: ANOTHER, uuid, sequence: ++partition.sequence };
    if (partition !== this.#partitionOfMap) return;
    for (const [connection, registration] of known) this.#tell(connection, registration, change, owner);
  }

  /**
   * A member destroys the map. It does not tell what it has collected, but of a clear, with the number and the life that this member
   * gives to the partition that stands for the map. Then it forgets who listens. Its numbers begin anew.
   */
  onDestroyed(member: SimulatedMember, connections: readonly ServerConnection[]): void {
    const partition = this.#partitionOfMap;
    const change =
      partition.owner === member
        ? { key: null, source: ANOTHER, uuid: partition.uuid, sequence: ++partition.sequence }
        : { key: null, source: ANOTHER, uuid: member.uuid, sequence: 1n };
    const owned = this.#partitions().filter(({ owner }) => owner === member);
    // Who knows no numbers would never find out.
    const isKnown = owned.some((each) => (this.#asked.get(each) ?? 0n) > 0n);
    const isLost = this.isFaulty && isKnown && this.#world.random.chance(this.#rules.lost);
    for (const [connection, registration] of registrationsAt(member, connections)) {
      registration.batch.length = 0;
      if (!isLost) this.#send(connection, registration, change, member, 1);
      registration.forgottenBy.add(member);
    }
    for (const each of owned) {
      each.sequence = 0n;
      this.#asked.delete(each);
    }
  }

  get #partitionOfMap(): Partition {
    const partitions = this.#partitions();
    return partitions[partitionOfName(NEAR_MAP, partitions.length)];
  }

  #tell(
    connection: ServerConnection,
    registration: NearCacheRegistration,
    change: Change,
    from: SimulatedMember,
  ): void {
    const { random } = this.#world;
    const { lost, late, batchMillis } = this.#rules;
    if (this.isFaulty && random.chance(lost)) return;
    if (batchMillis > 0 && change.key !== null) {
      registration.batch.push(change);
      if (registration.isFlushDue) return;
      registration.isFlushDue = true;
      from.after(random.skewed(1, batchMillis), () => this.#flush(connection, registration));
      return;
    }
    const isLate = this.isFaulty && random.chance(late);
    this.#send(connection, registration, change, from, isLate ? LATEST : 1);
  }

  /** @param latest milliseconds by when it goes, but for those that are to go before. */
  #send(
    connection: ServerConnection,
    registration: NearCacheRegistration,
    { key, source: sourceUuid, uuid: partitionUuid, sequence }: Change,
    from: SimulatedMember,
    latest: number,
  ): void {
    const { random, time } = this.#world;
    registration.lastAt = Math.max(registration.lastAt, time + random.skewed(0.01, latest));
    from.after(registration.lastAt - time, () => {
      this.sent++;
      const fields = {
        key: key === null ? null : encodeKey(key),
        sourceUuid,
        partitionUuid,
        sequence,
      };
      connection.send(encodeEvent(listener, 'IMapInvalidation', fields, registration.correlation));
    });
  }

  #refuse(connection: ServerConnection, correlation: Correlation, errorCode: number): void {
    const holder = { errorCode, className: 'simulated', message: 'simulated', stackTraceElements: [] };
    connection.send(encodeError([holder], correlation));
  }

  #flush(connection: ServerConnection, registration: NearCacheRegistration): void {
    const changes = registration.batch.splice(0);
    registration.isFlushDue = false;
    if (changes.length === 0) return;
    this.sent++;
    const event = {
      keys: changes.map(({ key }) => encodeKey(key!)),
      sourceUuids: changes.map(({ source }) => source),
      partitionUuids: changes.map(({ uuid }) => uuid),
      sequences: changes.map(({ sequence }) => sequence),
    };
    connection.send(encodeEvent(listener, 'IMapBatchInvalidation', event, registration.correlation));
  }
}

/** The registrations that a member knows, with their connections: those made there, and those made for the whole cluster. */
function registrationsAt(
  member: SimulatedMember,
  connections: readonly ServerConnection[],
): (readonly [ServerConnection, NearCacheRegistration])[] {
  return connections.flatMap((connection) =>
    [...connection.nearCaches.values()]
      .filter(
        ({ localOnly, forgottenBy }) =>
          !forgottenBy.has(member) && (!localOnly || connection.member === member),
      )
      .map((registration) => [connection, registration] as const),
  );
}
