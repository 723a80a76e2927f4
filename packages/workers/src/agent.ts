import type { MessagePort } from 'node:worker_threads';
import {
  CORRELATION_ID_OFFSET,
  FLAG_BACKUP_EVENT,
  FLAG_EVENT,
  FLAG_UNFRAGMENTED,
  FragmentAssembler,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  TYPE_OFFSET,
} from '@offloop/wire/protocol';
import {
  CompletionKind,
  ControlBlock,
  INTERNAL_SLOT_BASE,
  OneToOneRing,
  park,
  REQUEST_FLAGS_OFFSET,
  REQUEST_GENERATION_OFFSET,
  REQUEST_HEADER_LENGTH,
  REQUEST_SLOT_OFFSET,
  REQUEST_TARGET_OFFSET,
  REQUEST_TIMEOUT_OFFSET,
  REQUEST_WIRE_LENGTH_OFFSET,
  RequestKind,
  WorkerCounter,
  type RecordHandler,
  type RingConsumer,
} from '@offloop/wire/ring';
import { Cluster, type ClusterHandler } from './cluster.js';
import { CompletionWriter, type CallerLink } from './completion-writer.js';
import type { Connection } from './connection.js';
import {
  WorkerErrorCode,
  type FromWorker,
  type ShardMemory,
  type ShardSettings,
  type ToWorker,
} from './control.js';
import { Heartbeat } from './heartbeat.js';
import { InternalCalls } from './internal-calls.js';
import { Invocations } from './invocations.js';
import { Listeners, type ListenersHandler } from './listeners.js';
import { RingWatchdog } from './ring-watchdog.js';
import { Statistics } from './statistics.js';
import { parkAtOnce, Linger, type WaitStrategy } from './wait-strategy.js';
import { WirePool } from './wire-pool.js';

/** What an agent needs of the thread it runs on. */
export interface AgentLink extends CallerLink {
  /** The oldest buffer the caller has handed over, or undefined when there is none. */
  takeSpilled(): ArrayBuffer | undefined;
  /** The agent has said `closed` and will do nothing more. */
  ended(): void;
}

/**
 * The off-thread half of a shard: one duty cycle that drains requests, writes once a connection, publishes completions,
 * and then lingers or parks. Socket reads come between cycles, from the event loop, and end in one.
 */
export class Agent implements RecordHandler, ClusterHandler, ListenersHandler {
  readonly #settings: ShardSettings;
  readonly #link: AgentLink;
  readonly #control: ControlBlock;
  readonly #requests: OneToOneRing;
  readonly #consumer: RingConsumer;
  readonly #completions: CompletionWriter;
  readonly #calls: InternalCalls = new InternalCalls();
  readonly #cluster: Cluster;
  readonly #listeners: Listeners;
  readonly #heartbeat: Heartbeat;
  readonly #statistics: Statistics;
  readonly #invocations: Invocations;
  readonly #waitStrategy: WaitStrategy;
  readonly #fragments = new WeakMap<Connection, FragmentAssembler>();
  readonly #livenessTimer: NodeJS.Timeout;
  readonly #watchdog: RingWatchdog;
  #immediate: NodeJS.Immediate | undefined;
  #inCycle = false;
  #paused: Connection[] = [];
  #stopping = false;
  #ended = false;

  constructor(memory: ShardMemory, settings: ShardSettings, link: AgentLink) {
    this.#settings = settings;
    this.#link = link;
    this.#control = ControlBlock.attach(memory.control);
    this.#requests = OneToOneRing.attach(memory.requests);
    this.#consumer = this.#requests.consumer();
    const pool = new WirePool();
    this.#completions = new CompletionWriter(
      OneToOneRing.attach(memory.completions).producer(),
      link,
      this.#control,
    );
    this.#cluster = new Cluster(settings, this, this.#calls, pool);
    this.#listeners = new Listeners(this.#calls, this, settings);
    this.#heartbeat = new Heartbeat(settings, () => this.#cluster.connections.all, this.#calls);
    this.#statistics = new Statistics(
      settings,
      () => this.#cluster.connections.any(),
      this.#calls,
      this.#control,
    );
    this.#invocations = new Invocations(settings, this.#cluster, this.#completions, pool, this.#control, () =>
      this.#cycleSoon(),
    );
    this.#waitStrategy = settings.lingerMicros > 0 ? new Linger(settings.lingerMicros) : parkAtOnce;
    this.#livenessTimer = this.#watchCaller();
    this.#watchdog = new RingWatchdog(this.#consumer, () => {
      this.#control.count(WorkerCounter.RESCUES);
      this.#cycle();
    });
  }

  start(): void {
    this.#cluster.start();
    this.#cycle();
  }

  /** The caller rang: there are requests, or room for completions. */
  onBell(): void {
    this.#cycle();
  }

  /** A compute thread will fetch answers by this port. */
  serve(port: MessagePort): void {
    this.#invocations.shelves.serve(port);
  }

  // --- records of the request ring -----------------------------------------------------------------------------

  onRecord(type: number, offset: number, length: number): void {
    const { words, bytes } = this.#requests;
    const slot = words[(offset + REQUEST_SLOT_OFFSET) >> 2];
    const generation = words[(offset + REQUEST_GENERATION_OFFSET) >> 2];
    try {
      switch (type) {
        case RequestKind.INVOKE:
        case RequestKind.INVOKE_SPILLED: {
          const flags = words[(offset + REQUEST_FLAGS_OFFSET) >> 2];
          const timeoutMillis = words[(offset + REQUEST_TIMEOUT_OFFSET) >> 2];
          const target = words[(offset + REQUEST_TARGET_OFFSET) >> 2];
          const wireLength = words[(offset + REQUEST_WIRE_LENGTH_OFFSET) >> 2];
          if (type === RequestKind.INVOKE) {
            const start = offset + REQUEST_HEADER_LENGTH;
            this.#invocations.begin(slot, generation, flags, target, timeoutMillis, bytes, start, wireLength);
          } else {
            const spilled = this.#takeSpilled(wireLength);
            this.#invocations.beginWhole(slot, generation, flags, target, timeoutMillis, spilled);
          }
          return;
        }
        case RequestKind.CANCEL:
          return this.#invocations.cancel(slot, generation);
        case RequestKind.CONTROL:
          return this.#onControl(JSON.parse(bytes.toString('utf8', offset, offset + length)) as ToWorker);
        case RequestKind.CONTROL_SPILLED:
          return this.#onControl(this.#takeSpilledControl());
        default:
          throw new Error(`unknown request kind ${type}`);
      }
    } catch (error) {
      // One record that cannot be handled fails its own call only.
      const message = error instanceof Error ? error.message : String(error);
      const failure = { code: WorkerErrorCode.ILLEGAL_STATE, message };
      if (type === RequestKind.INVOKE || type === RequestKind.INVOKE_SPILLED) {
        if (this.#invocations.table.holds(slot, generation))
          this.#invocations.fail(slot, generation, failure);
        else this.#completions.error(slot, generation, failure);
      }
      this.tell({ type: 'log', level: 'error', source: 'Agent', message });
    }
  }

  // --- the sockets -----------------------------------------------------------------------------------------------

  onMessage(connection: Connection, bytes: Buffer, start: number, end: number): boolean {
    const flags = bytes.readUInt16LE(start + FRAME_FLAGS_OFFSET);
    if ((flags & FLAG_UNFRAGMENTED) === FLAG_UNFRAGMENTED) {
      this.#onWholeMessage(connection, flags, bytes, start, end);
    } else {
      let assembler = this.#fragments.get(connection);
      if (assembler === undefined) {
        assembler = new FragmentAssembler({ maxMessageBytes: this.#settings.maxMessageBytes });
        this.#fragments.set(connection, assembler);
      }
      const whole = assembler.add(bytes, start, end);
      if (whole !== undefined) {
        this.#onWholeMessage(connection, whole.readUInt16LE(FRAME_FLAGS_OFFSET), whole, 0, whole.length);
      }
    }
    if (!this.#completions.isCongested) return true;
    this.#paused.push(connection);
    return false;
  }

  onReadDone(_connection: Connection, bytes: number): void {
    if (bytes > 0) {
      this.#control.count(WorkerCounter.READS);
      this.#control.count(WorkerCounter.BYTES_IN, bytes);
    }
    // Inside a cycle (a paused connection is resumed by it) the cycle itself publishes.
    if (!this.#inCycle) this.#cycle();
  }

  onWrite(bytes: number): void {
    this.#control.count(WorkerCounter.WRITES);
    this.#control.count(WorkerCounter.BYTES_OUT, bytes);
  }

  onClose(connection: Connection, reason: Error): void {
    this.#paused = this.#paused.filter((paused) => paused !== connection);
    this.#cluster.onConnectionLost(connection, reason);
    this.#listeners.onConnectionLost(connection);
    this.#invocations.onConnectionLost(connection, reason);
    this.#control.set(WorkerCounter.CONNECTIONS, this.#cluster.connections.size);
    this.#cycleSoon();
    if (this.#stopping) this.#endWhenClosed();
  }

  // --- the cluster -----------------------------------------------------------------------------------------------

  tell(message: FromWorker): void {
    this.#completions.control(message);
    this.#cycleSoon();
  }

  onJoin(connection: Connection): Promise<void> {
    return this.#listeners.join(connection);
  }

  onListenerEvent(registration: number, bytes: Buffer, start: number, end: number): void {
    this.#completions.body(CompletionKind.EVENT, registration, 0, bytes, start, end);
  }

  onRoutable(): void {
    this.#control.set(WorkerCounter.CONNECTIONS, this.#cluster.connections.size);
    this.#invocations.onRoutable();
    this.#statistics.start();
  }

  onBackupAck(low: number, high: number): void {
    this.#invocations.onBackupAck(low, high);
  }

  // --- the duty cycle --------------------------------------------------------------------------------------------

  #cycle(): void {
    if (this.#ended || this.#inCycle) return;
    this.#inCycle = true;
    this.#control.count(WorkerCounter.DUTY_CYCLES);
    try {
      this.#consumer.clearParked();
      // Answers first: the caller wakes and works on them while this thread is busy with the requests.
      let completed = this.#completions.flush();
      // Older calls first: what waited for a connection goes before what is drained now.
      this.#invocations.sendDue();
      const requests = this.#consumer.drain(this);
      if (requests > 0 && this.#consumer.takeStarved()) this.#link.ring();
      this.#invocations.flush();
      this.#invocations.lists.advance();
      this.#invocations.shelves.tend();
      if (this.#completions.unpublished > 0) completed += this.#completions.flush();
      if (this.#paused.length > 0 && !this.#completions.isCongested) this.#resumePaused();
      this.#wait(completed, requests);
    } finally {
      this.#inCycle = false;
    }
  }

  #wait(completed: number, begun: number): void {
    const lingers = this.#waitStrategy.keepLooking(completed, begun, this.#invocations.table.inFlight);
    if (lingers || this.#hasWork() || !park(this.#consumer)) this.#cycleSoon();
  }

  /** Whether there is something left to do for which nobody will ring. */
  #hasWork(): boolean {
    // Paused again and its answers taken at once: the room is there already.
    const canResume = this.#paused.length > 0 && !this.#completions.isCongested;
    return canResume || this.#invocations.lists.isBusy;
  }

  /** One more cycle after the event loop has looked at the sockets. */
  #cycleSoon(): void {
    // GUARD: at most one pending, or a bell and a linger would start two chains of cycles that never end.
    if (this.#immediate !== undefined || this.#ended) return;
    this.#immediate = setImmediate(() => {
      this.#immediate = undefined;
      this.#cycle();
    });
  }

  #resumePaused(): void {
    const paused = this.#paused;
    this.#paused = [];
    for (const connection of paused) connection.resume();
    this.#completions.flush();
  }

  #onWholeMessage(connection: Connection, flags: number, bytes: Buffer, start: number, end: number): void {
    const content = start + FRAME_HEADER_SIZE;
    const messageType = bytes.readInt32LE(content + TYPE_OFFSET);
    const low = bytes.readInt32LE(content + CORRELATION_ID_OFFSET);
    const high = bytes.readInt32LE(content + CORRELATION_ID_OFFSET + 4);
    this.#control.count(WorkerCounter.MESSAGES_IN);
    if ((flags & (FLAG_EVENT | FLAG_BACKUP_EVENT)) !== 0) {
      this.#calls.onEvent(low, messageType, bytes, start, end);
    } else if (low >= INTERNAL_SLOT_BASE) {
      this.#calls.onResponse(low, messageType, bytes, start, end);
    } else {
      this.#invocations.onResponse(connection, messageType, low, high, bytes, start, end);
    }
  }

  #takeSpilled(length: number): Buffer {
    const buffer = this.#link.takeSpilled();
    if (buffer === undefined || buffer.byteLength < REQUEST_HEADER_LENGTH + length) {
      throw new Error(
        `a spilled request of ${length} bytes was announced, the port holds ${buffer?.byteLength ?? 'none'}`,
      );
    }
    return Buffer.from(buffer, REQUEST_HEADER_LENGTH, length);
  }

  #takeSpilledControl(): ToWorker {
    const buffer = this.#link.takeSpilled();
    if (buffer === undefined) throw new Error('a spilled control message was announced, the port holds none');
    return JSON.parse(Buffer.from(buffer).toString()) as ToWorker;
  }

  #onControl(message: ToWorker): void {
    switch (message.type) {
      case 'listen':
        void this.#listeners.listen(message);
        break;
      case 'unlisten':
        void this.#listeners.unlisten(message.registration);
        break;
      case 'drop':
        this.#invocations.shelves.drop(message.call);
        break;
      case 'shutdown':
        this.stop('the client was shut down');
        break;
    }
  }

  // --- the end ---------------------------------------------------------------------------------------------------

  /** Closes everything, settles every call (with `code`), and says `closed` once the sockets are gone. */
  stop(reason: string, code: WorkerErrorCode = WorkerErrorCode.CLIENT_NOT_ACTIVE): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#heartbeat.stop();
    this.#statistics.stop();
    this.#watchdog.stop();
    this.#listeners.stop();
    clearInterval(this.#livenessTimer);
    this.#invocations.failAll({ code, message: reason });
    this.#cluster.stop(new Error(reason));
    this.#endWhenClosed();
  }

  #endWhenClosed(): void {
    if (this.#ended || this.#cluster.connections.size > 0) return;
    this.#completions.control({ type: 'closed' });
    this.#completions.flush();
    this.#ended = true;
    this.#link.ended();
  }

  /**
   * A caller that hangs must not hold its locks for ever because this thread keeps beating: without a sign of life for
   * `callerStallTimeoutMillis` the connections are closed, and come back when the caller does.
   */
  #watchCaller(): NodeJS.Timeout {
    const { callerStallTimeoutMillis } = this.#settings;
    let lastLiveness = this.#control.liveness;
    let stalledSince = performance.now();
    const timer = setInterval(
      () => {
        const liveness = this.#control.liveness;
        const now = performance.now();
        if (liveness !== lastLiveness) {
          lastLiveness = liveness;
          stalledSince = now;
        } else if (now - stalledSince > callerStallTimeoutMillis) {
          const reason = `the caller's loop gave no sign of life for ${callerStallTimeoutMillis} ms`;
          // Not "the client is shut down": it goes on when the loop does, and what was sent may have run.
          this.stop(reason, WorkerErrorCode.TARGET_DISCONNECTED);
        }
      },
      Math.max(100, callerStallTimeoutMillis / 10),
    );
    timer.unref();
    return timer;
  }
}
