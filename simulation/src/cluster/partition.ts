import type { WireUuid } from '@offloop/wire';
import type { Arrival } from '../journal/journal.js';
import type { SimulatedMember } from './simulated-member.js';

/** One write as a replica keeps it. Where the map was cleared or destroyed it has neither. */
export interface StoredWrite {
  readonly arrival: Arrival | undefined;
  readonly value: Buffer | null;
}

/** What one member keeps of one partition: all writes of a key, in the order in which they were applied. */
export type Replica = Map<number, StoredWrite[]>;

export function copyReplica(replica: Replica): Replica {
  return new Map([...replica].map(([key, writes]) => [key, [...writes]]));
}

/** The members that keep a partition. */
export interface Partition {
  readonly id: number;
  owner: SimulatedMember;
  backup: SimulatedMember | undefined;
  ownerReplica: Replica;
  backupReplica: Replica;
  /**
   * The partition's life and the number of changes that its owner told near caches of: they go with it to another owner, but not with its
   * backup.
   */
  uuid: WireUuid;
  sequence: bigint;
  /** Grows whenever it moves: backups that are under way then are void. */
  epoch: number;
  isMigrating: boolean;
  /** The owner works on its operations one after the other. */
  busyUntil: number;
  backupBusyUntil: number;
}
