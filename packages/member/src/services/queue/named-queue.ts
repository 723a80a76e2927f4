import type { WireUuid } from '@offloop/wire';

import type { Keyed } from '../shared/byte-table.js';
import { NamedCollection } from '../shared/collection.js';
import { Sequence } from '../shared/sequence.js';
import { WaitLine } from './wait-line.js';

/** One queue: its items, its listeners, and the calls that wait for an item or for room. */
export class NamedQueue extends NamedCollection<Sequence> {
  readonly takers: WaitLine = new WaitLine();
  readonly givers: WaitLine = new WaitLine();
  readonly #maxSize: number;
  #isSettling = false;

  constructor(name: Keyed, memberUuid: WireUuid, maxSizeOf: (name: string) => number) {
    super(name, new Sequence(), memberUuid);
    this.#maxSize = maxSizeOf(this.name);
  }

  /** How many more items it takes. */
  get room(): number {
    return this.#maxSize - this.items.size;
  }

  /** Hands items to those who wait for them, and room to those who wait for that, until either is used up. */
  override changed(): void {
    // A call that is handled again ends up here, too: without this, each would be a call deeper on the stack.
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
