/** A request that found the ring full, or is too long for it. */
export interface QueuedRequest {
  readonly slot: number;
  readonly generation: number;
  /** Record payload: request header, then (unless spilled) the wire bytes. */
  readonly record: Buffer;
  /** The buffer `record` lies in, to be given back once it is in the ring; undefined when nobody wants it back. */
  readonly borrowed: Buffer | undefined;
  /** Header and wire bytes of a request too long to go inline; the buffer under it is handed over whole. */
  readonly spilled: Buffer | undefined;
}

/** Slots emptied at the front before the array is compacted. */
const COMPACT_AFTER = 1024;

/** First in, first out: nobody overtakes a request that waits for room in the ring. Holds bytes, never arguments. */
export class RequestQueue {
  #requests: QueuedRequest[] = [];
  #head = 0;

  get length(): number {
    return this.#requests.length - this.#head;
  }

  push(request: QueuedRequest): void {
    this.#requests.push(request);
  }

  peek(): QueuedRequest | undefined {
    return this.#requests[this.#head];
  }

  shift(): void {
    this.#head++;
    if (this.#head === this.#requests.length) {
      this.#requests = [];
      this.#head = 0;
    } else if (this.#head >= COMPACT_AFTER) {
      this.#requests.splice(0, this.#head);
      this.#head = 0;
    }
  }
}
