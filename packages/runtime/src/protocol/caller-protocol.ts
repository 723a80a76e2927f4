import type { RingMemory } from '../ring/ring-memory.js';
import type { WritableBytes } from '../bytes/writable-bytes.js';
import type { MakeError } from './errors.js';

/** A kind of call, with the fields that the floor reads. A protocol's operations have more. */
export interface CallOperation {
  /** Bits: `REPEATABLE_FLAG`, and the protocol's own. */
  readonly flags: number;
}

/** The request of one call. All user code that it needs, such as serializers, has already run. */
export interface CallRequest {
  /** The most bytes that `write` writes. */
  readonly maxBytes: number;
  /** An int32 for the agent, such as where the call goes, or what it belongs to. */
  readonly target: number;
  /** A number from 0 for calls that must keep their order, such as those on one object: see `Caller.isTaken`. Default: the call has none. */
  readonly lane?: number;
  /** Writes the request at `at`. It must run no user code, since a claim of the ring is open. @returns the offset behind it. */
  write(to: WritableBytes, at: number): number;
}

/** A protocol's half on the caller's thread. @typeParam Operation its kinds of calls. */
export interface CallerProtocol<Operation extends CallOperation> {
  readonly makeError: MakeError;
  /** Returns the half for one shard, in a protocol that keeps state for each agent. Default: one half serves all shards. */
  ofShard?(shard: number): CallerProtocol<Operation>;
  /**
   * Makes the value of a call from the record of its completion. Bytes that it keeps must be copied. An error that it throws
   * rejects the call.
   *
   * @param start offset of the body in `ring.bytes`, 8-byte aligned; the body ends at `end`.
   */
  read(kind: number, ring: RingMemory, start: number, end: number, operation: Operation): unknown;
  /**
   * Makes the value of a call from a completion whose body was too long for the ring. It came in buffers, which the protocol may
   * keep. An error that it throws rejects the call. A `SlicedResult` that it returns is finished in slices.
   */
  readSpilled(kind: number, buffers: readonly ArrayBuffer[], operation: Operation): unknown;
  /** Makes the error of a failed call from the object that the agent gave to `CompletionWriter.error`. */
  readError(failure: unknown): Error;
}
