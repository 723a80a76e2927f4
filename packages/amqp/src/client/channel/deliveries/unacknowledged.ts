import { monotonicNow } from '@offloop/runtime/clock';

/** A message that the application has got, and has not acknowledged. */
export interface Delivery {
  /** Tag of the consumer that has got it; undefined: it was fetched by `get`. */
  readonly consumerTag: string | undefined;
  /** When, by `monotonicNow`. */
  readonly at: number;
}

interface Entry extends Delivery {
  readonly deliveryTag: number;
  isSettled: boolean;
}

/** Places at the beginning; a power of two, as are those of later. */
const FEWEST_PLACES = 64;

/**
 * The deliveries of a channel that are not acknowledged, by their tags, which grow.
 *
 * They stand in a ring, as most are settled in their order. A `Map` of which entries go as fast as they come makes its table anew again and
 * again, in V8's old space: with bodies of 10 KB that had a full collection begin for every 8 MB.
 */
export class Unacknowledged {
  #places: (Entry | undefined)[] = places(FEWEST_PLACES);
  /** Entries that have a place: the first one is not settled, those behind it may be. */
  #first = 0;
  #length = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get oldest(): Delivery | undefined {
    return this.#length === 0 ? undefined : this.#at(0);
  }

  add(deliveryTag: number, consumerTag?: string): void {
    if (this.#length === this.#places.length) this.#makeRoom();
    const entry: Entry = { deliveryTag, consumerTag, at: monotonicNow(), isSettled: false };
    this.#places[this.#placeOf(this.#length)] = entry;
    this.#length++;
    this.#count++;
  }

  /**
   * One was acknowledged, or rejected; with `multiple`, all up to it, and for tag 0 all there are.
   *
   * @returns true if it was one, and the oldest
   */
  settle(deliveryTag: number, multiple: boolean): boolean {
    if (multiple) {
      const last = deliveryTag === 0 ? Infinity : deliveryTag;
      while (this.#firstTag() <= last) this.#settleFirst();
      return false;
    }
    if (this.#firstTag() === deliveryTag) {
      this.#settleFirst();
      return true;
    }
    const entry = this.#find(deliveryTag);
    if (entry === undefined || entry.isSettled) return false;
    entry.isSettled = true;
    this.#count--;
    return false;
  }

  /** All have gone back to their queues. */
  clear(): void {
    this.#places = places(FEWEST_PLACES);
    this.#first = 0;
    this.#length = 0;
    this.#count = 0;
  }

  #placeOf(index: number): number {
    return (this.#first + index) & (this.#places.length - 1);
  }

  /** @param index below `#length` */
  #at(index: number): Entry {
    return this.#places[this.#placeOf(index)]!;
  }

  /** NaN without an entry: it is not equal to, below or above a tag. */
  #firstTag(): number {
    return this.#length === 0 ? NaN : this.#at(0).deliveryTag;
  }

  #settleFirst(): void {
    this.#count--;
    do {
      this.#places[this.#first] = undefined;
      this.#first = this.#placeOf(1);
      this.#length--;
    } while (this.#length > 0 && this.#at(0).isSettled);
  }

  #find(deliveryTag: number): Entry | undefined {
    let low = 0;
    let high = this.#length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const entry = this.#at(middle);
      if (entry.deliveryTag === deliveryTag) return entry;
      if (entry.deliveryTag < deliveryTag) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Drops what is settled; if that is less than half, the ring grows. So its memory follows what is not settled. */
  #makeRoom(): void {
    const left: Entry[] = [];
    for (let index = 0; index < this.#length; index++) {
      const entry = this.#at(index);
      if (!entry.isSettled) left.push(entry);
    }
    const isMuch = left.length * 2 > this.#places.length;
    this.#places = places(isMuch ? this.#places.length * 2 : this.#places.length);
    left.forEach((entry, index) => (this.#places[index] = entry));
    this.#first = 0;
    this.#length = left.length;
  }
}

function places(count: number): (Entry | undefined)[] {
  return new Array<Entry | undefined>(count).fill(undefined);
}
