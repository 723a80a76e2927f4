import type { WireUuid } from '@offloop/wire';

import type { Keyed } from '../shared/byte-table.js';
import { NamedCollection } from '../shared/collection.js';
import { Sequence } from '../shared/sequence.js';
import { WaitLine } from './wait-line.js';

/** One queue: its items and listeners, and the calls that wait for an item or for room. */
export class NamedQueue extends NamedCollection<Sequence> {
  readonly takers: WaitLine = new WaitLine();
  readonly givers: WaitLine = new WaitLine();
  readonly #maxSize: number;
  /** The order of items that transactions have taken from the front: one that was taken first goes first. */
  readonly #order = new WeakMap<Buffer, number>();
  #taken = 0;
  #isSettling = false;

  constructor(name: Keyed, memberUuid: WireUuid, maxSizeOf: (name: string) => number) {
    super(name, new Sequence(), memberUuid);
    this.#maxSize = maxSizeOf(this.name);
  }

  /** Number of items that it can still take. */
  get room(): number {
    return this.#maxSize - this.items.size;
  }

  /** Removes the first item for a transaction, which may put it back; undefined if there is none. */
  takeFirst(): Buffer | undefined {
    const item = this.items.shift();
    if (item !== undefined && !this.#order.has(item)) this.#order.set(item, ++this.#taken);
    return item;
  }

  /** Puts an item back that {@link NamedQueue.takeFirst} has removed, where it was among those that were taken. */
  putBack(item: Buffer): void {
    const place = this.#order.get(item) ?? 0;
    const items = this.items.all();
    const behind = items.findIndex((each) => (this.#order.get(each) ?? Infinity) > place);
    items.splice(behind < 0 ? items.length : behind, 0, item);
  }

  /** Runs the calls that wait for items while there are items, and those that wait for room while there is room. */
  override changed(): void {
    // A resumed call ends up here too: without this flag, each would be a call deeper on the stack.
    if (this.#isSettling) return;
    this.#isSettling = true;
    try {
      while (
        (this.items.size > 0 && this.takers.resumeFirst()) ||
        (this.room > 0 && this.givers.resumeFirst())
      );
    } finally {
      this.#isSettling = false;
    }
  }
}
