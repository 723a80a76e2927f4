import { mapMessages } from '@offloop/wire/protocol';
import { RequestFlag } from '@offloop/wire/ring';
import { describe } from '../errors/describe.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';
import { currentLockContext } from '../map/lock-context.js';
import { ObjectOperation, PartOperation } from '../runtime/operation.js';
import { PartRequests, type PartRequest } from '../runtime/part-requests.js';
import type { Runtime } from '../runtime/runtime.js';
import type { SerializationSettings } from '../serialization/settings.js';
import { watchOf } from './call-watch.js';
import type { ComputePool } from './compute-pool.js';
import type { WantedKeys } from './compute-task.js';
import { EntriesCall } from './entries-call.js';
import { Transform, type TransformReference } from './transform.js';
import { errorOf } from './transform-error.js';
import { findUncloneable } from './uncloneable.js';

/** What transforms need of the client. */
export interface TransformContext {
  readonly runtime: Runtime;
  readonly serialization: SerializationSettings;
  readonly pool: ComputePool;
}

/** A map's `getTransformed` and `getAllTransformed`: requests whose answers this thread does not read. */
export class MapTransforms {
  readonly #context: TransformContext;
  readonly #get: ObjectOperation;
  readonly #getAll: PartOperation;

  constructor(name: string, context: TransformContext) {
    this.#context = context;
    this.#get = new ObjectOperation(mapMessages.get, name, undefined, RequestFlag.RAW);
    this.#getAll = new PartOperation(mapMessages.getAll, name, undefined, false, RequestFlag.SHELVED);
  }

  async one(key: unknown, transform: TransformReference, args: readonly unknown[]): Promise<unknown> {
    checkTransform(transform);
    const { runtime, pool } = this.#context;
    const given = ownArguments(args);
    const watch = watchOf(transform.options);
    try {
      pool.admit();
      try {
        const request = runtime.invokeOnKey(
          this.#get,
          watch?.requestOptions,
          key,
          undefined,
          undefined,
          currentLockContext(),
        );
        const message = (await request) as ArrayBuffer;
        const { module, exportName } = transform;
        const task = { module, exportName, args: given, input: { kind: 'value', message } } as const;
        const submission = pool.submit(task, [message]);
        watch?.onGivenUp((error) => pool.cancel(submission, error));
        const outcome = await submission.outcome;
        if (outcome.kind === 'failed') throw errorOf(outcome, task);
        return outcome.kind === 'value' ? outcome.result : undefined;
      } finally {
        pool.release();
      }
    } catch (error) {
      throw watch?.error ?? error;
    } finally {
      watch?.end();
    }
  }

  async all(
    keys: readonly unknown[],
    transform: TransformReference,
    args: readonly unknown[],
  ): Promise<[unknown, unknown][]> {
    checkTransform(transform);
    const given = ownArguments(args);
    const { requests, wanted } = this.#group(keys);
    const { runtime, pool } = this.#context;
    const { module, exportName } = transform;
    const watch = watchOf(transform.options);
    try {
      if (requests.length === 0) return [];
      pool.admit();
      try {
        const task = { module, exportName, args: given };
        const call = new EntriesCall({
          pool,
          runtime,
          task,
          keys: [...keys],
          wanted,
          parts: requests.length,
        });
        watch?.onGivenUp((error) => call.giveUp(error, true));
        runtime.sendParts(this.#getAll, requests, watch?.requestOptions, false, call, call.number);
        return await call.done;
      } finally {
        pool.release();
      }
    } finally {
      watch?.end();
    }
  }

  /** The keys by partition; the same key twice is asked for once. */
  #group(keys: readonly unknown[]): { readonly requests: PartRequest[]; readonly wanted: WantedKeys } {
    if (!Array.isArray(keys)) throw new IllegalArgumentError(`keys must be an array, got ${describe(keys)}`);
    const { runtime, serialization } = this.#context;
    const parts = new PartRequests(this.#getAll, serialization, keys.length);
    const seen = new Set<string>();
    const indexes: number[] = [];
    keys.forEach((key: unknown, index) => {
      if (key === null || key === undefined) {
        throw new IllegalArgumentError('key must be neither null nor undefined');
      }
      if (parts.addKeyOnce(key, runtime.partitionCount, seen)) indexes.push(index);
    });
    return { requests: parts.requests, wanted: { keys: [...seen], indexes } };
  }
}

function checkTransform(transform: unknown): void {
  if (transform instanceof Transform) return;
  const hint = typeof transform === 'function' ? ': a function cannot cross to another thread' : '';
  throw new IllegalArgumentError(`a transform is made by defineTransform, got ${describe(transform)}${hint}`);
}

/** The arguments as they are now: what happens to an object afterwards changes nothing. */
function ownArguments(args: readonly unknown[]): readonly unknown[] {
  if (args.every(isPlain)) return args;
  try {
    return structuredClone(args);
  } catch (error) {
    // Looked for only now: nearly all can be cloned, and the search costs as much as the cloning.
    const problem = findUncloneable(args, 'args');
    throw new IllegalArgumentError(
      problem === undefined
        ? `the arguments of a transform must be cloneable: ${String(error)}`
        : `the arguments of a transform must be cloneable: ${problem.path} is ${problem.what}`,
    );
  }
}

function isPlain(value: unknown): boolean {
  return value === null || !['object', 'function', 'symbol'].includes(typeof value);
}
