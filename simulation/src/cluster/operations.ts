import {
  decodeRequest,
  encodeError,
  encodeEvent,
  encodeResponse,
  ErrorCode,
  FLAG_BACKUP_AWARE,
  FLAG_BACKUP_EVENT,
  messagePartitionId,
  messages,
} from '@offloop/wire';
import { decodeKey, encodeValue, LEAST_VALUE, readOwnFields } from '../exchange/data.js';
import { partitionOf } from '../exchange/partitions.js';
import { Fate, type Arrival, type CallJournal } from '../journal/journal.js';
import { check } from '../journal/violation.js';
import { CALM, type Moods } from '../plan/moods.js';
import type { World } from '../time/world.js';
import type { Partition, StoredWrite } from './partition.js';
import type { Correlation } from './registrations.js';
import type { ServerConnection } from './server-connection.js';
import type { SimulatedMember } from './simulated-member.js';

const { map, client } = messages;

/** Milliseconds of work after which a partition's thread takes on no more that is slow: it must get through one day. */
const MOST_BEHIND = 500;

/** Bytes: more than the agent scans at once. */
const LONGEST_LIST = 60_000;
/** Each is a frame that the simulation has to write: a thousand lives must not take much longer for it. */
const MOST_ELEMENTS = 150;

/** Stands for the shard of what the near-cached map has not written. */
const ANOTHER = -1;

/** Errors that say: again. */
const AGAIN = [ErrorCode.PARTITION_MIGRATING, ErrorCode.TARGET_NOT_MEMBER, ErrorCode.RETRYABLE_HAZELCAST];

/** What a request says: which call it is, and of which key, if it is of one. A read has no value. */
function readRequest(
  type: number,
  bytes: Buffer,
  start: number,
  end: number,
): { readonly call: number; readonly key: number; readonly value: Buffer | undefined } {
  if (type === map.values.id || type === map.size.id)
    return { ...readOwnFields(bytes, start), value: undefined };
  const spec = type === map.get.id ? map.get : type === map.put.id ? map.put : map.set;
  const request = decodeRequest(spec, bytes, start, end);
  return {
    call: Number(request.threadId),
    key: decodeKey(request.key),
    value: 'value' in request ? Buffer.from(request.value) : undefined,
  };
}

function errorOf(errorCode: number, correlation: Correlation): Buffer {
  const holder = { errorCode, className: 'simulated', message: 'simulated', stackTraceElements: [] };
  return encodeError([holder], correlation);
}

/** A request that is to be answered. */
export interface Asked {
  readonly connection: ServerConnection;
  readonly correlation: Correlation;
  readonly arrival: Arrival;
}

interface Operation extends Asked {
  readonly type: number;
  readonly isBackupAware: boolean;
  readonly partition: Partition;
  readonly key: number;
  readonly value: Buffer | undefined;
}

/** What becomes of a request that the client makes of its own. */
export const OwnFate = { DONE: 'done', UNANSWERED: 'unanswered', NOT_DONE: 'not done' } as const;
export type OwnFate = (typeof OwnFate)[keyof typeof OwnFate];

/** The part of its cluster that an operation uses. */
export interface Surroundings {
  readonly world: World;
  readonly number: number;
  readonly partitions: readonly Partition[];
  connectionsOf(member: SimulatedMember): readonly ServerConnection[];
  /** The owner of a partition has another value for a key. */
  onValue(partition: Partition, key: number): void;
  /** A key was written: near caches are told. @param shard whose near-cached map has written it; negative: none has. */
  onWrite(partition: Partition, key: number, shard: number): void;
}

/** Runs the operations of clients as members do. */
export class Operations {
  moods: Moods = CALM;
  readonly #cluster: Surroundings;
  readonly #journal: CallJournal;

  constructor(cluster: Surroundings, journal: CallJournal) {
    this.#cluster = cluster;
    this.#journal = journal;
  }

  /** Draws the fate of the next request that the client makes of its own. */
  fateOfOwn(): OwnFate {
    const { random } = this.#cluster.world;
    if (!random.chance(this.moods.lose)) return OwnFate.DONE;
    return random.chance(0.5) ? OwnFate.UNANSWERED : OwnFate.NOT_DONE;
  }

  /** Some registrations are refused: the client is to try again. @returns whether this one was. */
  refuses(connection: ServerConnection, correlation: Correlation): boolean {
    if (!this.#cluster.world.random.chance(this.moods.again)) return false;
    connection.send(errorOf(ErrorCode.RETRYABLE_HAZELCAST, correlation));
    return true;
  }

  receive(
    connection: ServerConnection,
    type: number,
    correlation: Correlation,
    flags: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    const { call, key, value } = readRequest(type, bytes, start, end);
    const partitionId = messagePartitionId(bytes, start);
    const arrival = this.#journal.arrive(call, connection.link, this.#cluster.number);
    if (type === map.size.id) {
      this.#count({ connection, correlation, arrival });
      return;
    }
    check(
      arrival.call.key === key && partitionId === partitionOf(key, this.#cluster.partitions.length),
      'protocol',
      () => `call ${arrival.call.id} arrived with key ${key} for partition ${partitionId}`,
    );
    const partition = this.#cluster.partitions[partitionId];
    const isBackupAware = (flags & FLAG_BACKUP_AWARE) !== 0;
    this.#dispatch({ connection, type, correlation, isBackupAware, partition, key, value, arrival });
  }

  /**
   * Another client writes a key, or a commit does: members count that as a change of their own.
   *
   * @returns undefined if the key's owner is not there: nothing is written.
   */
  writeApart(key: number): Arrival | undefined {
    const { world, number, partitions } = this.#cluster;
    const partition = partitions[partitionOf(key, partitions.length)];
    if (!partition.owner.isAlive || partition.owner.isFrozen || partition.isMigrating) return undefined;
    const arrival = this.#journal.writeApart(key, number, world.time);
    arrival.expectedAcks = partition.backup === undefined ? 0 : 1;
    const value = encodeValue(arrival.call.id, key, LEAST_VALUE);
    this.#write(partition, key, { arrival, value }, ANOTHER, () => arrival.acksRead++);
    return arrival;
  }

  /** A partition's owner drops its entries: the map was cleared or destroyed. */
  empty(partition: Partition): void {
    for (const [key, writes] of partition.ownerReplica) {
      if (writes.at(-1)!.value === null) continue;
      this.#journal.remove(this.#cluster.number, key);
      this.#store(partition, key, { arrival: undefined, value: null }, () => undefined);
    }
  }

  #dispatch(operation: Operation): void {
    const { connection, partition, arrival } = operation;
    const { random, time } = this.#cluster.world;
    const { moods } = this;
    connection.owed.add(arrival);
    if (random.chance(moods.again)) {
      this.#turnAway(operation, random.pick(AGAIN));
    } else if (random.chance(moods.refuse)) {
      this.refuse(operation, ErrorCode.ILLEGAL_ARGUMENT);
    } else if (partition.owner === connection.member) {
      // The partition's thread works on one operation after the other.
      const isSlow = random.chance(moods.slow) && partition.busyUntil - time < MOST_BEHIND;
      const work = isSlow ? random.skewed(10, 4000) : random.skewed(0.01, 0.5);
      partition.busyUntil = Math.max(partition.busyUntil, time) + work;
      connection.member.after(partition.busyUntil - time, () => this.#execute(operation));
    } else if (moods !== CALM && random.chance(0.3)) {
      this.#turnAway(operation, ErrorCode.TARGET_NOT_MEMBER);
    } else {
      arrival.isForwarded = true;
      const { owner } = partition;
      // A member passes on what is not its own.
      owner.after(random.skewed(0.1, 5), () => this.#execute(operation));
    }
  }

  /** Any member counts the entries of a map, at once. */
  #count(asked: Asked): void {
    const { connection, correlation, arrival } = asked;
    const { random } = this.#cluster.world;
    connection.owed.add(arrival);
    if (random.chance(this.moods.again)) {
      this.#turnAway(asked, ErrorCode.RETRYABLE_HAZELCAST);
      return;
    }
    connection.member.after(random.skewed(0.01, 0.5), () => {
      this.#journal.execute(arrival);
      if (random.chance(this.moods.swallow)) return;
      const entries = this.#cluster.partitions.reduce((sum, { ownerReplica }) => sum + ownerReplica.size, 0);
      const pause = random.chance(this.moods.slow) ? random.skewed(1, 3000) : 0;
      this.#respond(asked, encodeResponse(map.size, { response: entries }, correlation), pause);
    });
  }

  #execute(operation: Operation): void {
    const { partition, connection, arrival, key, value } = operation;
    const { random } = this.#cluster.world;
    const isOwner = partition.owner.isAlive && (arrival.isForwarded || partition.owner === connection.member);
    if (partition.isMigrating || !isOwner) {
      this.#turnAway(operation, ErrorCode.PARTITION_MIGRATING);
      return;
    }
    const before = partition.ownerReplica.get(key)?.at(-1);
    this.#journal.execute(arrival);
    let waitsForBackup = false;
    if (value !== undefined) {
      // The owner waits for its backup itself, if the client does not.
      waitsForBackup = partition.backup !== undefined && !operation.isBackupAware;
      const shard = arrival.call.isOfNearMap ? operation.connection.shard : ANOTHER;
      this.#write(partition, key, { arrival, value }, shard, (backup) => this.#onBackedUp(operation, backup));
    }
    arrival.expectedAcks = value !== undefined && partition.backup !== undefined && !waitsForBackup ? 1 : 0;
    if (random.chance(this.moods.swallow)) return;
    if (random.chance(this.moods.againAfter)) {
      arrival.wasTurnedAway = true;
      this.#fail(operation, ErrorCode.RETRYABLE_IO, random.skewed(0.1, 10));
      return;
    }
    const response = this.#response(operation, arrival.expectedAcks, before?.value);
    if (waitsForBackup)
      this.#whenBackedUp(operation, partition.epoch, () => this.answer(operation, response));
    else this.answer(operation, response);
  }

  /** Sends the answer to what was executed: now or later, and perhaps twice. */
  answer(asked: Asked, response: Buffer): void {
    const { random } = this.#cluster.world;
    const pause = random.chance(this.moods.slow) ? random.skewed(1, 3000) : 0;
    this.#respond(asked, response, pause);
    if (random.chance(this.moods.twice)) this.#respond(asked, response, random.skewed(0.1, 4000));
  }

  /** Refuses a request for good. */
  refuse(asked: Asked, errorCode: number): void {
    asked.arrival.fate = Fate.REFUSED;
    this.#fail(asked, errorCode);
  }

  #whenBackedUp(operation: Operation, epoch: number, then: () => void): void {
    const { partition, key, arrival } = operation;
    const isDone =
      partition.epoch !== epoch ||
      partition.backupReplica.get(key)?.some((write) => write.arrival === arrival) === true;
    if (isDone) then();
    else partition.owner.after(1, () => this.#whenBackedUp(operation, epoch, then));
  }

  #response({ type, correlation }: Operation, backupAcks: number, before: Buffer | null | undefined): Buffer {
    const options = { ...correlation, backupAcks };
    switch (type) {
      case map.get.id:
        return encodeResponse(map.get, { response: before ?? null }, options);
      case map.put.id:
        return encodeResponse(map.put, { response: before ?? null }, options);
      case map.values.id:
        return encodeResponse(map.values, { response: this.#listOf(before) }, options);
      default:
        return encodeResponse(map.set, {}, options);
    }
  }

  /** Now and then so long that scanning it is put off to a later duty cycle, and that it spills. */
  #listOf(value: Buffer | null | undefined): Buffer[] {
    if (value === undefined || value === null) return [];
    const bytes = this.#cluster.world.random.skewed(1, LONGEST_LIST);
    return new Array<Buffer>(Math.min(MOST_ELEMENTS, Math.ceil(bytes / value.length))).fill(value);
  }

  /** @param shard as in `onWrite`. @param onBackedUp runs when the backup has it, if there is one. */
  #write(
    partition: Partition,
    key: number,
    write: StoredWrite,
    shard: number,
    onBackedUp: (backup: SimulatedMember) => void,
  ): void {
    this.#store(partition, key, write, onBackedUp);
    this.#cluster.onWrite(partition, key, shard);
  }

  #store(
    partition: Partition,
    key: number,
    write: StoredWrite,
    onBackedUp: (backup: SimulatedMember) => void,
  ): void {
    const { random, time } = this.#cluster.world;
    partition.ownerReplica.set(key, [...(partition.ownerReplica.get(key) ?? []), write]);
    this.#cluster.onValue(partition, key);
    const { epoch, backup } = partition;
    if (backup === undefined) return;
    // Backups are made in the order of the writes.
    partition.backupBusyUntil = Math.max(partition.backupBusyUntil, time + random.skewed(0.1, 20));
    backup.after(partition.backupBusyUntil - time, () => {
      if (partition.epoch !== epoch) return;
      const writes = partition.backupReplica.get(key);
      if (writes === undefined) partition.backupReplica.set(key, [write]);
      else writes.push(write);
      onBackedUp(backup);
    });
  }

  #onBackedUp({ connection, correlation, arrival, isBackupAware }: Operation, backup: SimulatedMember): void {
    const { random } = this.#cluster.world;
    if (!isBackupAware || random.chance(this.moods.noAck)) return;
    const times = random.chance(this.moods.ackTwice) ? 2 : 1;
    for (let i = 0; i < times; i++) this.#acknowledge(backup, connection.shard, correlation, arrival);
  }

  /** The backup's member tells the client. */
  #acknowledge(
    member: SimulatedMember,
    shard: number,
    { correlationLow: low, correlationHigh: high }: Correlation,
    arrival: Arrival,
  ): void {
    // A member keeps one such listener a client's UUID: the latest.
    const connections = this.#cluster.connectionsOf(member);
    const connection = connections.findLast(
      (each) => each.shard === shard && each.backupListener !== undefined,
    );
    if (connection === undefined) return;
    const sourceInvocationCorrelationId = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0));
    const event = encodeEvent(
      client.localBackupListener,
      'backup',
      { sourceInvocationCorrelationId },
      { ...connection.backupListener, flags: FLAG_BACKUP_EVENT },
    );
    connection.send(event, () => {
      arrival.acksRead++;
      arrival.ackLinks.push(connection.link);
    });
  }

  #respond({ connection, arrival }: Asked, response: Buffer, delay: number): void {
    const { world } = this.#cluster;
    connection.member.after(delay, () => {
      connection.owed.delete(arrival);
      const onRead = (): void => this.#journal.read(arrival, world.time);
      if (world.random.chance(this.moods.fragments)) connection.sendInPieces(response, onRead);
      else connection.send(response, onRead);
    });
  }

  #turnAway(asked: Asked, code: number): void {
    asked.arrival.fate = Fate.AGAIN;
    asked.arrival.wasTurnedAway = true;
    const { random } = this.#cluster.world;
    this.#fail(asked, code);
    if (random.chance(this.moods.twice)) this.#fail(asked, code, random.skewed(0.1, 50));
  }

  #fail({ connection, correlation, arrival }: Asked, errorCode: number, delay: number = 0.01): void {
    const error = errorOf(errorCode, correlation);
    connection.member.after(delay, () => {
      connection.owed.delete(arrival);
      connection.send(error);
    });
  }
}
