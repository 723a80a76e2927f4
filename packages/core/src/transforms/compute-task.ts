import type { MessagePort } from 'node:worker_threads';
import type { Int64Type, JsonStringDeserializationPolicy, NumberType } from '@offloop/values';
import type { Carried } from './carried-error.js';

/** Everything the caller's thread and its compute threads tell each other. All of it is cloneable. */

/** Settings that a compute thread is started with (`workerData`). */
export interface ComputeSettings {
  readonly defaultNumberType: NumberType;
  readonly jsonStringDeserializationPolicy: JsonStringDeserializationPolicy;
  readonly int64: Int64Type;
  readonly isBigEndian: boolean;
  readonly portableVersion: number;
  /** Ids of the factories in the client's configuration. They are functions, which stay on the caller's thread. */
  readonly callersFactories: readonly number[];
  readonly callersPortableFactories: readonly number[];
  /** Type ids of the serializers in the client's configuration. They are functions, which stay on the caller's thread. */
  readonly callersSerializers: readonly number[];
  /** URL of a module whose serializers the thread loads, or null. */
  readonly serializersModule: string | null;
  /** Number that is added to the thread's niceness, on Linux. */
  readonly niceness: number;
}

/** A task for a compute thread: a function of a module, its arguments, and its input. */
export interface ComputeTask {
  readonly module: string;
  readonly exportName: string;
  readonly args: readonly unknown[];
  readonly input: ComputeInput;
}

/** A task that is sent to a thread. */
export interface DispatchedTask extends ComputeTask {
  /** True if the compute threads leave no CPU to other threads: this one should yield its CPU now and then. */
  readonly crowded: boolean;
  /** True if other tasks wait for a thread: this one should not wait for anything. */
  readonly isPressed: boolean;
}

export type ComputeInput =
  /** The response to `map.get`, a whole message: one value, or null. */
  { readonly kind: 'value'; readonly message: ArrayBuffer } | EntriesInput;

/** Responses to the requests of a `map.getAll`, to be fetched from the worker. */
export interface EntriesInput {
  readonly kind: 'entries';
  /** The shard whose worker has the responses. */
  readonly shard: number;
  readonly call: number;
  /** Most responses to fetch at once. */
  readonly most: number;
  readonly wanted: WantedKeys;
  /** A port to the worker that the shard has now, for a thread that has none. */
  readonly port?: MessagePort;
}

/** The requested keys as `keyIdentity` returns them, and the index of each in the caller's list. */
export interface WantedKeys {
  readonly keys: readonly string[];
  readonly indexes: readonly number[];
}

/**
 * Message that a compute thread posts back. The outcome is taken out of it, since Piscina's record of the task keeps the object.
 */
export interface ComputeResponse {
  outcome: ComputeOutcome | undefined;
}

export type ComputeOutcome =
  { readonly kind: 'value'; readonly result: unknown } | EntriesOutcome | ComputeFailure;

/** Results of the entries that exist: `results[i]` is that of the key at `indexes[i]` of the caller's list. */
export interface EntriesOutcome {
  readonly kind: 'entries';
  readonly indexes: readonly number[];
  readonly results: readonly unknown[];
  /** Number of responses that the thread has fetched. */
  readonly fetched: number;
  /** True if the thread left though there may be more responses, so that other tasks have their turn. */
  readonly mayGoOn: boolean;
}

export interface ComputeFailure {
  readonly kind: 'failed';
  readonly reason: TransformFailure;
  readonly message: string;
  readonly thrown?: Carried;
  /** Index of the caller's key that failed. */
  readonly index?: number;
}

/** Reasons why a transform has failed: `details.reason` of a `TransformError`. */
export const TransformFailure = {
  /** The function threw, or its promise was rejected: that error is the `cause`. */
  THROWN: 'thrown',
  /** The module could not be imported. */
  MODULE: 'module',
  /** The module has no such export, or it is not a function. */
  EXPORT: 'export',
  /** The result holds something that cannot cross between threads. */
  RESULT: 'result',
  /**
   * The value could not be deserialized. For this reason alone the call rejects with `HazelcastSerializationError`, like `get`.
   */
  VALUE: 'value',
  /** The compute thread ended while it ran this call. */
  CRASHED: 'crashed',
  /** The compute thread reached a limit of `runtime.transforms.resourceLimits`. */
  OUT_OF_MEMORY: 'out-of-memory',
  /** No compute thread could be started for this call. */
  NOT_STARTED: 'not-started',
} as const;
export type TransformFailure = (typeof TransformFailure)[keyof typeof TransformFailure];
