import { decodeEvent, decodeResponse, eventNameOf, messages, wireUuid, type WireUuid } from '@offloop/wire';
import type { Connection } from '../connection/connection.js';
import type { InternalCalls } from '../connection/internal-calls.js';
import { OnSilence } from '../connection/silence.js';
import type { FromWorker, MemberDescription } from '@offloop/contract';
import { InvalidationRecords } from './invalidation-records.js';

const listener = messages.map.addNearCacheInvalidationListener;
const metadata = messages.map.fetchNearCacheInvalidationMetadata;

/** The parts that `NearCacheNews` works with. */
export interface NewsParts {
  readonly calls: InternalCalls;
  readonly members: () => readonly MemberDescription[];
  /** Returns the connection to this member, else to any other; undefined when there is none at all. */
  readonly connectionTo: (memberUuid: string) => Connection | undefined;
  /** The client's UUIDs at members, one a shard. */
  readonly clientUuids: readonly string[];
  /** True if each member has a connection, so that each tells of its own changes only. */
  readonly smartRouting: boolean;
  /** Returns the registrations of the near caches of a map. */
  readonly registrationsOf: (map: string) => readonly number[];
  /** Returns true if the members of all connections tell of changes of a map. */
  readonly isHeard: (map: string) => boolean;
  /** Takes a record for the listener of a near cache: `bytes[start, end)`, valid until this returns. */
  readonly onRecord: (registration: number, bytes: Buffer, start: number, end: number) => void;
  readonly tell: (message: FromWorker) => void;
}

/**
 * Reads what members tell near caches, the changed entries and the sequence numbers, and sends it to the caller's thread in short
 * records, so that its loop turns between them, however much a member tells at once.
 */
export class NearCacheNews {
  readonly #parts: NewsParts;
  readonly #own: readonly WireUuid[];
  /** The listener that the record being written is for. */
  #registration = 0;
  readonly #records = new InvalidationRecords((bytes, start, end) =>
    this.#parts.onRecord(this.#registration, bytes, start, end),
  );

  constructor(parts: NewsParts) {
    this.#parts = parts;
    this.#own = parts.clientUuids.map(wireUuid);
  }

  /** Handles an event by which a member tells of changes. */
  onEvent(registration: number, bytes: Buffer, start: number, end: number): void {
    this.#registration = registration;
    try {
      this.#write(bytes, start, end);
      this.#records.end();
    } catch (error) {
      // SAFE: what has changed is not known, so nothing of this map may be served as it was.
      this.#records.end();
      this.#records.unreadable();
      this.#warn(`invalidations of a near cache cannot be read: ${(error as Error).message}`);
    }
  }

  /** Asks all members that may own partitions for the sequence numbers of these maps, then tells the caller the outcome. */
  async ask(maps: readonly string[]): Promise<void> {
    const members = this.#parts.members().filter(({ liteMember }) => !liteMember);
    let failure = members.length === 0 ? 'no member is known that holds data' : null;
    const asked = await Promise.allSettled(members.map(({ uuid }) => this.#askMember(uuid, maps)));
    // A member does not count changes that it does not tell of.
    const unheard = maps.find((map) => !this.#parts.isHeard(map));
    if (unheard !== undefined) failure ??= `a member does not tell of changes of the map '${unheard}'`;
    for (const each of asked) if (each.status === 'rejected') failure ??= (each.reason as Error).message;
    this.#parts.tell({ type: 'invalidations-asked', failure });
  }

  async #askMember(memberUuid: string, maps: readonly string[]): Promise<void> {
    const { calls, connectionTo, smartRouting } = this.#parts;
    const connection = connectionTo(memberUuid);
    // Another could pass the question on. But a member that tells of nothing does not count its changes either.
    if (connection === undefined || (smartRouting && connection.memberUuid !== memberUuid))
      throw new Error(`there is no connection to the member ${memberUuid}`);
    const request = { names: [...maps], uuid: wireUuid(memberUuid) };
    const write = (bytes: Buffer, start: number, end: number): void =>
      this.#writeNumbers(maps, bytes, start, end);
    await calls.call(connection, metadata, request, write, OnSilence.ASK_AGAIN);
  }

  #write(bytes: Buffer, start: number, end: number): void {
    const records = this.#records;
    if (eventNameOf(listener, bytes, start) === 'IMapInvalidation') {
      const event = decodeEvent(listener, 'IMapInvalidation', bytes, start, end);
      records.change(event.key, this.#isOwn(event.sourceUuid), event.partitionUuid, event.sequence);
      return;
    }
    const batch = decodeEvent(listener, 'IMapBatchInvalidation', bytes, start, end);
    const { keys, sourceUuids, partitionUuids, sequences } = batch;
    if ([sourceUuids, partitionUuids, sequences].some(({ length }) => length !== keys.length)) {
      const numbers = `${sourceUuids.length} sources, ${partitionUuids.length} partitions and ${sequences.length} sequences`;
      throw new Error(`${keys.length} keys have ${numbers}`);
    }
    keys.forEach((key, index) =>
      records.change(key, this.#isOwn(sourceUuids[index]), partitionUuids[index], sequences[index]),
    );
  }

  #isOwn({ msb, lsb }: WireUuid): boolean {
    return this.#own.some((uuid) => uuid.lsb === lsb && uuid.msb === msb);
  }

  #writeNumbers(maps: readonly string[], bytes: Buffer, start: number, end: number): void {
    const { namePartitionSequenceList, partitionUuidList } = decodeResponse(metadata, bytes, start, end);
    const sequencesOf = new Map(namePartitionSequenceList.map(([map, pairs]) => [map, new Map(pairs)]));
    for (const map of maps) {
      const sequences = sequencesOf.get(map);
      for (const registration of this.#parts.registrationsOf(map)) {
        this.#registration = registration;
        for (const [partition, uuid] of partitionUuidList) {
          // A partition that the member has not named has told of nothing yet.
          if (uuid !== null) this.#records.number(partition, uuid, sequences?.get(partition) ?? 0n);
        }
        this.#records.end();
      }
    }
  }

  #warn(message: string): void {
    this.#parts.tell({ type: 'log', level: 'warn', source: 'NearCaches', message });
  }
}
