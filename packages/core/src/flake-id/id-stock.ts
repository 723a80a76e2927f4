import { wallNow } from '@offloop/runtime/clock';
import type Long from 'long';
import type { CallOptions } from '../calls/call-options.js';
import { Deadline } from '../calls/deadline.js';
import type { IdBatch } from './id-batch.js';

/** Most batches that are fetched at the same time. */
const MAX_FETCHES = 4;

interface Waiter {
  readonly resolve: (id: Long) => void;
  readonly reject: (error: unknown) => void;
}

/** Gives out ids from batches. The next batch is fetched when half of one is used, so that calls rarely wait. */
export class IdStock {
  readonly #batchSize: number;
  readonly #fetch: () => Promise<IdBatch>;
  /** Batches that have ids left, in the order in which they came. */
  readonly #batches: IdBatch[] = [];
  readonly #waiters = new Set<Waiter>();
  #fetches = 0;

  /** @param fetch resolves to another batch, of `batchSize` ids. */
  constructor(batchSize: number, fetch: () => Promise<IdBatch>) {
    this.#batchSize = batchSize;
    this.#fetch = fetch;
  }

  /**
   * Resolves to an id.
   *
   * Rejects with the error of the fetch that it waited for, with OperationTimeoutError or CancellationError as `options` say, and
   * with IllegalArgumentError for invalid options.
   */
  take(options?: CallOptions): Promise<Long> {
    let deadline: Deadline | undefined;
    try {
      deadline = Deadline.of(options);
    } catch (error) {
      return Promise.reject(error);
    }
    const now = wallNow();
    // Earlier calls are served first.
    const id = this.#waiters.size === 0 ? this.#next(now) : undefined;
    const taken = id === undefined ? this.#wait(deadline) : Promise.resolve(id);
    this.#restock(now);
    return taken;
  }

  #next(now: number): Long | undefined {
    const batches = this.#batches;
    while (batches.length > 0 && batches[0].left(now) === 0) batches.shift();
    return batches.length > 0 ? batches[0].take() : undefined;
  }

  #wait(deadline: Deadline | undefined): Promise<Long> {
    return new Promise((onId, onError) => {
      const end = (): void => {
        this.#waiters.delete(waiter);
        endWatch?.();
      };
      const waiter = {
        resolve: (id: Long): void => {
          end();
          onId(id);
        },
        reject: (error: unknown): void => {
          end();
          onError(error);
        },
      };
      this.#waiters.add(waiter);
      const endWatch = deadline?.watch((error) => waiter.reject(error));
    });
  }

  /** Fetches enough batches for every waiting call, and half a batch more. */
  #restock(now: number): void {
    const wanted = this.#waiters.size + Math.ceil(this.#batchSize / 2);
    let coming = this.#fetches * this.#batchSize;
    for (const batch of this.#batches) coming += batch.left(now);
    for (; coming < wanted && this.#fetches < MAX_FETCHES; coming += this.#batchSize) {
      this.#fetches++;
      this.#fetch().then(
        (batch) => this.#onBatch(batch),
        (error: unknown) => this.#onFailure(error),
      );
    }
  }

  #onBatch(batch: IdBatch): void {
    this.#fetches--;
    this.#batches.push(batch);
    const now = wallNow();
    for (const waiter of this.#waiters) {
      const id = this.#next(now);
      if (id === undefined) break;
      waiter.resolve(id);
    }
    if (this.#waiters.size > 0) this.#restock(now);
  }

  /** Rejects waiting calls when no other fetch can serve them. Without any, the error is dropped: the next call tries again. */
  #onFailure(error: unknown): void {
    this.#fetches--;
    if (this.#fetches > 0) return;
    for (const waiter of this.#waiters) waiter.reject(error);
  }
}
