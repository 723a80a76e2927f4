import { messages } from '@offloop/wire';
import { ListShape } from '../calls/completions/list-result.js';
import type { Invoker } from '../calls/invoker.js';
import { inParts, listOperation, operation } from '../calls/operation.js';
import type { ObjectName } from '../calls/requests/object-name.js';
import { PartRequests, type PartRequest } from '../calls/requests/part-requests.js';
import { prepared } from '../calls/schemas/prepared.js';
import type { SerializationSettings } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import { isMissing, missing } from '../objects/argument-checks.js';
import { currentLockContext } from '../objects/lock-context.js';
import { watched } from '../transforms/call-watch.js';
import type { ComputePool } from '../transforms/compute-pool.js';
import type { WantedKeys } from '../transforms/compute-task.js';
import { EntriesCall, type ResponseKeeper } from '../transforms/entries-call.js';
import { errorOf } from '../transforms/transform-error.js';
import { transformTask } from '../transforms/transform-task.js';
import type { TransformReference } from '../transforms/transform.js';

export interface TransformContext {
  readonly invoker: Invoker;
  readonly shards: ResponseKeeper & {
    shardOf(partitionId: number): number;
  };
  readonly serialization: SerializationSettings;
  readonly pool: ComputePool;
}

const m = {
  get: operation(messages.map.get).raw,
  getAll: inParts(listOperation(messages.map.getAll, ListShape.ENTRIES)).deferred,
};

/** Keys by partition: the requests for them, and the keys to look for in the responses. */
interface KeyGroups {
  readonly parts: PartRequests<never, undefined>;
  readonly requests: PartRequest[];
  readonly wanted: WantedKeys;
}

/** A map's `getTransformed` and `getAllTransformed`. The caller's thread sends the requests, and does not read the responses. */
export class MapTransforms {
  readonly #context: TransformContext;
  readonly #name: ObjectName;

  constructor(name: ObjectName, context: TransformContext) {
    this.#context = context;
    this.#name = name;
  }

  async one(key: unknown, transform: TransformReference, args: readonly unknown[]): Promise<unknown> {
    const { invoker, pool } = this.#context;
    invoker.checkReady();
    const task = transformTask(transform, args);
    return watched(transform.options, (watch) =>
      pool.admitted(async () => {
        const fields = { key, threadId: currentLockContext() };
        const message = await invoker.invoke(m.get, this.#name, fields, watch?.requestOptions);
        const submission = pool.submit({ ...task, input: { kind: 'value', message } }, [message]);
        watch?.onGivenUp((error) => pool.cancel(submission, error));
        const outcome = await submission.outcome;
        if (outcome.kind === 'failed') throw errorOf(outcome, submission.task);
        return outcome.kind === 'value' ? outcome.result : undefined;
      }),
    );
  }

  async all(
    keys: readonly unknown[],
    transform: TransformReference,
    args: readonly unknown[],
  ): Promise<[unknown, unknown][]> {
    const { invoker, shards, pool } = this.#context;
    invoker.checkReady();
    if (!Array.isArray(keys)) throw mustBe('keys', 'an array', keys);
    const task = transformTask(transform, args);
    const given = [...keys];
    return watched(transform.options, (watch) =>
      prepared(watch?.requestOptions, (options) => {
        const { parts, requests, wanted } = this.#group(keys);
        if (requests.length === 0) return Promise.resolve([]);
        const results = new Map<number, unknown>();
        const take = (index: number, result: unknown): void => void results.set(index, result);
        return pool.admitted(() =>
          invoker.parts.trace(parts, async (trace) => {
            const calls = [...this.#byShard(requests)].map(([shard, own]) => ({
              own,
              call: new EntriesCall({ pool, workers: shards, shard, task, wanted, take, parts: own.length }),
            }));
            const giveUp = (error: unknown, stopRunning: boolean): void => {
              for (const { call } of calls) call.giveUp(error, stopRunning);
            };
            watch?.onGivenUp((error) => giveUp(error, true));
            const done = Promise.all(calls.map(({ call }) => call.done));
            for (const { own, call } of calls) {
              invoker.parts.send(parts, own, options, call, trace, call.number);
            }
            try {
              await done;
            } catch (error) {
              giveUp(error, false);
              throw error;
            }
            return entriesOf(given, results);
          }),
        );
      }),
    );
  }

  #byShard(requests: readonly PartRequest[]): Map<number, PartRequest[]> {
    const byShard = new Map<number, PartRequest[]>();
    for (const request of requests) {
      const shard = this.#context.shards.shardOf(request.partitionId);
      const own = byShard.get(shard);
      if (own === undefined) byShard.set(shard, [request]);
      else own.push(request);
    }
    return byShard;
  }

  /** Groups keys by partition. A key that is given twice is asked for once. */
  #group(keys: readonly unknown[]): KeyGroups {
    const { invoker, serialization } = this.#context;
    const parts = new PartRequests(m.getAll, this.#name, {}, serialization, keys.length);
    const seen = new Set<string>();
    const indexes: number[] = [];
    keys.forEach((key: unknown, index) => {
      if (isMissing(key)) throw missing('key');
      if (parts.addKeyOnce(key, invoker.partitionCount, seen)) indexes.push(index);
    });
    return { parts, requests: parts.requests, wanted: { keys: [...seen], indexes } };
  }
}

/** Returns pairs in the order of the keys, without those that have no result. */
function entriesOf(keys: readonly unknown[], results: ReadonlyMap<number, unknown>): [unknown, unknown][] {
  return keys.flatMap((key, index): [unknown, unknown][] =>
    results.has(index) ? [[key, results.get(index)]] : [],
  );
}
