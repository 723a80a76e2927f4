import type { MessagePort } from 'node:worker_threads';
import { CallHeader, readCallHeader } from '../ring/call-header.js';
import { ControlBlock, FloorCounter } from '../ring/control-block.js';
import { park } from '../ring/doorbell.js';
import { OneToOneRing } from '../ring/one-to-one-ring.js';
import { REQUEST_HEADER_LENGTH, RequestKind } from '../ring/records.js';
import type { RecordHandler, RingConsumer } from '../ring/ring-consumer.js';
import { clearImmediate, commonNow, setImmediate } from '../shared/clock.js';
import { RingWatchdog } from '../waiting/ring-watchdog.js';
import type { ShardMemory, ThreadSettings } from '../shared/threads.js';
import { Linger, parkAtOnce, type WaitStrategy } from '../waiting/wait-strategy.js';
import { StopReason, type Agent, type AgentPort } from './agent.js';
import { CallerWatch } from './caller-watch.js';
import { CompletionWriter, type CallerPort } from './completion-writer.js';

/** What a duty cycle needs outside the rings. */
export interface DutyCyclePort extends CallerPort {
  /** Takes the oldest buffer that the caller has handed over; undefined when there is none. */
  takeSpilled(): ArrayBuffer | undefined;
  started(): void;
  ended(): void;
}

/**
 * The thread's half of a shard. A cycle drains requests, lets the agent write once to each connection, publishes completions, and
 * then polls or parks. Socket reads come from the event loop between cycles; a cycle follows each.
 */
export class DutyCycle implements RecordHandler, AgentPort {
  readonly completions: CompletionWriter;
  readonly counters: ControlBlock;
  readonly #port: DutyCyclePort;
  readonly #requests: OneToOneRing;
  readonly #consumer: RingConsumer;
  readonly #waitStrategy: WaitStrategy;
  readonly #callerWatch: CallerWatch;
  readonly #watchdog: RingWatchdog;
  readonly #agent: Agent;
  /** The header of the record that is being handled: one object for all. */
  readonly #header = new CallHeader();
  #immediate: NodeJS.Immediate | undefined;
  #inCycle = false;
  /** The count of cycles, and the caller's liveness, when something was first seen to be left behind. */
  #leftIn: { readonly cycles: number; readonly liveness: number } | undefined;
  /** The count of cycles at the last look. */
  #cyclesSeen = 0;
  #stopping = false;
  #ended = false;

  constructor(
    memory: ShardMemory,
    settings: ThreadSettings,
    port: DutyCyclePort,
    create: (port: AgentPort) => Agent,
  ) {
    this.#port = port;
    this.counters = ControlBlock.attach(memory.control);
    this.#requests = OneToOneRing.attach(memory.requests);
    this.#consumer = this.#requests.consumer();
    this.completions = new CompletionWriter(
      OneToOneRing.attach(memory.completions).producer(),
      port,
      this.counters,
      settings.maxSpilledBytes,
    );
    this.#waitStrategy = settings.lingerMicros > 0 ? new Linger(settings.lingerMicros) : parkAtOnce;
    try {
      this.#agent = create(this);
    } catch (error) {
      // Nothing may run without an agent, such as a cycle that the agent's constructor has asked for.
      this.#ended = true;
      clearImmediate(this.#immediate);
      throw error;
    }
    const { callerStallTimeoutMillis } = settings;
    this.#callerWatch = new CallerWatch(this.counters, callerStallTimeoutMillis, () =>
      this.stop(
        StopReason.CALLER_STALLED,
        `the caller's loop gave no sign of life for ${callerStallTimeoutMillis} ms`,
      ),
    );
    this.#watchdog = new RingWatchdog(
      this.#consumer,
      () => {
        this.counters.floor.count(FloorCounter.RESCUES);
        this.cycle();
      },
      () => this.#showProgress(),
      () => this.#leftBehind(),
    );
  }

  start(): void {
    // On the caller's loop, where it starts a turn later, it may have been stopped by now.
    if (this.#stopping) return;
    this.#agent.start();
    this.cycle();
    this.#showProgress();
    this.#port.started();
  }

  /** The caller signalled: there are requests, or room for completions. */
  onSignal(): void {
    // An agent on the caller's loop is told of room in the midst of the cycle whose completions the caller has just read.
    if (this.#inCycle) this.wake();
    else this.cycle();
  }

  /** Takes a port that the caller passed on. */
  onPort(port: MessagePort): void {
    this.#agent.onPort(port);
  }

  onRecord(kind: number, offset: number, length: number): void {
    const { words, bytes } = this.#requests;
    const header = this.#header;
    try {
      switch (kind) {
        case RequestKind.INVOKE:
          readCallHeader(header, words, offset);
          return this.#agent.begin(header, bytes, offset + REQUEST_HEADER_LENGTH);
        case RequestKind.INVOKE_SPILLED:
          readCallHeader(header, words, offset);
          return this.#agent.beginWhole(header, this.#takeSpilledCall(header.length));
        case RequestKind.CANCEL:
          readCallHeader(header, words, offset);
          return this.#agent.cancel(header.slot, header.generation);
        case RequestKind.CONTROL:
          return this.#agent.onControl(JSON.parse(bytes.toString('utf8', offset, offset + length)));
        case RequestKind.CONTROL_SPILLED:
          return this.#agent.onControl(
            JSON.parse(Buffer.from(this.#takeSpilled('control message')).toString()),
          );
        case RequestKind.SHUTDOWN:
          return this.stop(StopReason.SHUTDOWN, 'the client was shut down');
        default:
          throw new Error(`unknown request kind ${kind}`);
      }
    } catch (thrown) {
      // One record that cannot be handled fails its own call only.
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const isCall = kind === RequestKind.INVOKE || kind === RequestKind.INVOKE_SPILLED;
      if (isCall) this.#agent.failBegun(header.slot, header.generation, error);
      this.#agent.onTrouble(error);
    }
  }

  cycle(): void {
    if (this.#ended || this.#inCycle) return;
    this.#inCycle = true;
    this.counters.floor.count(FloorCounter.DUTY_CYCLES);
    try {
      this.#consumer.clearParked();
      // Completions first: the caller wakes and works on them while this thread is busy with the requests.
      let completed = this.completions.flush();
      this.#agent.beforeRequests();
      const requests = this.#consumer.drain(this);
      if (requests > 0 && this.#consumer.takeStarved()) this.#port.signal();
      this.#agent.afterRequests();
      // HELD BACK counts too: all that was written may have found the ring full, and only a flush asks to be told of room.
      if (this.completions.unpublished > 0 || this.completions.isCongested)
        completed += this.completions.flush();
      if (this.#canResume()) {
        this.#agent.resume();
        this.completions.flush();
      }
      this.#wait(completed, requests);
    } finally {
      this.#inCycle = false;
    }
  }

  wake(): void {
    // GUARD: at most one pending, or a signal and a poll would start two chains of cycles that never end.
    if (this.#immediate !== undefined || this.#ended) return;
    this.#immediate = setImmediate(() => {
      this.#immediate = undefined;
      this.cycle();
    });
  }

  sendControl(message: object): void {
    // The ports are closed: the caller would find the record of a long message, but not its buffer.
    if (this.#ended) return;
    this.completions.control(message);
    this.wake();
  }

  ended(): void {
    if (this.#ended) return;
    this.completions.flush();
    this.#ended = true;
    this.#port.ended();
  }

  /** Stops the agent. A second call does nothing. */
  stop(reason: StopReason, message: string): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#watchdog.stop();
    this.#callerWatch.stop();
    this.#agent.stop(reason, message);
  }

  #wait(completed: number, begun: number): void {
    const polls = this.#waitStrategy.keepPolling(completed, begun, this.#agent.inFlight);
    // Paused again and its completions taken at once: the room is there already.
    if (polls || this.#canResume() || this.#agent.hasWork() || !park(this.#consumer)) this.wake();
  }

  /** Leaves in shared memory what a diagnosis reads when this thread cannot answer. Twice a second: cycles do not read a clock. */
  #showProgress(): void {
    const { floor } = this.counters;
    const cycles = floor.get(FloorCounter.DUTY_CYCLES);
    const now = commonNow();
    floor.set(FloorCounter.LAST_TURN, now);
    if (cycles !== this.#cyclesSeen) floor.set(FloorCounter.LAST_CYCLE, now);
    this.#cyclesSeen = cycles;
  }

  /** For the watchdog: the thread sleeps, and there is something that it could do now. */
  #leftBehind(): number | undefined {
    const isAwake = this.#immediate !== undefined || this.#inCycle;
    if (
      isAwake ||
      this.#ended ||
      !(this.#canResume() || this.completions.canFlush || this.#agent.hasWork())
    ) {
      this.#leftIn = undefined;
      return undefined;
    }
    const cycles = this.counters.floor.get(FloorCounter.DUTY_CYCLES);
    const { liveness } = this.counters;
    if (this.#leftIn?.cycles !== cycles) this.#leftIn = { cycles, liveness };
    // A caller that is blocked in the middle of a drain has made room, and not come to tell of it. Its loop has turned once
    // for certain when it was seen to turn twice.
    return ((liveness - this.#leftIn.liveness) | 0) >= 2 ? cycles : undefined;
  }

  #canResume(): boolean {
    return this.#agent.isPaused && !this.completions.isCongested;
  }

  #takeSpilledCall(length: number): Buffer {
    const buffer = this.#takeSpilled(`request of ${length} bytes`);
    if (buffer.byteLength < REQUEST_HEADER_LENGTH + length)
      throw new Error(
        `a spilled request of ${length} bytes was announced, the port holds ${buffer.byteLength}`,
      );
    return Buffer.from(buffer, REQUEST_HEADER_LENGTH, length);
  }

  #takeSpilled(what: string): ArrayBuffer {
    const buffer = this.#port.takeSpilled();
    if (buffer === undefined) throw new Error(`a spilled ${what} was announced, the port holds none`);
    return buffer;
  }
}
