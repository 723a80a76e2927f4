import { LoopLoad, MANY, Place, PlaceChooser, type Hold } from '@offloop/runtime';
import { clearTimeout, monotonicNow, setTimeout } from '@offloop/runtime/clock';
import { EarlierCalls } from './earlier-calls.js';
import { Pins, type PinnedObject } from './pins.js';

/** Calls between two looks at the clock, and milliseconds between two looks at the loop. */
const CALLS_A_LOOK = 16;
const MILLIS_A_LOOK = 10;
/** Milliseconds from the first connection until a thread is started in any case: a process that lives on may block its loop one day. */
const LIFETIME_MILLIS = 30_000;
/** Milliseconds after a change of place in which calls on keys and calls on whole objects wait for each other. */
const TIME_TO_CHANGE = 100;
/** Milliseconds for which calls on objects of the thread wait until it leads. Then they wait for its connection, as all calls do. */
const LONGEST_START = 10_000;

/** What {@link Places} needs of the shards. */
export interface PlacesOwner {
  /** Starts the thread. Throws where none can be started. */
  startThread(): void;
  isConnected(place: Place): boolean;
  /** Returns true while calls of a partition must go to this place to stay behind those before them. */
  isTaken(place: Place, lane: number): boolean;
  /** Number of calls in flight that keep an order. */
  inLanes(place: Place): number;
  /** Runs `then` once these calls have settled; at once if there are none. @returns a function after which it does not run. */
  whenSettled(place: Place, then: () => void): () => void;
  /** Sums over the messages that the shard on the loop has received. */
  received(): { readonly bytes: number; readonly messages: number };
  /** Called when no thread can be started. */
  onNoThread(error: unknown): void;
}

/** The name of an object, as far as {@link Places} needs it. */
export interface NamedObject extends PinnedObject {
  readonly text: string;
  readonly hold: Hold | undefined;
  holdBack(): Hold;
}

/** The parts of an operation that decide its place. */
export interface PlaceOfOperation {
  /** True for calls whose effect belongs to one UUID, or is lost with its connection: locks, and calls that wait to take or give. */
  readonly needsThread: boolean;
  /** True for calls that wait and change nothing: they go to the thread once there is one, and start it. */
  readonly prefersThread: boolean;
  /** True for calls that depend on what one shard keeps, which is the one on the loop: cursors, and answers that a compute thread fetches. */
  readonly needsLoop: boolean;
}

/** Where a call goes, and what it waits for. */
export interface ChosenPlace {
  /** The place, which is the number of its shard. */
  readonly place: Place;
  /** Negative: none. */
  readonly lane: number;
  /** What the call has to wait for; undefined: nothing. */
  readonly waitsFor: Hold | undefined;
}

const Stage = {
  /** No thread was needed yet. */
  NONE: 'none',
  /** The thread starts, and connects. */
  STARTING: 'starting',
  /** The thread's shard leads. */
  READY: 'ready',
  /** No thread can be started: all goes to the loop. */
  IMPOSSIBLE: 'impossible',
} as const;
type Stage = (typeof Stage)[keyof typeof Stage];

/** No lane: the call belongs to the thread for good, and is not counted. */
const NO_LANE = -1;
/** The lane of calls on whole objects. Partitions have theirs behind it. */
const LANE_OF_OBJECTS = 0;

/**
 * Chooses the place of each call, for a client that has a shard on the caller's loop and one in a thread: `runtime.workers: 'auto'`.
 *
 * ```
 *   a call ─▶ of an object that belongs to the thread? ──────────────────────────────▶ THREAD
 *             of a partition with calls in flight? ──────────────────────────────────▶ where they are
 *             otherwise ─────────────────────────────────────────────────────────────▶ as the loop's load says
 * ```
 *
 * An object belongs to the thread from its first lock, or call that waits by nature: members keep such things for a client's
 * UUID, and each shard has its own. The thread is started when it is first needed.
 */
export class Places {
  readonly #owner: PlacesOwner;
  readonly #chooser = new PlaceChooser();
  readonly #load = new LoopLoad();
  #stage: Stage = Stage.NONE;
  readonly #pinned = new Pins();
  /** Run when the thread leads, or none can be started. */
  #waiting: (() => void)[] = [];
  /** Run then, too, or after {@link LONGEST_START}. */
  #pins: (() => void)[] = [];
  /** The timer of {@link LONGEST_START}; undefined unless the thread is starting. */
  #late: NodeJS.Timeout | undefined;
  /** The timer of {@link LIFETIME_MILLIS}; undefined before the client is connected. */
  #lifetime: NodeJS.Timeout | undefined;
  #calls = 0;
  #peak = 0;
  #callsAtLook = 0;
  #lookedAt: number = monotonicNow();
  #received = { bytes: 0, messages: 0 };
  #answerBytes = 0;
  #place: Place = Place.LOOP;
  /** `monotonicNow()` when the place changed. */
  #changedAt = -Infinity;
  /** What {@link choose} returns: one object for all calls, since a call allocates no more than it must. */
  readonly #chosen: { place: Place; lane: number; waitsFor: Hold | undefined } = {
    place: Place.LOOP,
    lane: NO_LANE,
    waitsFor: undefined,
  };

  constructor(owner: PlacesOwner) {
    this.#owner = owner;
  }

  /** True once the thread's shard leads. */
  get hasThread(): boolean {
    return this.#stage === Stage.READY;
  }

  /** Returns how many threads there are now, and why. The argument is the number that there may be, and the reason for it. */
  count({ workers, reason }: { readonly workers: number; readonly reason: string }): {
    readonly workers: number;
    readonly reason: string;
  } {
    switch (this.#stage) {
      case Stage.NONE:
        return { workers: 0, reason: `${reason}; no call has needed a worker thread yet` };
      case Stage.IMPOSSIBLE:
        return { workers: 0, reason: 'no worker thread could be started' };
      default:
        return { workers, reason };
    }
  }

  /** The place of calls that keep no order with others, at this moment. */
  get place(): Place {
    return this.#usable(this.#place);
  }

  /**
   * Chooses where a call goes. @param partitionId negative: none. @returns the same object each time: read it before the next call.
   */
  choose(
    operation: PlaceOfOperation,
    name: NamedObject | undefined,
    partitionId: number,
    waitsFor: Hold | undefined,
  ): ChosenPlace {
    const chosen = this.#chosen;
    chosen.waitsFor = waitsFor;
    chosen.lane = NO_LANE;
    chosen.place = this.#placeOf(operation, name, partitionId);
    return chosen;
  }

  #placeOf(operation: PlaceOfOperation, name: NamedObject | undefined, partitionId: number): Place {
    if (operation.needsLoop) return Place.LOOP;
    if (operation.prefersThread) {
      this.need();
      return this.#usable(Place.THREAD);
    }
    if (this.#isThreads(operation, name)) {
      this.#chosen.waitsFor = name?.hold ?? this.#chosen.waitsFor;
      return Place.THREAD;
    }
    if (++this.#calls % CALLS_A_LOOK === 0) this.#look();
    const place = this.#usable(this.#place);
    return partitionId < 0 ? this.#ofObject(place, name) : this.#ofPartition(place, name, partitionId);
  }

  /** Gives an object to the thread. Later calls on it wait until the thread leads, or is late, and earlier ones have settled. */
  pin(name: NamedObject): void {
    if (this.#stage === Stage.IMPOSSIBLE || !this.#pinned.add(name)) return;
    const earlier = this.#earlier(Place.LOOP);
    if (this.#stage === Stage.READY && earlier.haveSettled) return;
    const hold = name.holdBack();
    const release = (): void => earlier.release(hold);
    this.need();
    if (this.#late === undefined) release();
    else this.#pins.push(release);
  }

  /** Call it when an object was destroyed: one of its name that is made later belongs to nobody. */
  unpin(name: PinnedObject): void {
    this.#pinned.delete(name);
  }

  /** Starts the thread if there is none yet. @param then runs when its shard leads, or none can be started. */
  need(then?: () => void): void {
    if (this.#stage === Stage.READY || this.#stage === Stage.IMPOSSIBLE) {
      then?.();
      return;
    }
    if (then !== undefined) this.#waiting.push(then);
    if (this.#stage === Stage.NONE) this.#start();
  }

  /** Call it whenever the client is connected. */
  onConnected(): void {
    if (this.#stage === Stage.NONE) this.#lifetime ??= setTimeout(() => this.need(), LIFETIME_MILLIS).unref();
  }

  /** Call it when the thread's shard leads. */
  onThreadLeads(): void {
    this.#stage = Stage.READY;
    this.#settle();
  }

  /** Call it when the client is shut down: nothing waits any more. */
  end(): void {
    clearTimeout(this.#lifetime);
    this.#stage = Stage.IMPOSSIBLE;
    this.#settle();
  }

  #isThreads(operation: PlaceOfOperation, name: NamedObject | undefined): boolean {
    // Requests without an object are the client's own, and wait for nothing.
    if (name === undefined || name.text === '') return false;
    if (operation.needsThread || this.#pinned.hasAll(name.service)) this.pin(name);
    return this.#stage !== Stage.IMPOSSIBLE && this.#pinned.has(name);
  }

  /** A call of one partition stays behind those in flight, and behind a call on a whole object that went before the place changed. */
  #ofPartition(place: Place, name: NamedObject | undefined, partitionId: number): Place {
    const lane = (this.#chosen.lane = LANE_OF_OBJECTS + 1 + partitionId);
    if (this.#stage !== Stage.READY) return Place.LOOP;
    const other = otherThan(place);
    const own = this.#owner.isTaken(other, lane) && !this.#owner.isTaken(place, lane) ? other : place;
    const opposite = otherThan(own);
    if (!this.#owner.isTaken(opposite, LANE_OF_OBJECTS) || !this.#isChanging()) return own;
    const isFree = !this.#owner.isTaken(own, lane) && !this.#owner.isTaken(own, LANE_OF_OBJECTS);
    if (isFree) return opposite;
    this.#wait(name, opposite);
    return own;
  }

  /** A call on a whole object stays behind all calls that are in flight while the place changes. */
  #ofObject(place: Place, name: NamedObject | undefined): Place {
    this.#chosen.lane = LANE_OF_OBJECTS;
    if (this.#stage !== Stage.READY) return Place.LOOP;
    const other = otherThan(place);
    if (this.#owner.inLanes(other) === 0) return place;
    if (this.#owner.inLanes(place) === 0) return other;
    if (!this.#isChanging()) return place;
    this.#wait(name, other);
    return place;
  }

  #isChanging(): boolean {
    return monotonicNow() - this.#changedAt < TIME_TO_CHANGE;
  }

  /** The call that is asked for, and later ones on its object, wait for the calls that went to the other place before it. */
  #wait(name: NamedObject | undefined, other: Place): void {
    if (name === undefined || name.text === '') return;
    // Not for later calls of that place, which may wait for this one themselves.
    const earlier = this.#earlier(other);
    // If all calls that are left were given up, there is nothing to wait for, and nothing would release the call.
    if (!earlier.haveSettled) earlier.release((this.#chosen.waitsFor = name.holdBack()));
  }

  #earlier(place: Place): EarlierCalls {
    return new EarlierCalls((then) => this.#owner.whenSettled(place, then));
  }

  #usable(place: Place): Place {
    if (this.#stage !== Stage.READY) return Place.LOOP;
    const other = otherThan(place);
    return !this.#owner.isConnected(place) && this.#owner.isConnected(other) ? other : place;
  }

  #look(): void {
    this.#peak = Math.max(this.#peak, this.#owner.inLanes(Place.LOOP) + this.#owner.inLanes(Place.THREAD));
    const now = monotonicNow();
    const millis = now - this.#lookedAt;
    if (millis < MILLIS_A_LOOK) return;
    // A loop with few calls keeps them, however busy it is: there is no need to look at it.
    const isOfInterest = this.#place === Place.THREAD || this.#peak >= MANY;
    if (!isOfInterest) this.#load.rest();
    const sight = {
      now,
      load: isOfInterest ? this.#load.look(millis) : 0,
      inFlight: this.#peak,
      rate: (this.#calls - this.#callsAtLook) / millis,
      answerBytes: this.#lookAtAnswers(),
    };
    this.#lookedAt = now;
    this.#callsAtLook = this.#calls;
    this.#peak = 0;
    const place = this.#chooser.look(sight);
    if (place !== this.#place) this.#changedAt = now;
    this.#place = place;
    if (this.#place === Place.THREAD && this.#stage === Stage.NONE) this.need();
  }

  /** Bytes of an average answer since the look before; the last one known where none came. */
  #lookAtAnswers(): number {
    const received = this.#owner.received();
    const messages = received.messages - this.#received.messages;
    if (messages > 0) this.#answerBytes = (received.bytes - this.#received.bytes) / messages;
    this.#received = received;
    return this.#answerBytes;
  }

  #start(): void {
    this.#stage = Stage.STARTING;
    this.#late = setTimeout(() => this.#settlePins(), LONGEST_START).unref();
    try {
      this.#owner.startThread();
    } catch (error) {
      this.#stage = Stage.IMPOSSIBLE;
      this.#owner.onNoThread(error);
      this.#settle();
    }
  }

  #settle(): void {
    for (const then of this.#waiting.splice(0)) then();
    this.#settlePins();
  }

  #settlePins(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    for (const then of this.#pins.splice(0)) then();
  }
}

function otherThan(place: Place): Place {
  return place === Place.LOOP ? Place.THREAD : Place.LOOP;
}
