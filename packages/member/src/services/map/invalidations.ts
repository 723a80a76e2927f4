import { dataHash, messages, partitionIdOf, textHash, wireUuid, type WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { Slice } from '../../protocol/slice.js';
import { Listeners, sendEvent } from '../shared/listeners.js';

interface Invalidation {
  /** The key whose entry has changed; null for all. */
  readonly key: Buffer | null;
  /** UUID of the client whose call has changed it, or of this member. */
  readonly sourceUuid: WireUuid;
  readonly sequence: bigint;
}

/** Properties that all partitions of a member share. */
export interface PartitionContext {
  readonly memberUuid: WireUuid;
  /**
   * UUID of every partition; it changes when a partition loses its history, so here it stays the same as long as the member runs.
   */
  readonly partitionUuid: WireUuid;
  readonly partitionCount: number;
}

/**
 * Sends near caches an invalidation for each change of a map, numbered per partition. Changes of one turn of the event loop are
 * sent together: one change as one event, several as a batch. Without listeners nothing is numbered, as in a 5.6.0 member.
 */
export class Invalidations {
  readonly #listeners: Listeners<undefined> = new Listeners();
  readonly #nameHash: number;
  readonly #partitions: PartitionContext;
  readonly #sequences = new Map<number, bigint>();
  #pending: Invalidation[] = [];

  constructor(name: string, partitions: PartitionContext) {
    this.#nameHash = textHash(name.slice(name.indexOf('@') + 1));
    this.#partitions = partitions;
  }

  /** The number of the last invalidation of each partition that had one, by partition id. */
  get sequences(): [number, bigint][] {
    return [...this.#sequences];
  }

  add(call: Call): WireUuid {
    return this.#listeners.add(call, undefined);
  }

  remove(id: WireUuid): boolean {
    return this.#listeners.remove(id);
  }

  /** Sends the invalidation of one key. @param call that has changed it; undefined: the commit of a transaction has, which members count as their own. */
  invalidate({ bytes, start, end }: Slice, call: Call | undefined): void {
    if (this.#listeners.size === 0) return;
    this.#number(Buffer.from(bytes.subarray(start, end)), dataHash(bytes, start, end), call);
  }

  /** Sends the invalidation of all keys. @param call that has changed them; undefined: this member has. */
  invalidateAll(call?: Call): void {
    if (this.#listeners.size === 0) return;
    this.#number(null, this.#nameHash, call);
  }

  /**
   * Sends the invalidation of all keys, then drops all listeners and starts numbers anew, as 5.6.0 members do when a map is
   * destroyed.
   */
  destroy(): void {
    this.#pending = [];
    this.invalidateAll();
    this.#flush();
    this.#listeners.clear();
    this.#sequences.clear();
  }

  #number(key: Buffer | null, hash: number, call: Call | undefined): void {
    const { memberUuid, partitionCount } = this.#partitions;
    const partition = partitionIdOf(hash, partitionCount);
    const sequence = (this.#sequences.get(partition) ?? 0n) + 1n;
    this.#sequences.set(partition, sequence);
    const client = call?.connection.client;
    const sourceUuid = client === undefined ? memberUuid : wireUuid(client.uuid);
    this.#pending.push({ key, sourceUuid, sequence });
    if (this.#pending.length === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    const spec = messages.map.addNearCacheInvalidationListener;
    const { partitionUuid } = this.#partitions;
    const pending = this.#pending;
    this.#pending = [];
    // A batch contains single keys only.
    const isBatch = pending.length > 1 && pending.every(({ key }) => key !== null);
    for (const listener of this.#listeners) {
      if (isBatch) {
        sendEvent(listener, spec, 'IMapBatchInvalidation', {
          keys: pending.map(({ key }) => key!),
          sourceUuids: pending.map(({ sourceUuid }) => sourceUuid),
          partitionUuids: pending.map(() => partitionUuid),
          sequences: pending.map(({ sequence }) => sequence),
        });
      } else {
        for (const { key, sourceUuid, sequence } of pending)
          sendEvent(listener, spec, 'IMapInvalidation', { key, sourceUuid, partitionUuid, sequence });
      }
    }
  }
}
