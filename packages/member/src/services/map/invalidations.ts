import { dataHash, messages, partitionIdOf, textHash, type WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Slice } from '../../protocol/slice.js';
import { Listeners, sendEvent } from '../shared/listeners.js';

interface Invalidation {
  /** Null: all keys. */
  readonly key: Buffer | null;
  readonly sequence: bigint;
}

/** What the partitions of a member have in common. */
export interface PartitionContext {
  readonly memberUuid: WireUuid;
  /** The life of a partition: all of them live as long as the member. */
  readonly partitionUuid: WireUuid;
  readonly partitionCount: number;
}

/**
 * Tells near caches of each change of a map, numbered in each partition. What changes in one turn goes together: one change as one
 * event, several as a batch. Where nobody listens, as a 5.6.0 member does it, nothing is numbered.
 */
export class Invalidations {
  readonly #listeners: Listeners<undefined> = new Listeners();
  readonly #nameHash: number;
  readonly #memberUuid: WireUuid;
  readonly #partitionCount: number;
  readonly #partitionUuid: WireUuid;
  readonly #sequences = new Map<number, bigint>();
  #pending: Invalidation[] = [];

  constructor(name: string, { memberUuid, partitionUuid, partitionCount }: PartitionContext) {
    this.#nameHash = textHash(name.slice(name.indexOf('@') + 1));
    this.#memberUuid = memberUuid;
    this.#partitionUuid = partitionUuid;
    this.#partitionCount = partitionCount;
  }

  /** The number of the last invalidation, for each partition that had one. */
  get sequences(): [number, bigint][] {
    return [...this.#sequences];
  }

  add(call: Call): WireUuid {
    return this.#listeners.add(call, undefined);
  }

  remove(id: WireUuid): boolean {
    return this.#listeners.remove(id);
  }

  /** The entry of a key has changed. */
  invalidate({ bytes, start, end }: Slice): void {
    if (this.#listeners.size === 0) return;
    this.#number(Buffer.from(bytes.subarray(start, end)), dataHash(bytes, start, end));
  }

  /** Every entry may have changed. */
  invalidateAll(): void {
    if (this.#listeners.size === 0) return;
    this.#number(null, this.#nameHash);
  }

  /** The map is destroyed. As 5.6.0 members do it, near caches hear of a clear and are forgotten, and numbers begin anew. */
  destroy(): void {
    this.#pending = [];
    this.invalidateAll();
    this.#flush();
    this.#listeners.clear();
    this.#sequences.clear();
  }

  #number(key: Buffer | null, hash: number): void {
    const partition = partitionIdOf(hash, this.#partitionCount);
    const sequence = (this.#sequences.get(partition) ?? 0n) + 1n;
    this.#sequences.set(partition, sequence);
    this.#pending.push({ key, sequence });
    if (this.#pending.length === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const spec = messages.map.addNearCacheInvalidationListener;
    const partitionUuid = this.#partitionUuid;
    const sourceUuid = this.#memberUuid;
    const pending = this.#pending;
    this.#pending = [];
    // A batch has keys only.
    const isBatch = pending.length > 1 && pending.every(({ key }) => key !== null);
    for (const listener of this.#listeners) {
      if (isBatch) {
        sendEvent(listener, spec, 'IMapBatchInvalidation', {
          keys: pending.map(({ key }) => key!),
          sourceUuids: pending.map(() => sourceUuid),
          partitionUuids: pending.map(() => partitionUuid),
          sequences: pending.map(({ sequence }) => sequence),
        });
      } else {
        for (const { key, sequence } of pending)
          sendEvent(listener, spec, 'IMapInvalidation', { key, sourceUuid, partitionUuid, sequence });
      }
    }
  }
}
