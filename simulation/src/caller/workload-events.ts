import type { CreateAgent } from '@offloop/runtime/thread';
import type { FromWorker, ShardSettings } from '@offloop/contract';
import type { LifecycleState } from 'offloop';
import type { Call } from '../journal/journal.js';

/** What the application tells of itself and of what it hears. */
export interface WorkloadEvents {
  /**
   * Before a call is made. @param usual the place of calls that keep no order with others; undefined where there is only one. @returns whether
   * it has to be admitted.
   */
  beforeCall(call: Call, usual: number | undefined): boolean;
  onMade(call: Call, wasAdmitted: boolean, shouldBe: boolean): void;
  onSettled(call: Call): void;
  onFetched(call: Call, value: unknown): void;
  onControl(message: FromWorker, shard: number): void;
  onLifecycle(state: LifecycleState): void;
  /** The caller hears that a thread has died. Another takes its place. */
  onRestart(): void;
  /** Makes the agent of a shard on the caller's loop. */
  readonly createInline: CreateAgent<ShardSettings>;
  /** The client knows of these members, and of the members that own partitions. */
  onMembers(uuids: readonly string[]): void;
  onPartitions(owners: ReadonlyMap<number, string>): void;
  /** The near cache answers a read of a key. @param own what `ownWrite` was when it was made. */
  onHit(key: number, value: unknown, own: number): void;
  ownWrite(key: number): number;
  /** A write of the near-cached map was answered. */
  onNearWrite(call: Call): void;
  /** The application holds the caller's thread for so long. */
  onStandstill(millis: number): void;
}
