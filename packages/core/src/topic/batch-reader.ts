import type { Batch, TopicRing } from './topic-ring.js';

interface Ahead {
  readonly from: number;
  readonly signal: AbortSignal;
  /** Undefined when it failed: the read that it stands for will say why. */
  readonly batch: Promise<Batch | undefined>;
}

/**
 * Reads a ring buffer batch by batch. A batch that is full tells that the listener is behind: from then on the batch after
 * the wanted one is asked for as well, so that two are on their way.
 *
 * What comes ahead is used only if it is just what is wanted. All else, be it a loss, an error or the end of what there is,
 * is left to a read of its own, which waits on the member.
 */
export class BatchReader {
  readonly #ring: Pick<TopicRing, 'read' | 'peek'>;
  readonly #size: number;
  #isBehind = false;
  #ahead: Ahead | undefined;

  /** @param size messages in a batch at most. */
  constructor(ring: Pick<TopicRing, 'read' | 'peek'>, size: number) {
    this.#ring = ring;
    this.#size = size;
  }

  /** Waits for the message at `from`, and resolves to what there is. A batch that was asked for under another signal is not used. */
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
