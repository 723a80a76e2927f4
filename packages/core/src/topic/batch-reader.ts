import type { Batch, TopicRing } from './topic-ring.js';

interface Ahead {
  readonly from: number;
  readonly signal: AbortSignal;
  /** Resolves to undefined when the read failed. The batch is then read again, which reports the error. */
  readonly batch: Promise<Batch | undefined>;
}

/**
 * Reads a ring buffer batch by batch. A full batch shows that the listener is behind. From then on the batch after the wanted
 * one is read ahead, so that two requests are under way.
 *
 * A batch that was read ahead is used only if it begins with the wanted message. Otherwise (messages are lost, there was an error, or
 * the end is reached) it is dropped, and the wanted batch is read again, which waits on the member.
 */
export class BatchReader {
  readonly #ring: Pick<TopicRing, 'read' | 'peek'>;
  readonly #size: number;
  #isBehind = false;
  #ahead: Ahead | undefined;

  /** @param size most messages of a batch. */
  constructor(ring: Pick<TopicRing, 'read' | 'peek'>, size: number) {
    this.#ring = ring;
    this.#size = size;
  }

  /** Waits for the message at `from`, and resolves to the batch there. A batch read ahead with another signal is not used. */
  async read(from: number, signal: AbortSignal): Promise<Batch> {
    const ahead = this.#ahead;
    const isAhead = ahead?.from === from && ahead.signal === signal;
    const wanted = isAhead ? ahead.batch : this.#ring.read(from, this.#size, { signal });
    this.#ahead = this.#isBehind ? this.#readAhead(from + this.#size, signal) : undefined;
    let batch = await wanted;
    if (batch === undefined || (isAhead && (batch.items.length === 0 || batch.first !== from)))
      batch = await this.#ring.read(from, this.#size, { signal });
    this.#isBehind = batch.items.length === this.#size;
    return batch;
  }

  #readAhead(from: number, signal: AbortSignal): Ahead {
    const batch = this.#ring.peek(from, this.#size, { signal }).catch(() => undefined);
    return { from, signal, batch };
  }
}
