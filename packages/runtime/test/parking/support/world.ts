import type * as Controls from '../../../src/ring/control-block.js';
import type * as Slices from '../../../src/protocol/sliced-result.js';
import type * as Rings from '../../../src/ring/one-to-one-ring.js';
import type * as Drains from '../../../src/shard/completion-drain.js';
import type * as Senders from '../../../src/shard/request-sender.js';
import type * as Tables from '../../../src/shard/slot-table.js';
import type * as Cycles from '../../../src/thread/duty-cycle.js';
import { BuiltModules, type Edit } from '../../support/stepped/built-modules.js';
import { LocalStateKeeper } from '../../support/stepped/local-state.js';
import { Replay } from '../../support/stepped/replay.js';
import type { Operation, Side, SteppedWorld } from '../../support/stepped/search.js';
import { ModelAgent } from './model-agent.js';
import { Kind, type Scenario } from './scenario.js';
import { SteppedMemory } from './stepped-memory.js';

/**
 * What is under way between the sides, apart from the memory. A signal on its way swallows the next one. Real ones are all
 * delivered, but nothing may depend on the second: this finds more.
 */
interface Underway {
  signalsToCaller: number;
  signalsToThread: number;
  /** Bytes of each buffer at the caller's spill port. */
  spills: number[];
  spuriousLeft: number;
}

/** What both sides see. */
interface Shared {
  readonly memory: Int32Array;
  readonly underway: Underway;
}

interface Loop {
  immediates: (() => void)[];
  ticks: (() => void)[];
  polls: boolean;
}

/** Completions that a slice of the caller's takes. */
const SLICE = 2;

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
export class World implements SteppedWorld<Shared> {
  readonly sides = ['caller', 'thread'] as const;
  readonly replay: Replay<Shared> = new Replay(() => this.save());
  readonly #memory = new SteppedMemory(this.replay);
  readonly #underway: Underway;
  readonly #caller: Side;
  readonly #thread: Side;
  /** What the loop of each side is to run. */
  readonly #loops = { caller: newLoop(), thread: newLoop() };
  readonly #scenario: Scenario;
  readonly #calls = { made: 0, settled: 0, ticks: 0, abortsLeft: 0, events: 0 };
  #active!: Loop;
  readonly #slots: Tables.SlotTable<{ flags: number }>;
  readonly #agent: ModelAgent;

  constructor(scenario: Scenario, edits: readonly Edit[] = [], forgetsDeferred = false) {
    this.#scenario = scenario;
    this.#calls.abortsLeft = scenario.aborts ?? 0;
    this.#underway = {
      signalsToCaller: 0,
      signalsToThread: 0,
      spills: [],
      spuriousLeft: scenario.spuriousSignals ?? 0,
    };
    const modules = this.#modules(edits);
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
    const { replay } = this;
    const underway = this.#underway;
    const control = ControlBlock.create();
    const requests = OneToOneRing.create(scenario.requestRing ?? 64);
    const completions = OneToOneRing.create(scenario.completionRing ?? 32);
    this.#memory.name(control.buffer, 'control');
    this.#memory.name(requests.buffer, 'requests');
    this.#memory.name(completions.buffer, 'completions');
    const isShared = (value: object): boolean =>
      value instanceof OneToOneRing || value instanceof ControlBlock || this.#memory.isMemory(value);

    // The caller.
    this.#active = this.#loops.caller;
    const slots = (this.#slots = new SlotTable<{ flags: number }>());
    const events = { onControl: () => undefined, onEvent: () => void this.#calls.events++ };
    const agentHost = {
      signal: () => void replay.access('signal the thread', 1, () => (underway.signalsToThread = 1)),
      takeSpilled: () => {
        const length = replay.plain(() => underway.spills.shift() ?? -1);
        return length < 0 ? undefined : new ArrayBuffer(length);
      },
    };
    let drain!: InstanceType<typeof CompletionDrain<{ flags: number }>>;
    const strategy = { keepPolling: () => this.#active.polls };
    this.#caller = replay.unstepped(() => {
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
        operations: this.#callerOperations(drain, sender, slots),
        local: new LocalStateKeeper(
          [drain, sender, slots, this.#loops.caller, this.#calls],
          ONLY_COUNTED,
          isShared,
        ),
      };
    });

    // The thread.
    this.#active = this.#loops.thread;
    let agent!: ModelAgent;
    const callerPort = {
      signal: () => void replay.access('signal the caller', 1, () => (underway.signalsToCaller = 1)),
      spill: (buffer: ArrayBuffer) => void replay.plain(() => underway.spills.push(buffer.byteLength)),
      takeSpilled: () => undefined,
      started: () => undefined,
      ended: () => undefined,
    };
    this.#thread = replay.unstepped(() => {
      const cycle = new DutyCycle(
        { control: control.buffer, requests: requests.buffer, completions: completions.buffer },
        {
          lingerMicros: 0,
          callerStallTimeoutMillis: 1,
          maxSpilledBytes: scenario.maxSpilledBytes ?? 2 ** 25,
        },
        callerPort,
        (port) => (agent = new ModelAgent(port, forgetsDeferred)),
      );
      cycle.start();
      return {
        operations: this.#threadOperations(cycle, agent),
        local: new LocalStateKeeper([cycle, agent.state, this.#loops.thread], ONLY_COUNTED, isShared),
      };
    });
    this.#agent = agent;
  }

  side(name: string): Side {
    return name === 'caller' ? this.#caller : this.#thread;
  }

  save(): Shared {
    return { memory: this.#memory.save(), underway: copyOf(this.#underway) };
  }

  restore({ memory, underway }: Shared): void {
    this.#memory.restore(memory);
    Object.assign(this.#underway, copyOf(underway));
  }

  keyOf({ memory, underway }: Shared): string {
    const { signalsToCaller, signalsToThread, spuriousLeft, spills } = underway;
    return `${memory.join()} ${signalsToCaller} ${signalsToThread} ${spuriousLeft} ${spills.length}`;
  }

  /** Runs what a side does in one go: an operation and what it left for the end of the tick. */
  run(side: string, operation: Operation): void {
    const isCaller = side === 'caller';
    const loop = (this.#active = isCaller ? this.#loops.caller : this.#loops.thread);
    this.#memory.ownFlagLook = isCaller ? 'load completions.parked' : 'load requests.parked';
    operation.run();
    for (let tick = loop.ticks.shift(); tick !== undefined; tick = loop.ticks.shift()) tick();
    loop.polls = false;
  }

  takeWrong(): undefined {
    return undefined;
  }

  atRest(willMove: boolean): { isSettled: boolean; wrong: undefined } {
    return { isSettled: !willMove && this.#isDelivered, wrong: undefined };
  }

  /** Everything the caller asked for so far has come back, and its slot with it; every event is seen. */
  get #isDelivered(): boolean {
    const { made, settled, events } = this.#calls;
    const { silent, events: sent } = this.#agent.state;
    return settled === made - silent.length && this.#slots.inFlight === silent.length && events === sent;
  }

  #modules(edits: readonly Edit[]): BuiltModules {
    class Budget {
      readonly begun = 0;
      readonly batch = SLICE;
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
        Atomics: this.#memory.atomics,
        wordsOf: this.#memory.wordsOf,
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
    const { ticks = [] } = this.#scenario;
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
        run: call,
      },
      {
        name: 'gives a call up',
        isOptional: true,
        isEnabled: () => calls.abortsLeft > 0 && slots.inFlight > 0,
        run: abort,
      },
      ...this.#common('signalsToCaller', this.#loops.caller, () => drain.onSignal()),
    ];
  }

  #threadOperations(cycle: Cycles.DutyCycle, agent: ModelAgent): Operation[] {
    const { state } = agent;
    const { events = 0, ticks = [] } = this.#scenario;
    const answered = ticks.flat().filter((kind) => kind !== Kind.SILENT && kind !== Kind.AT_ONCE).length;
    const reads = (name: string, count: () => number): Operation => ({
      name,
      isOptional: false,
      isEnabled: () => !state.isPaused && state.events === events && state.sent.length >= count(),
      run: () => agent.read(count()),
    });
    const one = this.#scenario.readsAll === true ? [] : [reads('reads one answer', () => 1)];
    const least = one.length + 1;
    const eventsCome: Operation = {
      name: 'reads events',
      isOptional: false,
      isEnabled: () => !state.isPaused && state.events < events && state.sent.length === answered,
      run: () => agent.readEvents(events),
    };
    return [
      eventsCome,
      ...one,
      reads('reads all answers', () => Math.max(least, state.sent.length)),
      ...this.#common('signalsToThread', this.#loops.thread, () => cycle.onSignal()),
    ];
  }

  /** Signals and immediates. */
  #common(signals: 'signalsToCaller' | 'signalsToThread', loop: Loop, onSignal: () => void): Operation[] {
    const underway = this.#underway;
    const immediate = (): void => loop.immediates.shift()?.();
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
        isEnabled: () => loop.immediates.length > 0,
        run: immediate,
      },
    ];
    if (this.#scenario.polls !== true) return operations;
    const polling = operations.map((operation): Operation => ({
      ...operation,
      name: `${operation.name}, and polls`,
      isOptional: true,
      run: () => {
        loop.polls = true;
        operation.run();
      },
    }));
    return [...operations, ...polling];
  }
}

function newLoop(): Loop {
  return { immediates: [], ticks: [], polls: false };
}

function copyOf(underway: Underway): Underway {
  return { ...underway, spills: [...underway.spills] };
}
