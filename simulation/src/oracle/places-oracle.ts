import { CallKind, needsLoop, NO_LANE, type Call } from '../journal/journal.js';
import { objectOf } from '../journal/objects.js';
import { check } from '../journal/violation.js';
import { text } from './call-oracle.js';

/** The lane of calls on whole objects. */
const LANE_OF_OBJECTS = 0;
const LOOP = 0;
const THREAD = 1;
/** Milliseconds for which a call waits at most for calls of the other place. */
const LONGEST_WAIT = 1000;
/** Milliseconds after a change of the place for which calls on whole objects and on keys wait for each other. */
const TIME_TO_CHANGE = 100;
/** Milliseconds by which timers of Node.js may be early. */
const EARLY = 1.1;

/**
 * Judges, in a client with one shard on the caller's loop and one in a thread, by which of them calls go and when: calls of a partition
 * follow those that are under way or were given up, calls of an object that belongs to the thread and those on a whole object wait for
 * the other place.
 */
export class PlacesOracle {
  /** Calls that keep an order with others and have not settled. */
  readonly #open = new Set<Call>();
  /** Order numbers of the latest call that was given up, by shard and lane. It is not known whether such a call is carried out. */
  readonly #givenUp = [new Map<number, number>(), new Map<number, number>()] as const;
  /** Since when objects belong to the thread. */
  readonly #pinnedAt = new Map<number, number>();
  /** Calls that were made just after the place has changed. */
  readonly #madeInChange = new WeakSet<Call>();
  #leadsAt = Infinity;
  /** Order number of the latest news of the thread's end: what it was given is carried out no more. */
  #endedAt = -1;

  /** The thread's shard leads from now on, or has done so before. */
  onThreadLeads(at: number): void {
    this.#leadsAt = Math.min(this.#leadsAt, at);
  }

  /** @param order number of what happens now, as below. */
  onThreadEnd(order: number): void {
    this.#endedAt = order;
  }

  /**
   * Before the call is made. A call that needs the shard on the loop keeps no order with others. @param usual the place of calls that are bound to none; undefined: nobody knows, as
   * calls that were given up have not let go. @param changedAt when the place changed.
   */
  onMade(call: Call, usual: number | undefined, changedAt: number): void {
    if (needsLoop(call.kind)) return;
    if (call.madeAt - changedAt < TIME_TO_CHANGE - EARLY) this.#madeInChange.add(call);
    const object = objectOf(call.key);
    if (call.needsThread && !this.#pinnedAt.has(object)) this.#pinnedAt.set(object, call.madeAt);
    if (this.#pinnedAt.has(object)) this.#onPinned(call);
    else if (call.kind !== CallKind.SIZE) this.#onPartition(call, usual);
    if (!call.waits) this.#checkBehind(call, call.madeAt);
    if (call.lane !== NO_LANE) this.#open.add(call);
  }

  onSent(call: Call): void {
    const isFirst = !needsLoop(call.kind) && call.sends.length === 1;
    if (call.waits && isFirst) this.#checkBehind(call, call.sends[0].at);
  }

  onSettled(call: Call, order: number): void {
    if (!this.#open.delete(call)) return;
    const givenUp = this.#givenUp[call.shard];
    const { error } = call.outcome!;
    if (error === 'TIMED_OUT' || error === 'CANCELLED') givenUp.set(call.lane, order);
    // Its answer comes behind whatever became of those before it.
    else if (error === undefined && call.order > (givenUp.get(call.lane) ?? Infinity))
      givenUp.delete(call.lane);
  }

  #onPinned(call: Call): void {
    check(call.shard === THREAD, 'places', () => `${text(call)} is of an object that belongs to the thread`);
  }

  /** Checks that the call follows those of its lane that were given up, and that the load decides if there are none. */
  #onPartition(call: Call, usual: number | undefined): void {
    const { lane, shard } = call;
    const isOpen = [...this.#open].some((open) => open.lane === lane);
    const isBehindWhole =
      [...this.#open].some(({ kind }) => kind === CallKind.SIZE) ||
      this.#givenUp.some((lanes) => lanes.has(LANE_OF_OBJECTS));
    const [loop, thread] = this.#givenUp.map((lanes) => lanes.get(lane));
    const isTaken = isOpen || isBehindWhole || loop !== undefined || thread !== undefined;
    check(
      isTaken || usual === undefined || shard === usual,
      'places',
      () =>
        `${text(call)} goes by shard ${shard}, though its partition is free and the others go by ${usual}`,
    );
    const stays = loop !== undefined ? LOOP : thread !== undefined && thread > this.#endedAt ? THREAD : shard;
    check(
      isOpen || shard === stays,
      'places',
      () => `${text(call)} goes by shard ${shard}, and one that was given up may be under way by ${stays}`,
    );
  }

  /** What the call must stay behind has settled, unless that takes too long. */
  #checkBehind(call: Call, at: number): void {
    if (at - this.#waitsFrom(call) >= LONGEST_WAIT - EARLY) return;
    for (const before of this.#open)
      check(
        before.shard === call.shard || before.order > call.order || !this.#isBehind(call, before),
        'order',
        () => `${text(call)} goes by shard ${call.shard}, while ${text(before)} is under way by the other`,
      );
  }

  #waitsFrom(call: Call): number {
    if (call.lane === NO_LANE) return Math.max(this.#pinnedAt.get(objectOf(call.key))!, this.#leadsAt);
    return call.madeAt;
  }

  /** Whether a call has to stay behind one that was made before it. */
  #isBehind(call: Call, before: Call): boolean {
    const isOfOne = objectOf(call.key) === objectOf(before.key);
    if (call.lane === NO_LANE) return isOfOne;
    if (call.lane === before.lane && call.kind !== CallKind.SIZE) return true;
    const isOfWhole = call.kind === CallKind.SIZE || before.kind === CallKind.SIZE;
    return isOfWhole && isOfOne && this.#madeInChange.has(call);
  }
}
