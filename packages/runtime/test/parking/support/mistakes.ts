import type { Edit } from '../../support/stepped/built-modules.js';
import { Kind, type Change, type Scenario } from './scenario.js';

const { PLAIN, AT_ONCE, DEFERRED, LONG, SPILLED, SILENT, SLICED } = Kind;

const SMALLEST: Scenario = { ticks: [[PLAIN]], requestRing: 64, completionRing: 32, slice: 2 };

/** The worlds that are searched. Each is the smallest that has what its name says. */
export const SCENARIOS = {
  'two calls in one tick, a signal that nobody sent': {
    ...SMALLEST,
    ticks: [[PLAIN, PLAIN]],
    spuriousSignals: 1,
  },
  'two calls in two ticks': { ...SMALLEST, ticks: [[PLAIN], [PLAIN]] },
  'two calls, either side may poll': { ...SMALLEST, ticks: [[PLAIN, PLAIN]], polls: true },
  'room for one request': { ...SMALLEST, ticks: [[PLAIN, PLAIN]], requestRing: 32 },
  'room for one request, and no answer': {
    ...SMALLEST,
    ticks: [[SILENT, SILENT]],
    requestRing: 32,
    spuriousSignals: 1,
  },
  'room for one request, a call is given up': {
    ...SMALLEST,
    ticks: [[SILENT, SILENT]],
    requestRing: 32,
    aborts: 1,
  },
  'room for one completion, calls completed at once': {
    ...SMALLEST,
    ticks: [[AT_ONCE, AT_ONCE]],
    completionRing: 16,
  },
  'room for one completion, two events': { ...SMALLEST, ticks: [], completionRing: 16, events: 2 },
  'room for one completion, three events': { ...SMALLEST, ticks: [], completionRing: 16, events: 3 },
  'room for one completion, a deferred answer behind events': {
    ...SMALLEST,
    ticks: [[DEFERRED]],
    completionRing: 16,
    events: 2,
  },
  'room for one completion, a long answer behind an event': {
    ...SMALLEST,
    ticks: [[LONG]],
    completionRing: 16,
    events: 1,
  },
  'answers in buffers of their own': { ...SMALLEST, ticks: [[SPILLED, SPILLED]], readsAll: true },
  'no room for spilled bytes': {
    ...SMALLEST,
    ticks: [[SPILLED, SPILLED]],
    maxSpilledBytes: 0,
    readsAll: true,
  },
  'no room for spilled bytes, results in slices': {
    ...SMALLEST,
    ticks: [[SLICED, SLICED]],
    maxSpilledBytes: 0,
    readsAll: true,
  },
  'no room for spilled bytes, and none in the ring': {
    ...SMALLEST,
    ticks: [[SPILLED]],
    completionRing: 32,
    maxSpilledBytes: 0,
    events: 2,
  },
} as const satisfies Record<string, Scenario>;

/** Too large to be searched to its end each time; a mistake is found long before that. */
const FOUR_EVENTS: Scenario = { ...SMALLEST, ticks: [], completionRing: 16, events: 4 };

const SPILLS_BEHIND_EVENTS: Scenario = {
  ...SMALLEST,
  ticks: [[SPILLED, PLAIN]],
  maxSpilledBytes: 0,
  events: 2,
  readsAll: true,
};

/** A mistake, and a world in which it is found. */
export interface Mistake {
  readonly what: string;
  readonly change: Change;
  readonly foundIn: Scenario;
}

const edit = (module: string, find: string, replace: string): Edit => ({ module, find, replace });

export const MISTAKES: readonly Mistake[] = [
  {
    what: 'row 13: no flush when all that was written is held back',
    change: { edits: [edit('thread/duty-cycle', ' || this.completions.isCongested)', ')')] },
    foundIn: SCENARIOS['room for one completion, a long answer behind an event'],
  },
  {
    what: 'row 14: what is put aside by a resumed connection is forgotten',
    change: { forgetsDeferred: true },
    foundIn: SCENARIOS['room for one completion, a deferred answer behind events'],
  },
  {
    what: 'parking without a second look',
    change: { edits: [edit('ring/doorbell', 'if (consumer.isEmpty())', 'if (true)')] },
    foundIn: SCENARIOS['two calls in one tick, a signal that nobody sent'],
  },
  {
    what: 'parking with the look first',
    change: {
      edits: [
        edit('ring/doorbell', 'consumer.declareParked();', 'const isEmpty = consumer.isEmpty();'),
        edit('ring/doorbell', 'if (consumer.isEmpty())', 'consumer.declareParked(); if (isEmpty)'),
      ],
    },
    foundIn: SCENARIOS['room for one completion, two events'],
  },
  {
    what: 'starving without a second look',
    change: { edits: [edit('ring/doorbell', 'if (!producer.hasRoomFor(payloadLength))', 'if (true)')] },
    foundIn: SCENARIOS['room for one completion, calls completed at once'],
  },
  {
    what: 'starving with the look first',
    change: {
      edits: [
        edit(
          'ring/doorbell',
          'producer.declareStarved();',
          'const hasRoom = producer.hasRoomFor(payloadLength);',
        ),
        edit(
          'ring/doorbell',
          'if (!producer.hasRoomFor(payloadLength))',
          'producer.declareStarved(); if (!hasRoom)',
        ),
      ],
    },
    foundIn: SCENARIOS['room for one completion, calls completed at once'],
  },
  {
    what: 'the caller signals before it publishes',
    change: {
      edits: [
        edit(
          'shard/request-sender',
          `if (!this.producer.publish())
            return;
        if (takeParked(this.producer))`,
          `const parked = takeParked(this.producer);
        if (!this.producer.publish())
            return;
        if (parked)`,
        ),
      ],
    },
    foundIn: SCENARIOS['room for one request, and no answer'],
  },
  {
    what: 'the thread signals before it publishes',
    change: {
      edits: [
        edit(
          'thread/completion-writer',
          `if (!this.#producer.publish())
            return published;
        if (takeParked(this.#producer))`,
          `const parked = takeParked(this.#producer);
        if (!this.#producer.publish())
            return published;
        if (parked)`,
        ),
      ],
    },
    foundIn: SCENARIOS['room for one completion, two events'],
  },
  {
    what: 'the thread asks who starves before it gives room back',
    change: {
      edits: [
        edit(
          'thread/duty-cycle',
          'const requests = this.#consumer.drain(this);',
          'const starved = this.#consumer.takeStarved(); const requests = this.#consumer.drain(this);',
        ),
        edit('thread/duty-cycle', 'requests > 0 && this.#consumer.takeStarved()', 'starved'),
      ],
    },
    foundIn: SCENARIOS['room for one request, and no answer'],
  },
  {
    what: 'the caller asks who starves before it gives room back',
    change: {
      edits: [
        edit(
          'shard/completion-drain',
          'budget.begin(share);',
          'const starved = this.consumer.takeStarved(); budget.begin(share);',
        ),
        edit(
          'shard/completion-drain',
          'budget.end();\n            this.#tellRoom();',
          'budget.end(); if (starved) this.#sender.signal();',
        ),
      ],
    },
    foundIn: SCENARIOS['room for one completion, three events'],
  },
  {
    what: 'the caller takes the flag of who starves and tells nobody',
    change: {
      edits: [
        edit(
          'shard/completion-drain',
          'if (this.consumer.takeStarved())',
          'if (this.consumer.takeStarved() && false)',
        ),
      ],
    },
    foundIn: SCENARIOS['room for one completion, two events'],
  },
  {
    what: 'a thread that made room for requests tells nobody',
    change: { edits: [edit('thread/duty-cycle', 'requests > 0 && this.#consumer.takeStarved()', 'false')] },
    foundIn: SCENARIOS['room for one request, and no answer'],
  },
  {
    what: 'the queue is not looked at when there is room again',
    change: { edits: [edit('shard/completion-drain', 'if (this.#sender.queued > 0)', 'if (false)')] },
    foundIn: SCENARIOS['room for one request, and no answer'],
  },
  {
    what: 'a full ring is left to a thread that sleeps',
    change: {
      edits: [
        edit(
          'shard/request-sender',
          `if (takeParked(this.producer))
                        this.signal();`,
          '',
        ),
      ],
    },
    foundIn: SCENARIOS['room for one request'],
  },
  {
    what: 'a full ring is left to a caller that sleeps',
    change: {
      edits: [
        edit(
          'thread/completion-writer',
          `if (takeParked(this.#producer))
            this.#caller.signal();`,
          '',
        ),
      ],
    },
    foundIn: SCENARIOS['room for one completion, two events'],
  },
  {
    what: 'the thread parks without asking whether it could resume',
    change: { edits: [edit('thread/duty-cycle', 'polls || this.#canResume() ||', 'polls ||')] },
    foundIn: FOUR_EVENTS,
  },
  {
    what: 'a thread with room again does not resume',
    change: { edits: [edit('thread/duty-cycle', 'if (this.#canResume()) {', 'if (false) {')] },
    foundIn: SCENARIOS['room for one completion, two events'],
  },
  {
    what: 'what a resumed connection completed is not flushed',
    change: {
      edits: [
        edit(
          'thread/duty-cycle',
          `this.#agent.resume();
                this.completions.flush();`,
          'this.#agent.resume();',
        ),
      ],
    },
    foundIn: SCENARIOS['room for one completion, three events'],
  },
  {
    what: 'the thread parks although the agent has work',
    change: { edits: [edit('thread/duty-cycle', ' || this.#agent.hasWork() || !park', ' || !park')] },
    foundIn: SCENARIOS['room for one completion, a long answer behind an event'],
  },
  {
    what: 'the thread takes a turn of its loop that is over for one still to come',
    change: {
      edits: [
        edit('thread/duty-cycle', 'this.#immediate = undefined;\n            this.cycle();', 'this.cycle();'),
      ],
    },
    foundIn: SCENARIOS['room for one completion, a long answer behind an event'],
  },
  {
    what: 'a younger completion overtakes those held back, which nobody flushes',
    change: {
      edits: [
        edit(
          'thread/completion-writer',
          `if (this.#heldBack.length > 0)
            this.#writeHeldBack();`,
          'if (this.#heldBack.length > 1) this.#writeHeldBack();',
        ),
      ],
    },
    foundIn: SCENARIOS['room for one completion, calls completed at once'],
  },
  {
    what: 'a thread that waits for spilled bytes to be taken does not say so',
    change: { edits: [edit('thread/completion-writer', 'this.#producer.declareStarved();', ';')] },
    foundIn: SCENARIOS['no room for spilled bytes'],
  },
  {
    what: 'a thread that waits for spilled bytes says so before it waits for room, which takes it back',
    change: {
      edits: [
        edit(
          'thread/completion-writer',
          'if (this.#heldBack.length > 0)\n            this.#writeHeldBack();',
          'if (this.#spills.isSpent) this.#producer.declareStarved(); if (this.#heldBack.length > 0) this.#writeHeldBack();',
        ),
        edit(
          'thread/completion-writer',
          'if (this.#spills.isSpent)\n            this.#producer.declareStarved();',
          '',
        ),
      ],
    },
    foundIn: SPILLS_BEHIND_EVENTS,
  },
  {
    what: 'the caller asks who starves before it says what it has taken',
    change: {
      edits: [
        edit(
          'shard/completion-drain',
          'if (this.#taken !== this.#toldTaken)',
          'const starved = this.consumer.takeStarved(); if (this.#taken !== this.#toldTaken)',
        ),
        edit('shard/completion-drain', 'if (this.consumer.takeStarved())', 'if (starved)'),
      ],
    },
    foundIn: SCENARIOS['no room for spilled bytes, results in slices'],
  },
  {
    what: 'the caller tells nobody that it has finished a result in slices',
    change: {
      edits: [
        edit(
          'shard/completion-drain',
          'this.#take(units);\n            this.#tellRoom();',
          'this.#take(units);',
        ),
      ],
    },
    foundIn: SCENARIOS['no room for spilled bytes, results in slices'],
  },
  {
    what: 'a call given up while it was queued keeps its slot',
    change: {
      edits: [edit('shard/request-sender', 'this.#slots.resolve(next.slot, undefined);', '')],
    },
    foundIn: SCENARIOS['room for one request, a call is given up'],
  },
];

/** Changes that only cost something: a signal too many, which finds nothing to do. */
export const HARMLESS: readonly { readonly what: string; readonly change: Change }[] = [
  {
    what: 'a side that found records on its second look leaves its flag up',
    change: { edits: [edit('ring/doorbell', 'consumer.clearParked();', '')] },
  },
  {
    what: 'a side that found room on its second look leaves its flag up',
    change: { edits: [edit('ring/doorbell', 'producer.clearStarved();', '')] },
  },
  {
    what: 'a producer that signals leaves the flag of the sleeper up',
    change: {
      edits: [edit('ring/doorbell', ' && Atomics.exchange(words, PARKED_INDEX, 0) === 1', '')],
    },
  },
];
