import { monotonicNow } from '@offloop/runtime/clock';
import { type DataDecoder, keyIdentity } from '@offloop/values';
import {
  TransformFailure,
  type DispatchedTask,
  type EntriesInput,
  type EntriesOutcome,
} from '../compute-task.js';
import { CpuYield } from './cpu-share.js';
import type { LoadedFunction } from './loaded-function.js';
import { readEntries, ResponseSource } from './responses.js';
import { decode, TaskError } from './task-error.js';

/** Milliseconds after which a thread leaves a call, so that other calls have their turn. */
const TURN_MILLIS = 100;

/**
 * Milliseconds that a thread waits for a response when no other task needs the thread: the next response is nearly always about
 * to come.
 */
const TIMEOUT_MILLIS = 5;

/** A compute thread's part in calls on many keys: it fetches responses and works on them until there are no more. */
export class EntriesLoop {
  /** Sources of responses, by shard. */
  readonly #sources = new Map<number, ResponseSource>();
  readonly #cpuYield = new CpuYield();
  readonly #mayYield: boolean;

  /** @param mayYield true if the thread yields the CPU when others may need it. */
  constructor(mayYield: boolean) {
    this.#mayYield = mayYield;
  }

  async run(
    transform: LoadedFunction,
    { crowded, isPressed }: DispatchedTask,
    { shard, call, most, wanted, port }: EntriesInput,
    decoder: DataDecoder,
  ): Promise<EntriesOutcome> {
    const source = this.#sourceOf(shard);
    if (port !== undefined) source.connect(port);
    this.#cpuYield.begin();
    const yields = crowded && this.#mayYield;
    const indexOf = new Map(wanted.keys.map((key, i) => [key, wanted.indexes[i]]));
    const indexes: number[] = [];
    const results: unknown[] = [];

    const runOn = async (message: ArrayBuffer): Promise<void> => {
      for (const { bytes, key, value } of readEntries(message)) {
        const index = indexOf.get(keyIdentity(bytes, ...key));
        if (index === undefined) {
          throw new TaskError(TransformFailure.VALUE, 'the member answered with a key nobody asked for');
        }
        try {
          const decoded = decode(() => decoder.decodeData(bytes, ...value));
          // One value at a time, whatever their number.
          results.push(await transform.run(decoded));
        } catch (error) {
          throw error instanceof TaskError ? error.at(index) : error;
        }
        indexes.push(index);
        if (yields) this.#cpuYield.yieldIfDue();
      }
    };

    const request = { call, most, timeoutMillis: isPressed ? 0 : TIMEOUT_MILLIS };
    const until = monotonicNow() + TURN_MILLIS;
    let fetched = 0;
    let next = source.fetch(request);
    for (;;) {
      const responses = await next;
      fetched += responses.length;
      const mayGoOn = responses.length > 0;
      const isLast = !mayGoOn || monotonicNow() >= until;
      // AHEAD of the work on these, so that the next ones are here when it is done.
      if (!isLast) next = source.fetch(request);
      try {
        for (const message of responses) await runOn(message);
      } catch (error) {
        // Responses on their way belong to this call: the next task must not take them for its own.
        await next;
        throw error;
      }
      if (isLast) return { kind: 'entries', indexes, results, fetched, mayGoOn };
    }
  }

  #sourceOf(shard: number): ResponseSource {
    let source = this.#sources.get(shard);
    if (source === undefined) this.#sources.set(shard, (source = new ResponseSource()));
    return source;
  }
}
