import { dataHash, partitionIdOf } from '@offloop/wire';
import {
  HazelcastSerializationError,
  SchemaAbsent,
  DataEncoder,
  type SerializationSettings,
  uuidFromText,
  type UUID,
} from '@offloop/values';
import { ClientOfflineError } from '../errors/own-errors.js';

/** Tells which member owns which partition, and which partition a key is in. */
export interface PartitionService {
  /** Returns the UUID of the partition's owner; undefined while the owner is not known, and for an id that no partition has. */
  getPartitionOwner(partitionId: number): UUID;
  /** Returns the number of partitions; 0 before the first connection. */
  getPartitionCount(): number;
  /**
   * Returns the id of the partition that a key is in, computed without a request.
   *
   * Throws ClientOfflineError before the first connection, and HazelcastSerializationError for a key that cannot be serialized.
   * That includes a Compact key whose schema the cluster does not have yet: any call with the key sends it.
   */
  getPartitionId(key: unknown): number;
}

/** A {@link PartitionService} that follows the partition table as the worker sends it. */
export class PartitionServiceImpl implements PartitionService {
  readonly #serialization: SerializationSettings;
  readonly #count: () => number;
  #owners: ReadonlyMap<number, UUID> = new Map();

  constructor(serialization: SerializationSettings, count: () => number) {
    this.#serialization = serialization;
    this.#count = count;
  }

  getPartitionOwner(partitionId: number): UUID {
    return this.#owners.get(partitionId) as UUID;
  }

  getPartitionCount(): number {
    return this.#count();
  }

  getPartitionId(key: unknown): number {
    const count = this.#count();
    if (count === 0) throw new ClientOfflineError();
    const encoder = new DataEncoder(this.#serialization);
    let bound: number;
    try {
      bound = encoder.prepare(key);
    } catch (error) {
      if (!(error instanceof SchemaAbsent)) throw error;
      throw new HazelcastSerializationError(
        `${error.message}: the partition of a Compact key is known once the key was used in a call`,
      );
    }
    const data = Buffer.allocUnsafe(bound);
    return partitionIdOf(dataHash(data, 0, encoder.write(data, 0)), count);
  }

  /**
   * Returns the owner of the partition a value is in; undefined if it is not known, or if the value's partition is not known yet.
   */
  ownerOf(key: unknown): UUID | undefined {
    try {
      return this.#owners.get(this.getPartitionId(key));
    } catch {
      return undefined;
    }
  }

  onPartitions(owners: readonly (readonly [uuid: string, ids: readonly number[]])[]): void {
    const byId = new Map<number, UUID>();
    for (const [text, ids] of owners) {
      const uuid = uuidFromText(text);
      for (const id of ids) byId.set(id, uuid);
    }
    this.#owners = byId;
  }
}
