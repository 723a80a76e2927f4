import type * as Controls from '../../../src/ring/control-block.js';
import type * as Slices from '../../../src/protocol/sliced-result.js';
import type * as Rings from '../../../src/ring/one-to-one-ring.js';
import type * as Drains from '../../../src/shard/completion-drain.js';
import type * as Senders from '../../../src/shard/request-sender.js';
import type * as Tables from '../../../src/shard/slot-table.js';
import type * as Cycles from '../../../src/thread/duty-cycle.js';
import { BuiltModules, type Edit } from '../../support/stepped/built-modules.js';
import { LocalStateKeeper } from '../../support/stepped/local-state.js';
import { ModelAgent } from './model-agent.js';
import { Kind, type Change, type Scenario } from './scenario.js';
import { Stepper } from './stepper.js';

/**
 * What is under way between the sides, apart from the memory. A signal on its way swallows the next one. Real ones are all
 * delivered, but nothing may depend on the second: this finds more.
 */
export interface Underway {
  signalsToCaller: number;
  signalsToThread: number;
  /** Bytes of each buffer at the caller's spill port. */
  spills: number[];
  spuriousLeft: number;
}

/** Something a side may begin when it is doing nothing. */
export interface Operation {
  readonly name: string;
  /** Nobody relies on it: it may never happen. */
  readonly isOptional: boolean;
  isEnabled(): boolean;
  /** Its effect on what is under way; together with the first step. */
  take(): void;
  run(): void;
}

export interface Side {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly local: LocalStateKeeper;
  /** What its loop is to run. */
  readonly loop: Loop;
}

interface Loop {
  immediates: (() => void)[];
  ticks: (() => void)[];
  polls: boolean;
}

const NO_MESSAGE = { timeoutMillis: 0, target: 0, length: 0 };

/** Rings of a few records, and a table of a few slots: smaller than the real ones may be. */
const SMALL: readonly Edit[] = [
  { module: 'ring/layout', find: 'MIN_CAPACITY = 1024', replace: 'MIN_CAPACITY = 16' },
  { module: 'ring/ring-memory', find: 'capacity / 8 -', replace: 'Math.max(32, capacity / 2) -' },
  { module: 'ring/ring-memory', find: 'new Int32Array(buffer)', replace: 'wordsOf(buffer)' },
  { module: 'ring/control-block', find: 'new Int32Array(buffer)', replace: 'wordsOf(buffer)' },
  { module: 'shard/slot-table', find: 'INITIAL_SLOTS = 1024', replace: 'INITIAL_SLOTS = 8' },
];

/** Fields that nothing depends on. */
const ONLY_COUNTED = [
  'operations',
  'wakeupsSent',
  '_drains',
  'wakeupsSuppressed',
  'spilled',
  '_header',
  '_highWater',
  '_idle',
] as const;

/** The two sides of a shard as they are built, on one thread, over memory whose every access is a step. */
export class World {
  readonly stepper: Stepper = new Stepper();
  readonly underway: Underway;
  readonly caller: Side;
  readonly thread: Side;
  readonly #scenario: Scenario;
  readonly #calls = { made: 0, settled: 0, ticks: 0, abortsLeft: 0, events: 0 };
  #active!: Loop;
  readonly #slots: Tables.SlotTable<{ flags: number }>;
  readonly #agent: ModelAgent;

  constructor(scenario: Scenario, change: Change) {
    this.#scenario = scenario;
    this.#calls.abortsLeft = scenario.aborts ?? 0;
    this.underway = {
      signalsToCaller: 0,
      signalsToThread: 0,
      spills: [],
      spuriousLeft: scenario.spuriousSignals ?? 0,
    };
    const modules = this.#modules(change.edits ?? []);
    const { OneToOneRing } = modules.load('ring/one-to-one-ring') as typeof Rings;
    const { ControlBlock } = modules.load('ring/control-block') as typeof Controls;
    const { SlotTable } = modules.load('shard/slot-table') as typeof Tables;
    const { RequestSender } = modules.load('shard/request-sender') as typeof Senders;
    const { CompletionDrain } = modules.load('shard/completion-drain') as typeof Drains;
    const { DutyCycle } = modules.load('thread/duty-cycle') as typeof Cycles;
    modules.checkEdits();

    const { SlicedResult } = modules.load('protocol/sliced-result') as typeof Slices;
    class Sliced extends SlicedResult {
      readonly value = undefined;
      readonly advance = (): boolean => true;
    }
    const protocol = {
      read: () => undefined,
      readSpilled: (_kind: number, _buffers: unknown, { flags }: { flags: number }) =>
        flags === Kind.SLICED ? new Sliced() : undefined,
      readError: () => undefined,
      makeError: (_: string, message: string) => new Error(message),
    };
    const { stepper, underway } = this;
    const control = ControlBlock.create();
    const requests = OneToOneRing.create(scenario.requestRing);
    const completions = OneToOneRing.create(scenario.completionRing);
    stepper.name(control.buffer, 'control');
    stepper.name(requests.buffer, 'requests');
    stepper.name(completions.buffer, 'completions');
    const isShared = (value: object): boolean =>
      value instanceof OneToOneRing || value instanceof ControlBlock || stepper.isMemory(value);

    // The caller.
    const callerLoop = (this.#active = newLoop());
    const slots = (this.#slots = new SlotTable<{ flags: number }>());
    const events = { onControl: () => undefined, onEvent: () => void this.#calls.events++ };
    const agentHost = {
      signal: () => void stepper.access('signal the thread', () => (underway.signalsToThread = 1)),
      takeSpilled: () => {
        const length = stepper.plain(() => underway.spills.shift() ?? -1);
        return length < 0 ? undefined : new ArrayBuffer(length);
      },
    };
    let drain!: InstanceType<typeof CompletionDrain<{ flags: number }>>;
    const strategy = { keepPolling: () => this.#active.polls };
    this.caller = stepper.unstepped(() => {
      const sender = new RequestSender(requests, slots, agentHost as never, () => drain.onPublished());
      drain = new CompletionDrain({
        ring: completions,
        control,
        slots,
        protocol: protocol as never,
        host: agentHost as never,
        sender,
        waitStrategy: strategy,
        events,
        name: 'world',
      });
      return {
        name: 'caller',
        operations: this.#callerOperations(drain, sender, slots),
        local: new LocalStateKeeper([drain, sender, slots, callerLoop, this.#calls], ONLY_COUNTED, isShared),
        loop: callerLoop,
      };
    });

    // The thread.
    const threadLoop = (this.#active = newLoop());
    let agent!: ModelAgent;
    const callerPort = {
      signal: () => void stepper.access('signal the caller', () => (underway.signalsToCaller = 1)),
      spill: (buffer: ArrayBuffer) => void stepper.plain(() => underway.spills.push(buffer.byteLength)),
      takeSpilled: () => undefined,
      started: () => undefined,
      ended: () => undefined,
    };
    this.thread = stepper.unstepped(() => {
      const cycle = new DutyCycle(
        { control: control.buffer, requests: requests.buffer, completions: completions.buffer },
        {
          lingerMicros: 0,
          callerStallTimeoutMillis: 1,
          maxSpilledBytes: scenario.maxSpilledBytes ?? 2 ** 25,
        },
        callerPort,
        (port) => (agent = new ModelAgent(port, change)),
      );
      cycle.start();
      return {
        name: 'thread',
        operations: this.#threadOperations(cycle, agent),
        local: new LocalStateKeeper([cycle, agent.state, threadLoop], ONLY_COUNTED, isShared),
        loop: threadLoop,
      };
    });
    this.#agent = agent;
  }

  /** Everything the caller asked for so far has come back, and its slot with it; every event is seen. */
  get isDelivered(): boolean {
    const { made, settled, events } = this.#calls;
    const { silent, events: sent } = this.#agent.state;
    return settled === made - silent.length && this.#slots.inFlight === silent.length && events === sent;
  }

  /** Runs what a side does in one go: an operation and what it left for the end of the tick. */
  runOn({ loop, name }: Side, run: () => void): void {
    this.#active = loop;
    this.stepper.ownFlagLook = name === 'caller' ? 'load completions.parked' : 'load requests.parked';
    run();
    for (let tick = loop.ticks.shift(); tick !== undefined; tick = loop.ticks.shift()) tick();
    loop.polls = false;
  }

  #modules(edits: readonly Edit[]): BuiltModules {
    const { slice } = this.#scenario;
    class Budget {
      readonly begun = 0;
      readonly batch = slice;
      begin(): void {}
      end(): void {}
      take = (): boolean => false;
      isSpent = (): boolean => false;
    }
    class NoWatch {
      stop(): void {}
    }
    class NoCounters {
      count(): void {}
      set(): void {}
      get = (): number => 0;
    }
    class Buffers {
      take = (length: number): Buffer => Buffer.alloc(length);
      give(): void {}
    }
    const strategy = { keepPolling: () => this.#active.polls };
    return new BuiltModules(
      {
        Atomics: this.stepper.atomics,
        wordsOf: this.stepper.wordsOf,
        process: { versions: process.versions },
      },
      [...SMALL, ...edits],
      {
        'ring/counters': { Counters: NoCounters },
        // Time stands still, and what is due later is a step of the search.
        'shared/clock': {
          setImmediate: (run: () => void) => this.#active.immediates.push(run),
          nextTick: (run: () => void) => this.#active.ticks.push(run),
          monotonicNow: () => 0,
          commonNow: () => 0,
        },
        'waiting/ring-watchdog': { RingWatchdog: NoWatch },
        'waiting/wait-strategy': { parkAtOnce: strategy, Linger: NoWatch },
        'shard/drain-budget': { DrainBudget: Budget, Share: { OWN: 0, EQUAL: 1, ALL: 2 } },
        'shard/record-buffers': { RecordBuffers: Buffers },
        'thread/caller-watch': { CallerWatch: NoWatch },
      },
    );
  }

  #callerOperations(
    drain: Drains.CompletionDrain<{ flags: number }>,
    sender: Senders.RequestSender,
    slots: Tables.SlotTable<{ flags: number }>,
  ): Operation[] {
    const calls = this.#calls;
    const { ticks } = this.#scenario;
    const settle = (): void => {
      calls.settled++;
    };
    const call = (): void => {
      for (const kind of ticks[calls.ticks]) {
        const slot = slots.take(settle, settle, { flags: kind }, 0);
        calls.made++;
        const header = { slot, generation: slots.generationOf(slot), flags: kind, ...NO_MESSAGE };
        const offset = sender.claim(0);
        if (offset < 0) sender.enqueue(sender.request(header, sender.borrow(0)));
        else sender.commit(offset, header);
      }
      calls.ticks++;
    };
    const abort = (): void => {
      calls.abortsLeft--;
      const slot = [...slots.taken()].at(-1)!;
      const generation = slots.generationOf(slot);
      if (!slots.isPending(slot, generation)) return;
      slots.abandon(slot, undefined);
      sender.cancel(slot, generation);
    };
    return [
      {
        name: 'makes calls',
        isOptional: true,
        isEnabled: () => calls.ticks < ticks.length,
        take: () => undefined,
        run: call,
      },
      {
        name: 'gives a call up',
        isOptional: true,
        isEnabled: () => calls.abortsLeft > 0 && slots.inFlight > 0,
        take: () => undefined,
        run: abort,
      },
      ...this.#common(
        'signalsToCaller',
        () => this.caller.loop,
        () => drain.onSignal(),
      ),
    ];
  }

  #threadOperations(cycle: Cycles.DutyCycle, agent: ModelAgent): Operation[] {
    const { state } = agent;
    const { events = 0, ticks } = this.#scenario;
    const answered = ticks.flat().filter((kind) => kind !== Kind.SILENT && kind !== Kind.AT_ONCE).length;
    const reads = (name: string, count: () => number): Operation => ({
      name,
      isOptional: false,
      isEnabled: () => !state.isPaused && state.events === events && state.sent.length >= count(),
      take: () => undefined,
      run: () => agent.read(count()),
    });
    const one = this.#scenario.readsAll === true ? [] : [reads('reads one answer', () => 1)];
    const least = one.length + 1;
    const eventsCome: Operation = {
      name: 'reads events',
      isOptional: false,
      isEnabled: () => !state.isPaused && state.events < events && state.sent.length === answered,
      take: () => undefined,
      run: () => agent.readEvents(events),
    };
    return [
      eventsCome,
      ...one,
      reads('reads all answers', () => Math.max(least, state.sent.length)),
      ...this.#common(
        'signalsToThread',
        () => this.thread.loop,
        () => cycle.onSignal(),
      ),
    ];
  }

  /** Signals and immediates. */
  #common(
    signals: 'signalsToCaller' | 'signalsToThread',
    loopOf: () => Loop,
    onSignal: () => void,
  ): Operation[] {
    const { underway } = this;
    const immediate = (): void => loopOf().immediates.shift()?.();
    const operations: Operation[] = [
      {
        name: 'is signalled',
        isOptional: false,
        isEnabled: () => underway[signals] > 0,
        take: () => void underway[signals]--,
        run: onSignal,
      },
      {
        name: 'is signalled by nobody',
        isOptional: true,
        isEnabled: () => underway.spuriousLeft > 0,
        take: () => void underway.spuriousLeft--,
        run: onSignal,
      },
      {
        name: 'looks again',
        isOptional: false,
        isEnabled: () => loopOf().immediates.length > 0,
        take: () => undefined,
        run: immediate,
      },
    ];
    if (this.#scenario.polls !== true) return operations;
    const polling = operations.map((operation): Operation => ({
      ...operation,
      name: `${operation.name}, and polls`,
      isOptional: true,
      run: () => {
        loopOf().polls = true;
        operation.run();
      },
    }));
    return [...operations, ...polling];
  }
}

function newLoop(): Loop {
  return { immediates: [], ticks: [], polls: false };
}
