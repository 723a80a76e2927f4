import type { ObjectName } from '../../calls/requests/object-name.js';
import { Later } from './later.js';
import type { NearCache } from './near-cache.js';
import { Opening } from './opening.js';

/** Milliseconds from a clear until most partitions are cleared. Values that are read before are dropped again. */
const GAPS_MILLIS = 200;
/**
 * Milliseconds from a member's message of a clear until a map that it destroys is gone there: it forgets the listeners, then drops the
 * entries. A listener that is registered before may be forgotten, too, and is not told of the entries.
 */
const DESTRUCTION_MILLIS = 2000;

interface KeptEvents {
  /** Some time after a clear: members can say which numbers they have left out. */
  onGaps(): void;
  /** Some time after a clear: the listener may have been forgotten. */
  onRenewal(): void;
}

/** A near cache of a client, its listener, and what is done some time after members have told something. */
export class KeptNearCache {
  readonly cache: NearCache;
  readonly name: ObjectName;
  readonly opening: Opening = new Opening();
  /** Promise of the listener's id; undefined if there is no listener. */
  listener: Promise<string | undefined> | undefined;
  isListening = false;
  /** After a clear, asks the members for the numbers they have left out. */
  readonly gaps: Later;
  /** After a clear, registers the listener anew. */
  readonly renewal: Later;
  /** True if a clear may have left out numbers: those are lost when members are asked next. */
  hasGaps = false;
  readonly #settling: Later;

  constructor(cache: NearCache, name: ObjectName, events: KeptEvents) {
    this.cache = cache;
    this.name = name;
    this.gaps = new Later(GAPS_MILLIS, () => events.onGaps());
    this.renewal = new Later(DESTRUCTION_MILLIS, () => events.onRenewal());
    this.#settling = new Later(DESTRUCTION_MILLIS, () => cache.clear());
  }

  /**
   * Drops all once more, when the map is gone that a member may have been destroying when it began to tell of changes: it tells
   * nothing of the entries that it still had then.
   */
  settle(): void {
    // All was dropped just now: once is enough, 2 s after the last time.
    this.#settling.cancel();
    this.#settling.ask();
  }

  close(): void {
    this.cache.close();
    this.opening.end();
    this.gaps.cancel();
    this.renewal.cancel();
    this.#settling.cancel();
  }
}
