import type { RingMemory } from '../ring/ring-memory.js';
import type { WritableBytes } from '../shared/writable-bytes.js';
import type { MakeError } from './errors.js';

/** One kind of call, as the floor knows it. A protocol's own operations have more. */
export interface CallOperation {
  /** `REPEATABLE_FLAG`, and the protocol's own bits. */
  readonly flags: number;
}

/** The request of one call. All user code that it needs, such as serializers, has run. */
export interface CallRequest {
  /** Most bytes that `write` will write. */
  readonly bound: number;
  /** A word for the agent: where the call goes, what it belongs to. */
  readonly target: number;
  /** Writes the request at `at`. Runs no user code: a claim of the ring is open. @returns the offset behind it. */
  write(to: WritableBytes, at: number): number;
}

/** A protocol's half on the caller's thread. @typeParam Operation its kinds of calls. */
export interface CallerProtocol<Operation extends CallOperation> {
  readonly makeError: MakeError;
  /** The half for one shard, where it keeps something of each agent apart. Default: one half serves all shards. */
  ofShard?(shard: number): CallerProtocol<Operation>;
  /**
   * Finishes a completion from its record; what is kept of it must be copied. Throws what the call rejects with.
   *
   * @param start of the body in `ring.bytes`, 8-byte aligned; it ends at `end`.
   */
  read(kind: number, ring: RingMemory, start: number, end: number, operation: Operation): unknown;
  /**
   * Finishes a completion whose body was too long for the ring and came in buffers of its own, which are the protocol's to keep.
   * Throws what the call rejects with. A `SlicedResult` that it returns is finished in slices.
   */
  readSpilled(kind: number, buffers: readonly ArrayBuffer[], operation: Operation): unknown;
  /** The error of a failed call, from what the agent gave to `CompletionWriter.error`. */
  readError(failure: unknown): Error;
}
