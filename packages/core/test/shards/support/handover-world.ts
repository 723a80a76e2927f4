import type { ToWorker } from '@offloop/contract';
import { SILENT_LOGGER } from '@offloop/tools';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { Leader, type LeaderParts } from '../../../src/client/leader.js';
import { ListenerRegistry } from '../../../src/objects/listeners/listener-registry.js';
import type { ShardsOptions } from '../../../src/shards/shard-settings.js';
import { Shards } from '../../../src/shards/shards.js';
import type { WorkerHandlers } from '../../../src/shards/worker-handlers.js';
import { ModelAgent } from './model-agent.js';
import { dueIn, now, tick, useFloor, type ModelledFloor, type SettingsOf } from './model-caller.js';

/** What happens in a scenario, each so often at most. */
export interface Scenario {
  readonly listeners: number;
  /** Changes that members tell listeners of. */
  readonly events: number;
  /** Calls that anybody may make, and those that need the thread, on one object. */
  readonly calls: number;
  readonly locks: number;
  /** Connections lost by each shard. */
  readonly losses: number;
  /** Deaths of the thread. */
  readonly deaths: number;
  /** Milliseconds that pass whenever timers run; 0: no wait comes to its end by itself. */
  readonly tickMillis: number;
}

/** A call on the object. */
interface Call {
  readonly shard: number;
  readonly lane: number;
  stage: 'waiting' | 'sent' | 'answered';
}

/** Somebody waits until calls have settled. */
interface Waiting {
  readonly calls: Set<Call>;
  readonly run: () => void;
}

const LOOP = 0;
const THREAD = 1;
const PLAIN = { needsThread: false, prefersThread: false, needsLoop: false };

/**
 * The client's half of a handover, which is the code under test, and models of what it talks to: two agents, the messages on their way,
 * a member with one connection to each of them. What happens next is chosen from outside.
 */
export class HandoverWorld implements ModelledFloor {
  settings!: SettingsOf;
  readonly calls: Call[] = [];
  readonly #scenario: Scenario;
  readonly #agents: readonly [ModelAgent, ModelAgent];
  readonly #shards: Shards<{ readonly flags: number }>;
  readonly #leader: Leader;
  readonly #handlers: WorkerHandlers;
  readonly #registry: ListenerRegistry;
  readonly #name = new ObjectName('object');
  /** What each listener has heard of. */
  readonly #heard: Set<number>[] = [];
  readonly #confirmed = new Set<number>();
  readonly #lifecycle: string[] = [];
  readonly #waiting = new Set<Waiting>();
  #events = 0;
  #deaths = 0;
  #locks = 0;
  /** Changes that a listener must hear of: it was confirmed, and the leader connected. */
  readonly #owed: (readonly [listener: number, happening: number])[] = [];
  #hasLed = LOOP;

  constructor(scenario: Scenario) {
    useFloor(this);
    this.#scenario = scenario;
    this.#agents = [new ModelAgent(scenario.losses), new ModelAgent(scenario.losses)];
    const options = { settings: {}, clientUuids: ['a', 'b'], shards: 2, isMixed: true };
    this.#shards = new Shards(options as unknown as ShardsOptions, {} as never, {} as never);
    this.#registry = new ListenerRegistry(
      {
        tellLeader: (message) => this.#shards.tellLeader(message),
        whenListening: (then) => this.#shards.whenListening(then),
        isStopped: false,
        carriesCalls: true,
      },
      SILENT_LOGGER,
      Infinity,
    );
    this.#leader = new Leader(this.#parts(), SILENT_LOGGER, () => undefined);
    this.#handlers = this.#leader.handlers() as WorkerHandlers;
    this.#shards.start();
  }

  // --- what may happen next -----------------------------------------------------------------------------------------

  get steps(): string[] {
    const { listeners, events, calls, locks, deaths } = this.#scenario;
    const steps: string[] = [];
    const add = (isEnabled: boolean, step: string): void => void (isEnabled && steps.push(step));
    add(this.#heard.length < listeners, 'listen');
    add(this.calls.length - this.#locks < calls, 'call');
    add(this.#locks < locks, 'lock');
    add(this.#events < events, 'event');
    add(this.#deaths < deaths && this.#agents[THREAD].isStarted, 'die');
    add(dueIn(this.#scenario.tickMillis) > 0, 'tick');
    for (const shard of [LOOP, THREAD]) {
      const { isConnected, losses, inbox, outbox, mayConnect } = this.#agents[shard];
      add(mayConnect, `connect ${shard}`);
      add(isConnected && losses > 0, `lose ${shard}`);
      add(inbox.length > 0, `take ${shard}`);
      add(outbox.length > 0, `hear ${shard}`);
      add(
        isConnected && this.calls.some((call) => call.shard === shard && call.stage === 'sent'),
        `answer ${shard}`,
      );
    }
    return steps;
  }

  take(step: string): void {
    const [what, number] = step.split(' ');
    const shard = Number(number);
    const isTold = this.#lifecycle.length;
    switch (what) {
      case 'listen':
        this.#listen();
        break;
      case 'call':
        this.#call(false);
        break;
      case 'lock':
        this.#locks++;
        this.#call(true);
        break;
      case 'event':
        this.#happen();
        break;
      case 'die':
        this.#die();
        break;
      case 'tick':
        tick(this.#scenario.tickMillis);
        break;
      case 'connect':
        this.#agents[shard].connect();
        break;
      case 'lose':
        this.#agents[shard].lose();
        break;
      case 'take':
        this.#agents[shard].takeMessage();
        break;
      case 'hear':
        this.#hear(shard);
        break;
      default:
        this.#answer(this.calls.find((call) => call.shard === shard && call.stage === 'sent')!);
    }
    this.#check(step, this.#lifecycle.slice(isTold));
  }

  /** What tells two worlds apart: whatever happens next, worlds of one key go on alike. */
  get key(): string {
    const { leader, connection, places } = this.#shards;
    return JSON.stringify([
      this.#agents.map(({ registrations, ...rest }) => [...registrations, rest]),
      this.calls,
      this.#heard.map((heard) => [...heard]),
      [...this.#confirmed],
      this.#lifecycle.at(-1),
      [leader, connection.isConnected, places!.hasThread, this.#hasLed, this.#name.hold !== undefined],
      [this.#events, this.#deaths, this.#locks, this.#owed, dueIn(this.#scenario.tickMillis), now()],
    ]);
  }

  /** Lets all come to an end that must, and checks what is left. */
  finish(): void {
    for (let step = this.#dueStep(); step !== undefined; step = this.#dueStep()) this.take(step);
    const { leader, connection } = this.#shards;
    const [loop, thread] = this.#agents;
    expectThat(this.#agents[1 - leader].registrations.size === 0, 'only the leader listens');
    expectThat(connection.isConnected, 'the client is connected in the end');
    expectThat(
      this.calls.every(({ stage }) => stage === 'answered'),
      'each call has gone',
    );
    expectThat(this.#registry.waiting === 0, 'each listener is registered');
    expectThat(leader === (thread.isStarted ? THREAD : LOOP), 'the thread leads once there is one');
    expectThat(loop.leads === (leader === LOOP), 'the shard on the loop leads, or has yielded');
    expectThat(thread.leads === (leader === THREAD), 'the thread knows whether it leads');
    for (const [listener, happening] of this.#owed)
      expectThat(this.#heard[listener].has(happening), 'no event is lost');
    const before = this.#events;
    this.#happen();
    for (let step = this.#dueStep(); step !== undefined; step = this.#dueStep()) this.take(step);
    for (const heard of this.#heard)
      expectThat(heard.has(before), 'each listener hears what happens in the end');
  }

  #dueStep(): string | undefined {
    const { steps } = this;
    // Timers at last: they may be set again and again until something else has happened.
    for (const due of ['connect', 'take', 'hear', 'answer', 'tick']) {
      const step = steps.find((each) => each.startsWith(due));
      if (step !== undefined) return step;
    }
    return undefined;
  }

  // --- what the floor is asked for ----------------------------------------------------------------------------------

  start(shard: number): void {
    const { leads, resumption } = this.settings(shard);
    this.#agents[shard].start(leads, resumption !== null);
  }

  get connections(): number[] {
    return this.#agents.filter(({ isStarted }) => isStarted).map(({ isConnected }) => Number(isConnected));
  }

  whenSettled(shard: number, then: () => void): () => void {
    const calls = new Set(
      this.calls.filter((call) => call.shard === shard && call.lane >= 0 && isOpen(call)),
    );
    const waiting: Waiting = { calls, run: then };
    if (calls.size === 0) then();
    else this.#waiting.add(waiting);
    return () => void this.#waiting.delete(waiting);
  }

  isTaken(shard: number, lane: number): boolean {
    return this.calls.some((call) => call.shard === shard && call.lane === lane && isOpen(call));
  }

  inLanesOf(shard: number): number {
    return this.calls.filter((call) => call.shard === shard && call.lane >= 0 && isOpen(call)).length;
  }

  sendControl(message: ToWorker, shard: number): void {
    if (this.#agents[shard].isStarted) this.#agents[shard].inbox.push(message);
  }

  // --- the caller ---------------------------------------------------------------------------------------------------

  #listen(): void {
    const listener = this.#heard.length;
    this.#heard.push(new Set());
    const onEvent = (bytes: Buffer, start: number): void => {
      const heard = this.#heard[listener];
      const happening = bytes.readInt32LE(start);
      expectThat(!heard.has(happening), 'no event is heard twice');
      heard.add(happening);
    };
    const nothing = Buffer.alloc(0);
    void this.#registry.add({ add: nothing, remove: nothing, nearCache: undefined, onEvent });
  }

  #call(needsThread: boolean): void {
    const places = this.#shards.places!;
    const operation = { ...PLAIN, needsThread };
    const { place: shard, lane, waitsFor } = places.choose(operation, this.#name, 0, this.#name.hold);
    const call: Call = { shard, lane, stage: 'waiting' };
    this.calls.push(call);
    const release = (): void => this.#send(call);
    if (waitsFor === undefined) release();
    else waitsFor.add({ release }, {} as never);
  }

  /** A call is answered: those go on who waited for no other. */
  #answer(call: Call): void {
    call.stage = 'answered';
    for (const waiting of this.#waiting) {
      if (!waiting.calls.delete(call) || waiting.calls.size > 0) continue;
      this.#waiting.delete(waiting);
      waiting.run();
    }
  }

  /** A call goes. Those before it have gone by the same shard, or are answered. */
  #send(call: Call): void {
    const before = this.calls.slice(0, this.calls.indexOf(call));
    const isBehind = before.every(
      ({ shard, stage }) => stage === 'answered' || (stage === 'sent' && shard === call.shard),
    );
    expectThat(isBehind, 'calls keep their order');
    call.stage = 'sent';
  }

  #hear(shard: number): void {
    const message = this.#agents[shard].outbox.shift()!;
    switch (message.type) {
      case 'event': {
        const bytes = Buffer.alloc(4);
        bytes.writeInt32LE(message.happening);
        this.#registry.onEvent(message.registration, bytes, 0, bytes.length);
        break;
      }
      case 'connected':
        this.#shards.leadership.onConnected(message, shard);
        break;
      case 'disconnected':
        this.#leader.onShardLost(message.reason, shard);
        break;
      case 'listening':
        this.#handlers.listening(message, shard);
        if (shard === this.#shards.leader) this.#confirmed.add(message.registration);
        break;
      default:
        throw new Error(`nobody tells ${message.type} here`);
    }
  }

  #check(step: string, states: readonly string[]): void {
    const { leader, connection } = this.#shards;
    expectThat(leader >= this.#hasLed, 'the thread leads for good');
    const before = this.#hasLed;
    this.#hasLed = leader;
    expectThat(states.length <= 1, 'one thing is told at a time');
    if (states.length === 0) return;
    const [state] = states;
    expectThat(
      state !== (this.#lifecycle.at(-2) ?? 'DISCONNECTED'),
      'the client is connected and disconnected by turns',
    );
    expectThat(connection.isConnected === (state === 'CONNECTED'), 'what is told is so');
    // To take over is to connect the client, too, where the shard before had lost its connection.
    const takesOver = leader !== before && state === 'CONNECTED';
    const isLeaders = step === `hear ${leader}` || (step === 'die' && leader === THREAD);
    expectThat(takesOver || isLeaders, 'only the leader connects and disconnects the client');
  }

  #parts(): LeaderParts {
    const nothing = (): void => undefined;
    const parts = {
      shards: this.#shards,
      listeners: this.#registry,
      lifecycle: { emit: (state: string) => this.#lifecycle.push(state) },
      cluster: { onMembers: nothing },
      partitions: { onPartitions: nothing },
      schemas: { onRestart: nothing },
      sessions: { onClosed: nothing, onRestart: nothing },
      nearCaches: { onConnectionOpened: nothing, onChangedCluster: nothing, onRestart: nothing },
      proxies: { recreate: nothing },
      loops: { onConnected: nothing },
    };
    return parts as unknown as LeaderParts;
  }

  // --- the thread and the member -------------------------------------------------------------------------------------

  /** The caller hears what was published before, then that the thread is gone: another takes its place. */
  #die(): void {
    const dying = this.#agents[THREAD];
    while (dying.outbox.length > 0) this.#hear(THREAD);
    this.#deaths++;
    dying.die();
    for (const call of this.calls)
      if (call.shard === THREAD && call.stage === 'sent') call.stage = 'answered';
    this.start(THREAD);
    this.#leader.onRestart(THREAD);
    this.#leader.onShardLost('the worker thread died', THREAD);
  }

  /** The member tells each connection that has listeners. */
  #happen(): void {
    const happening = this.#events++;
    const { leader } = this.#shards;
    for (const [shard, { isConnected, registrations, outbox }] of this.#agents.entries()) {
      if (!isConnected) continue;
      for (const registration of registrations) {
        outbox.push({ type: 'event', registration, happening });
        if (shard === leader && this.#confirmed.has(registration)) this.#owed.push([registration, happening]);
      }
    }
  }
}

function isOpen({ stage }: Call): boolean {
  return stage !== 'answered';
}

function expectThat(condition: boolean, what: string): void {
  if (!condition) throw new Error(`it is not so that ${what}`);
}
