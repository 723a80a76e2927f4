import { decodeResponse, messages } from '@offloop/wire';
import type { FetchResponses } from '@offloop/contract';
import { readValue, valueOfData } from '../exchange/data.js';
import type { Call } from '../journal/journal.js';
import { check } from '../journal/violation.js';
import { SimulatedChannel, type SimulatedPort } from '../threads/ports.js';
import type { EventLoop } from '../time/event-loop.js';
import type { World } from '../time/world.js';

const { map } = messages;

/** What a group needs of the caller. */
export interface GroupCaller {
  /** Counts the agents there have been. */
  epoch(): number;
  /** Tells the agent that nobody will fetch the responses of this group any more. */
  drop(group: number): void;
  pass(port: SimulatedPort): void;
  onFetched(call: Call, value: unknown): void;
}

/** Reads of several keys, whose responses stay with the agent until they are fetched. */
export class PartGroup {
  readonly number: number;
  /** The agent that has it, by its number. */
  readonly epoch: number;
  readonly parts: Call[] = [];
  isDropped = false;
  /** Whether the group waits for the compute thread, or is being asked for. */
  isSought = false;
  /** There was news of it meanwhile. */
  hasNews = false;
  fetched = 0;
  /** The calls whose values have not been fetched. */
  readonly #open = new Set<Call>();

  constructor(number: number, epoch: number) {
    this.number = number;
    this.epoch = epoch;
  }

  add(call: Call): void {
    this.parts.push(call);
    this.#open.add(call);
    call.group = this.parts;
  }

  get isOver(): boolean {
    return this.parts.every(({ settled }) => settled > 0);
  }

  get isFetched(): boolean {
    return this.fetched === this.parts.length;
  }

  /** @returns the part that has read this value. */
  take(value: unknown): Call {
    const key = readValue(value)?.key;
    const part = [...this.#open].find((call) => call.key === key);
    check(part !== undefined, 'values', () => `group ${this.number} has no open part for key ${key}`);
    this.#open.delete(part);
    return part;
  }
}

/**
 * The application's reads in groups, and the thread of its own that fetches their responses from the agent, as compute
 * threads do: one group after the other, for as long as there is something to fetch.
 */
export class PartGroups {
  readonly #world: World;
  readonly #caller: GroupCaller;
  readonly #loop: EventLoop;
  readonly #queue: PartGroup[] = [];
  #groups: PartGroup[] = [];
  #number = 0;
  #epoch = -1;
  #port: SimulatedPort | undefined;
  #asked: PartGroup | undefined;

  constructor(world: World, caller: GroupCaller) {
    this.#world = world;
    this.#caller = caller;
    this.#loop = world.addLoop('compute');
  }

  /** On the caller's thread. */
  begin(): PartGroup {
    const epoch = this.#caller.epoch();
    if (epoch !== this.#epoch) this.#connect(epoch);
    const group = new PartGroup(++this.#number, epoch);
    this.#groups.push(group);
    return group;
  }

  /** On the caller's thread: a part has settled. */
  onSettled(group: PartGroup, wasWell: boolean): void {
    // What the agent before had is lost with it.
    if (!wasWell || group.epoch !== this.#caller.epoch()) group.isDropped = true;
    if (!group.isDropped) {
      this.#world.after(this.#world.random.skewed(0.005, 0.2), () =>
        this.#loop.addInput(this, () => this.#seek(group)),
      );
    } else {
      // Also with the last part: one that waited for room may have come to the agent after it was told.
      this.#caller.drop(group.number);
    }
  }

  /** Groups whose parts have all been answered, and whose responses have not all been fetched. */
  unfetched(): PartGroup[] {
    const epoch = this.#caller.epoch();
    this.#groups = this.#groups.filter(
      (group) => !group.isDropped && !group.isFetched && group.epoch === epoch,
    );
    return this.#groups.filter(({ isOver }) => isOver);
  }

  #connect(epoch: number): void {
    this.#epoch = epoch;
    const { port1, port2 } = new SimulatedChannel();
    this.#caller.pass(port2);
    this.#loop.addInput(this, () => {
      this.#port?.close();
      this.#port = port1;
      this.#asked = undefined;
      port1.on('message', (responses) => this.#onReply(responses as ArrayBuffer[]));
      port1.unref();
      this.#askNext();
    });
  }

  // --- on the compute thread ---------------------------------------------------------------------------------------

  #seek(group: PartGroup): void {
    if (group.isSought) {
      group.hasNews = true;
      return;
    }
    group.isSought = true;
    this.#queue.push(group);
    this.#askNext();
  }

  #askNext(): void {
    if (this.#asked !== undefined) return;
    let next = this.#queue.shift();
    while (next !== undefined && (next.isDropped || next.epoch !== this.#epoch)) next = this.#queue.shift();
    if (next === undefined) return;
    const { random } = this.#world;
    const request: FetchResponses = {
      call: next.number,
      most: random.between(1, 8),
      timeoutMillis: random.pick([0, 0, 5]),
    };
    next.hasNews = false;
    this.#asked = next;
    this.#port!.postMessage(request);
  }

  #onReply(responses: readonly ArrayBuffer[]): void {
    const group = this.#asked!;
    this.#asked = undefined;
    for (const buffer of responses) {
      const { response } = decodeResponse(map.get, Buffer.from(buffer));
      group.fetched++;
      // Which part has found nothing it does not say.
      if (response === null) continue;
      const value = valueOfData(response);
      this.#caller.onFetched(group.take(value), value);
    }
    // As long as it is asked for, the agent tells nobody of what comes.
    if (!group.isFetched && (responses.length > 0 || group.hasNews)) this.#queue.push(group);
    else group.isSought = false;
    this.#askNext();
  }
}
