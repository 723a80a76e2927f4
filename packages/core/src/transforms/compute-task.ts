import type { MessagePort } from 'node:worker_threads';
import type { Int64Type, JsonStringDeserializationPolicy, NumberType } from '@offloop/values';
import type { Carried } from './carried-error.js';

/** Everything the caller's thread and its compute threads tell each other. All of it is cloneable. */

/** What a compute thread is started with (`workerData`). */
export interface ComputeSettings {
  readonly defaultNumberType: NumberType;
  readonly jsonStringDeserializationPolicy: JsonStringDeserializationPolicy;
  readonly int64: Int64Type;
  readonly isBigEndian: boolean;
  readonly portableVersion: number;
  /** Ids of the factories in the client's configuration, which are functions, too. */
  readonly callersFactories: readonly number[];
  readonly callersPortableFactories: readonly number[];
  /** Type ids of the serializers in the client's configuration: functions, which stay on the caller's thread. */
  readonly callersSerializers: readonly number[];
  /** URL of a module whose serializers the thread loads, or null. */
  readonly serializersModule: string | null;
  /** What Linux adds to the thread's own. */
  readonly niceness: number;
}

export interface ComputeTask {
  readonly module: string;
  readonly exportName: string;
  readonly args: readonly unknown[];
  readonly input: ComputeInput;
}

/** A task on its way to a thread. */
export interface DispatchedTask extends ComputeTask {
  /** Whether the threads that compute leave no CPU to anybody else: this one should yield its CPU now and then. */
  readonly crowded: boolean;
  /** Whether other tasks wait for a thread: this one should not wait for anything. */
  readonly isPressed: boolean;
}

export type ComputeInput =
  /** The response to `map.get`, a whole message: one value, or null. */
  { readonly kind: 'value'; readonly message: ArrayBuffer } | EntriesInput;

/** Responses to the requests of a `map.getAll`, to be fetched from the worker. */
export interface EntriesInput {
  readonly kind: 'entries';
  /** Whose worker has them. */
  readonly shard: number;
  /** The call's number, and how many responses to fetch at once at most. */
  readonly call: number;
  readonly most: number;
  readonly wanted: WantedKeys;
  /** For a thread that has no port to the worker that the shard has now. */
  readonly port?: MessagePort;
}

/** The keys asked for, as `keyIdentity` has them, and where each stands in the caller's list. */
export interface WantedKeys {
  readonly keys: readonly string[];
  readonly indexes: readonly number[];
}

/** What a compute thread posts back. The outcome is taken out of it: Piscina's record of the task keeps the object. */
export interface ComputeResponse {
  outcome: ComputeOutcome | undefined;
}

export type ComputeOutcome =
  { readonly kind: 'value'; readonly result: unknown } | EntriesOutcome | ComputeFailure;

/** The entries that exist: `results[i]` is of the key at `indexes[i]` of the caller's list. */
export interface EntriesOutcome {
  readonly kind: 'entries';
  readonly indexes: readonly number[];
  readonly results: readonly unknown[];
  /** Responses the thread has fetched. */
  readonly fetched: number;
  /** Whether the thread left though there may be more: others are to have their turn. */
  readonly mayGoOn: boolean;
}

export interface ComputeFailure {
  readonly kind: 'failed';
  readonly reason: TransformFailure;
  readonly message: string;
  /** What was thrown, where something was. */
  readonly thrown?: Carried;
  /** Which of the caller's keys it was about. */
  readonly index?: number;
}

/** Why a transform gave no result: `details.reason` of a `TransformError`. */
export const TransformFailure = {
  /** The function threw, or its promise was rejected: that error is the `cause`. */
  THROWN: 'thrown',
  /** The module could not be imported. */
  MODULE: 'module',
  /** The module has no such export, or it is not a function. */
  EXPORT: 'export',
  /** The result holds something that cannot cross between threads. */
  RESULT: 'result',
  /** The value could not be deserialized: the one reason that is told as `HazelcastSerializationError`, as by `get`. */
  VALUE: 'value',
  /** The compute thread ended while it ran this call. */
  CRASHED: 'crashed',
  /** The compute thread reached a limit of `runtime.transforms.resourceLimits`. */
  OUT_OF_MEMORY: 'out-of-memory',
  /** No compute thread could be started for this call. */
  NOT_STARTED: 'not-started',
} as const;
export type TransformFailure = (typeof TransformFailure)[keyof typeof TransformFailure];
