import { dataHash, mapMessages, partitionIdOf } from '@offloop/wire/protocol';
import { RequestFlag } from '@offloop/wire/ring';
import { describe } from '../errors/describe.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';
import { currentLockContext } from '../map/lock-context.js';
import { ObjectOperation, Operation } from '../runtime/operation.js';
import type { Runtime } from '../runtime/runtime.js';
import { DataEncoder } from '../serialization/data-encoder.js';
import type { SerializationSettings } from '../serialization/settings.js';
import { toData } from '../serialization/to-data.js';
import { watchOf, type CallWatch } from './call-watch.js';
import type { ComputePool } from './compute-pool.js';
import { keyIdentity } from './compute-task.js';
import { EntriesCall } from './entries-call.js';
import { Transform, type TransformReference } from './transform.js';
import { errorOf } from './transform-error.js';
import { findUncloneable } from './uncloneable.js';

type GetAll = Operation & { readonly spec: typeof mapMessages.getAll };

const ANY_MEMBER = -1;

/** What transforms need of the client. */
export interface TransformContext {
  readonly runtime: Runtime;
  readonly serialization: SerializationSettings;
  readonly pool: ComputePool;
}

/** The keys of one partition, and where each stands in the caller's list. */
interface KeyGroup {
  readonly data: Buffer[];
  readonly identities: string[];
  readonly indexes: number[];
}

/** A map's `getTransformed` and `getAllTransformed`: requests whose answers this thread passes on unread. */
export class MapTransforms {
  readonly #name: string;
  readonly #context: TransformContext;
  readonly #get: ObjectOperation;
  readonly #getAll: GetAll;

  constructor(name: string, context: TransformContext) {
    this.#name = name;
    this.#context = context;
    this.#get = new ObjectOperation(mapMessages.get, name, undefined, RequestFlag.RAW);
    this.#getAll = new Operation(mapMessages.getAll, undefined, RequestFlag.RAW) as GetAll;
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
    const groups = this.#group(keys);
    const { pool } = this.#context;
    const { module, exportName } = transform;
    const watch = watchOf(transform.options);
    try {
      if (groups.size === 0) return [];
      pool.admit();
      try {
        const work = { pool, task: { module, exportName, args: given }, keys: [...keys] };
        const call = new EntriesCall(work, groups.size);
        watch?.onGivenUp((error) => call.fail(error, true));
        for (const [partitionId, group] of groups) void this.#fetch(call, partitionId, group, watch);
        return await call.done;
      } finally {
        pool.release();
      }
    } finally {
      watch?.end();
    }
  }

  async #fetch(
    call: EntriesCall,
    partitionId: number,
    { data, identities, indexes }: KeyGroup,
    watch: CallWatch | undefined,
  ): Promise<void> {
    try {
      const request = { name: this.#name, keys: data };
      const answer = this.#context.runtime.invoke(this.#getAll, request, partitionId, watch?.requestOptions);
      call.add({ message: (await answer) as ArrayBuffer, keys: identities, indexes });
    } catch (error) {
      call.fail(error, false);
    }
  }

  /** The keys by partition; the same key twice is asked for once, as with `getAll`. */
  #group(keys: readonly unknown[]): Map<number, KeyGroup> {
    if (!Array.isArray(keys)) throw new IllegalArgumentError(`keys must be an array, got ${describe(keys)}`);
    const { runtime, serialization } = this.#context;
    // Not the map's: user code of a key may use the map again while this one is under way.
    const encoder = new DataEncoder(serialization);
    const seen = new Set<string>();
    const groups = new Map<number, KeyGroup>();
    keys.forEach((key: unknown, index) => {
      if (key === null || key === undefined) {
        throw new IllegalArgumentError('key must be neither null nor undefined');
      }
      const data = toData(key, encoder);
      const identity = keyIdentity(data, 0, data.length);
      if (seen.has(identity)) return;
      seen.add(identity);
      const count = runtime.partitionCount;
      const partitionId = count === 0 ? ANY_MEMBER : partitionIdOf(dataHash(data, 0, data.length), count);
      let group = groups.get(partitionId);
      if (group === undefined) groups.set(partitionId, (group = { data: [], identities: [], indexes: [] }));
      group.data.push(data);
      group.identities.push(identity);
      group.indexes.push(index);
    });
    return groups;
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
