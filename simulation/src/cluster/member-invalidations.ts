import { isDeepStrictEqual } from 'node:util';
import {
  decodeRequest,
  encodeError,
  encodeEvent,
  encodeResponse,
  ErrorCode,
  messages,
  type WireUuid,
} from '@offloop/wire/protocol';
import { encodeKey } from '../exchange/data.js';
import { clientUuid } from '../exchange/names.js';
import type { World } from '../time/world.js';
import { OwnFate, type Operations } from './operations.js';
import type { Partition } from './partition.js';
import type { Change, Correlation, NearCacheRegistration } from './registrations.js';
import type { ServerConnection } from './server-connection.js';
import type { SimulatedMember } from './simulated-member.js';

const listener = messages.map.addNearCacheInvalidationListener;
const metadata = messages.map.fetchNearCacheInvalidationMetadata;
const SOURCE: WireUuid = { msb: 0n, lsb: BigInt(clientUuid(0).length) };
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
    connection.nearCaches.set(lsb, { correlation, localOnly, batch: [], isFlushDue: false, lastAt: 0 });
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

  /** An entry of a partition was changed. */
  onChange(partition: Partition, key: number, connections: readonly ServerConnection[]): void {
    const change = { key, uuid: partition.uuid, sequence: ++partition.sequence };
    for (const connection of connections)
      for (const registration of connection.nearCaches.values())
        if (!registration.localOnly || connection.member === partition.owner)
          this.#tell(connection, registration, change, partition.owner);
  }

  #tell(
    connection: ServerConnection,
    registration: NearCacheRegistration,
    change: Change,
    from: SimulatedMember,
  ): void {
    const { random, time } = this.#world;
    const { lost, late, batchMillis } = this.#rules;
    if (this.isFaulty && random.chance(lost)) return;
    if (batchMillis > 0) {
      registration.batch.push(change);
      if (registration.isFlushDue) return;
      registration.isFlushDue = true;
      from.after(random.skewed(1, batchMillis), () => this.#flush(connection, registration));
      return;
    }
    const isLate = this.isFaulty && random.chance(late);
    registration.lastAt = Math.max(registration.lastAt, time + random.skewed(0.01, isLate ? LATEST : 1));
    from.after(registration.lastAt - time, () => {
      this.sent++;
      const event = { key: encodeKey(change.key), sourceUuid: SOURCE, partitionUuid: change.uuid };
      const fields = { ...event, sequence: change.sequence };
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
    this.sent++;
    const event = {
      keys: changes.map(({ key }) => encodeKey(key)),
      sourceUuids: changes.map(() => SOURCE),
      partitionUuids: changes.map(({ uuid }) => uuid),
      sequences: changes.map(({ sequence }) => sequence),
    };
    connection.send(encodeEvent(listener, 'IMapBatchInvalidation', event, registration.correlation));
  }
}
