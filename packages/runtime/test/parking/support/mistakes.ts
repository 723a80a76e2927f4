import type { Edit } from '../../support/stepped/built-modules.js';
import { Kind, type Scenario } from './scenario.js';

const { PLAIN, AT_ONCE, DEFERRED, LONG, SPILLED, SILENT, SLICED } = Kind;

/** The worlds that are searched. Each is the smallest that has what its name says. */
export const SCENARIOS = {
  'two calls in one tick, a signal that nobody sent': { ticks: [[PLAIN, PLAIN]], spuriousSignals: 1 },
  'two calls in two ticks': { ticks: [[PLAIN], [PLAIN]] },
  'two calls, either side may poll': { ticks: [[PLAIN, PLAIN]], polls: true },
  'room for one request': { ticks: [[PLAIN, PLAIN]], requestRing: 32 },
  'room for one request, and no answer': { ticks: [[SILENT, SILENT]], requestRing: 32, spuriousSignals: 1 },
  'room for one request, a call is given up': { ticks: [[SILENT, SILENT]], requestRing: 32, aborts: 1 },
  'room for one completion, calls completed at once': { ticks: [[AT_ONCE, AT_ONCE]], completionRing: 16 },
  'room for one completion, two events': { completionRing: 16, events: 2 },
  'room for one completion, three events': { completionRing: 16, events: 3 },
  'room for one completion, a deferred answer behind events': {
    ticks: [[DEFERRED]],
    completionRing: 16,
    events: 2,
  },
  'room for one completion, a long answer behind an event': {
    ticks: [[LONG]],
    completionRing: 16,
    events: 1,
  },
  'answers in buffers of their own': { ticks: [[SPILLED, SPILLED]], readsAll: true },
  'no room for spilled bytes': { ticks: [[SPILLED, SPILLED]], maxSpilledBytes: 0, readsAll: true },
  'no room for spilled bytes, results in slices': {
    ticks: [[SLICED, SLICED]],
    maxSpilledBytes: 0,
    readsAll: true,
  },
  'no room for spilled bytes, and none in the ring': {
    ticks: [[SPILLED]],
    completionRing: 32,
    maxSpilledBytes: 0,
    events: 2,
  },
} as const satisfies Record<string, Scenario>;

/** Too large to be searched to its end each time; a mistake is found long before that. */
const FOUR_EVENTS: Scenario = { completionRing: 16, events: 4 };

const SPILLS_BEHIND_EVENTS: Scenario = {
  ticks: [[SPILLED, PLAIN]],
  maxSpilledBytes: 0,
  events: 2,
  readsAll: true,
};

/** A mistake, and a world in which it is found. */
interface Mistake {
  readonly what: string;
  readonly edits: readonly Edit[];
  /** What the agent does not see, though the built code is as it is: as it was before row 14. */
  readonly forgetsDeferred?: boolean;
  readonly foundIn: Scenario;
}

const edit = (module: string, find: string, replace: string): Edit => ({ module, find, replace });
const cycle = edit.bind(undefined, 'thread/duty-cycle');
const doorbell = edit.bind(undefined, 'ring/doorbell');
const drain = edit.bind(undefined, 'shard/completion-drain');
const sender = edit.bind(undefined, 'shard/request-sender');
const writer = edit.bind(undefined, 'thread/completion-writer');

function found(foundIn: Scenario, changes: Readonly<Record<string, readonly Edit[]>>): Mistake[] {
  return Object.entries(changes).map(([what, edits]) => ({ what, edits, foundIn }));
}

/** Mistakes, by the world in which each is found. */
export const MISTAKES: readonly Mistake[] = [
  ...found(SCENARIOS['room for one completion, a long answer behind an event'], {
    'row 13: no flush when all that was written is held back': [
      cycle(' || this.completions.isCongested)', ')'),
    ],
    'the thread parks although the agent has work': [
      cycle(' || this.#agent.hasWork() || !park', ' || !park'),
    ],
    'the thread takes a turn of its loop that is over for one still to come': [
      cycle('this.#immediate = undefined;\n            this.cycle();', 'this.cycle();'),
    ],
  }),
  {
    what: 'row 14: what is put aside by a resumed connection is forgotten',
    edits: [],
    forgetsDeferred: true,
    foundIn: SCENARIOS['room for one completion, a deferred answer behind events'],
  },
  ...found(SCENARIOS['two calls in one tick, a signal that nobody sent'], {
    'parking without a second look': [doorbell('if (consumer.isEmpty())', 'if (true)')],
  }),
  ...found(SCENARIOS['room for one completion, two events'], {
    'parking with the look first': [
      doorbell('consumer.declareParked();', 'const isEmpty = consumer.isEmpty();'),
      doorbell('if (consumer.isEmpty())', 'consumer.declareParked(); if (isEmpty)'),
    ],
    'the thread signals before it publishes': [
      writer(
        `if (!this.#producer.publish())
            return published;
        if (takeParked(this.#producer))`,
        `const parked = takeParked(this.#producer);
        if (!this.#producer.publish())
            return published;
        if (parked)`,
      ),
    ],
    'the caller takes the flag of who starves and tells nobody': [
      drain('if (this.consumer.takeStarved())', 'if (this.consumer.takeStarved() && false)'),
    ],
    'a full ring is left to a caller that sleeps': [
      writer(
        `if (takeParked(this.#producer))
            this.#caller.signal();`,
        '',
      ),
    ],
    'a thread with room again does not resume': [cycle('if (this.#canResume()) {', 'if (false) {')],
  }),
  ...found(SCENARIOS['room for one completion, calls completed at once'], {
    'starving without a second look': [doorbell('if (!producer.hasRoomFor(payloadLength))', 'if (true)')],
    'starving with the look first': [
      doorbell('producer.declareStarved();', 'const hasRoom = producer.hasRoomFor(payloadLength);'),
      doorbell('if (!producer.hasRoomFor(payloadLength))', 'producer.declareStarved(); if (!hasRoom)'),
    ],
    'a younger completion overtakes those held back, which nobody flushes': [
      writer(
        `if (this.#heldBack.length > 0)
            this.#writeHeldBack();`,
        'if (this.#heldBack.length > 1) this.#writeHeldBack();',
      ),
    ],
  }),
  ...found(SCENARIOS['room for one request, and no answer'], {
    'the caller signals before it publishes': [
      sender(
        `if (!this.producer.publish())
            return;
        if (takeParked(this.producer))`,
        `const parked = takeParked(this.producer);
        if (!this.producer.publish())
            return;
        if (parked)`,
      ),
    ],
    'the thread asks who starves before it gives room back': [
      cycle(
        'const requests = this.#consumer.drain(this);',
        'const starved = this.#consumer.takeStarved(); const requests = this.#consumer.drain(this);',
      ),
      cycle('requests > 0 && this.#consumer.takeStarved()', 'starved'),
    ],
    'a thread that made room for requests tells nobody': [
      cycle('requests > 0 && this.#consumer.takeStarved()', 'false'),
    ],
    'the queue is not looked at when there is room again': [
      drain('if (this.#sender.queued > 0)', 'if (false)'),
    ],
  }),
  ...found(SCENARIOS['room for one completion, three events'], {
    'the caller asks who starves before it gives room back': [
      drain('budget.begin(share);', 'const starved = this.consumer.takeStarved(); budget.begin(share);'),
      drain(
        'budget.end();\n            this.#tellRoom();',
        'budget.end(); if (starved) this.#sender.signal();',
      ),
    ],
    'what a resumed connection completed is not flushed': [
      cycle(
        `this.#agent.resume();
                this.completions.flush();`,
        'this.#agent.resume();',
      ),
    ],
  }),
  ...found(SCENARIOS['room for one request'], {
    'a full ring is left to a thread that sleeps': [
      sender(
        `if (takeParked(this.producer))
                        this.signal();`,
        '',
      ),
    ],
  }),
  ...found(FOUR_EVENTS, {
    'the thread parks without asking whether it could resume': [
      cycle('polls || this.#canResume() ||', 'polls ||'),
    ],
  }),
  ...found(SCENARIOS['no room for spilled bytes'], {
    'a thread that waits for spilled bytes to be taken does not say so': [
      writer('this.#producer.declareStarved();', ';'),
    ],
  }),
  ...found(SPILLS_BEHIND_EVENTS, {
    'a thread that waits for spilled bytes says so before it waits for room, which takes it back': [
      writer(
        'if (this.#heldBack.length > 0)\n            this.#writeHeldBack();',
        'if (this.#spills.isSpent) this.#producer.declareStarved(); if (this.#heldBack.length > 0) this.#writeHeldBack();',
      ),
      writer('if (this.#spills.isSpent)\n            this.#producer.declareStarved();', ''),
    ],
  }),
  ...found(SCENARIOS['no room for spilled bytes, results in slices'], {
    'the caller asks who starves before it says what it has taken': [
      drain(
        'if (this.#taken !== this.#toldTaken)',
        'const starved = this.consumer.takeStarved(); if (this.#taken !== this.#toldTaken)',
      ),
      drain('if (this.consumer.takeStarved())', 'if (starved)'),
    ],
    'the caller tells nobody that it has finished a result in slices': [
      drain('this.#take(units);\n            this.#tellRoom();', 'this.#take(units);'),
    ],
  }),
  ...found(SCENARIOS['room for one request, a call is given up'], {
    'a call given up while it was queued keeps its slot': [
      sender('this.#slots.resolve(next.slot, undefined);', ''),
    ],
  }),
];

/** Changes that only cost something: a signal too many, which finds nothing to do. */
export const HARMLESS: Readonly<Record<string, readonly Edit[]>> = {
  'a side that found records on its second look leaves its flag up': [
    doorbell('consumer.clearParked();', ''),
  ],
  'a side that found room on its second look leaves its flag up': [doorbell('producer.clearStarved();', '')],
  'a producer that signals leaves the flag of the sleeper up': [
    doorbell(' && Atomics.exchange(words, PARKED_INDEX, 0) === 1', ''),
  ],
};
