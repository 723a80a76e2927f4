import type { MessagePort } from 'node:worker_threads';
import { monotonicNow } from '@offloop/runtime/clock';
import {
  StopReason,
  type Agent,
  type AgentPort,
  type CallHeader,
  type CompletionWriter,
  type Counters,
} from '@offloop/runtime/thread';
import { ClusterSchemas } from './cluster/cluster-schemas.js';
import { Cluster, type ClusterHandler } from './cluster/cluster.js';
import type { Connection } from './connection/connection.js';
import { EventWriter } from './completions/event-writer.js';
import { JsonTapes } from './completions/tape/json-tapes.js';
import { loopTimes } from './completions/tape/tape-share.js';
import { Heartbeat } from './connection/heartbeat.js';
import { InternalCalls } from './connection/internal-calls.js';
import { WirePool } from './connection/wire-pool.js';
import {
  handle,
  WorkerErrorCode,
  type FromWorker,
  type MessageHandlers,
  type ToWorker,
  type ShardSettings,
  AgentCounter,
  type AgentDiagnosis,
} from '@offloop/contract';
import { Invocations } from './invocations/invocations.js';
import { OldCalls } from './invocations/old-calls.js';
import { Listeners, type ListenersHandler } from './listeners/listeners.js';
import { MessageRouter } from './invocations/message-router.js';
import { NearCacheNews } from './near-caches/near-cache-news.js';
import { SessionHeartbeats } from './sessions/session-heartbeats.js';
import { Statistics } from './statistics/statistics.js';

/** Hazelcast's half in the thread: it carries calls to the members of a cluster and their responses back. */
export class HazelcastAgent implements Agent, ClusterHandler, ListenersHandler {
  readonly #port: AgentPort;
  readonly #completions: CompletionWriter;
  readonly #counters: Counters;
  readonly #calls: InternalCalls = new InternalCalls();
  readonly #cluster: Cluster;
  readonly #schemas: ClusterSchemas;
  readonly #listeners: Listeners;
  readonly #nearCaches: NearCacheNews;
  readonly #heartbeat: Heartbeat;
  readonly #statistics: Statistics;
  readonly #sessions: SessionHeartbeats;
  readonly #events: EventWriter;
  readonly #invocations: Invocations;
  readonly #oldCalls: OldCalls;
  readonly #router: MessageRouter;
  readonly #handlers: MessageHandlers<ToWorker> = this.#messageHandlers();
  #paused: Connection[] = [];
  #stopping = false;

  constructor(settings: ShardSettings, port: AgentPort) {
    this.#port = port;
    this.#completions = port.completions;
    this.#counters = port.counters.protocol;
    const pool = new WirePool();
    this.#cluster = new Cluster(settings, this, this.#calls, pool);
    this.#schemas = new ClusterSchemas(this.#calls);
    this.#listeners = new Listeners(this.#calls, this, settings);
    this.#nearCaches = new NearCacheNews({
      calls: this.#calls,
      members: () => this.#cluster.members,
      connectionTo: (memberUuid) => this.#cluster.connections.to(memberUuid),
      clientUuids: settings.clientUuids,
      smartRouting: settings.smartRouting,
      registrationsOf: (map) => this.#listeners.ofNearCache(map),
      isHeard: (map) => this.#listeners.isHeard(map),
      onRecord: (registration, bytes, start, end) => this.#completions.event(registration, bytes, start, end),
      tell: (message) => this.tell(message),
    });
    this.#heartbeat = new Heartbeat(settings, () => this.#cluster.connections.all, this.#calls);
    this.#statistics = new Statistics(
      settings,
      () => this.#cluster.connections.any(),
      this.#calls,
      port.counters,
      () => this.#cluster.leads,
    );
    this.#sessions = new SessionHeartbeats(
      () => this.#cluster.connections.any(),
      this.#calls,
      (message) => this.tell(message),
    );
    const tapes = this.#tapesOf(settings);
    this.#events = new EventWriter(this.#completions, tapes, settings.littleEndian);
    this.#invocations = new Invocations(
      settings,
      this.#cluster,
      this.#completions,
      tapes,
      pool,
      this.#counters,
      () => port.wake(),
    );
    const warn = (source: string, message: string): void =>
      this.tell({ type: 'log', level: 'warn', source, message });
    this.#oldCalls = new OldCalls(this.#invocations.table, this.#cluster.connections, (message) =>
      warn('Invocations', message),
    );
    this.#router = new MessageRouter({
      maxMessageBytes: settings.maxMessageBytes,
      counters: this.#counters,
      calls: this.#calls,
      invocations: this.#invocations,
      warn: (message) => warn('Agent', message),
    });
  }

  start(): void {
    this.#cluster.start();
  }

  // --- calls ------------------------------------------------------------------------------------------------------

  get inFlight(): number {
    return this.#invocations.table.inFlight;
  }

  begin(call: Readonly<CallHeader>, bytes: Buffer, start: number): void {
    this.#invocations.begin(call, bytes, start);
  }

  beginWhole(call: Readonly<CallHeader>, bytes: Buffer): void {
    this.#invocations.beginWhole(call, bytes);
  }

  failBegun(slot: number, generation: number, { message }: Error): void {
    const failure = { code: WorkerErrorCode.ILLEGAL_STATE, message };
    if (this.#invocations.table.holds(slot, generation)) this.#invocations.fail(slot, generation, failure);
    else this.#completions.error(slot, generation, failure);
  }

  cancel(slot: number, generation: number): void {
    this.#invocations.cancel(slot, generation);
  }

  onControl(message: unknown): void {
    // The other half of this protocol sends messages of this type only.
    handle(this.#handlers, message as ToWorker);
  }

  onTrouble({ message }: Error): void {
    this.tell({ type: 'log', level: 'error', source: 'Agent', message });
  }

  /** Takes a port by which a compute thread will fetch responses. */
  onPort(port: MessagePort): void {
    this.#invocations.deferred.serve(port);
  }

  // --- the duty cycle ---------------------------------------------------------------------------------------------

  beforeRequests(): void {
    // Older calls first: those that waited for a connection go before those that are drained now.
    this.#invocations.sendDue();
  }

  afterRequests(): void {
    this.#invocations.flush();
    this.#invocations.lists.advance();
    this.#invocations.pages.advance();
    this.#invocations.deferred.tend();
  }

  hasWork(): boolean {
    const { lists, pages, deferred } = this.#invocations;
    // Responses of a connection that was resumed come after this cycle has tended those before.
    return lists.isBusy || pages.isBusy || deferred.isDue;
  }

  get isPaused(): boolean {
    return this.#paused.length > 0;
  }

  resume(): void {
    const paused = this.#paused;
    this.#paused = [];
    for (const connection of paused) connection.resume();
  }

  // --- the sockets -----------------------------------------------------------------------------------------------

  onMessage(connection: Connection, bytes: Buffer, start: number, end: number): boolean {
    this.#router.onMessage(connection, bytes, start, end);
    return this.#goesOn(connection);
  }

  onTooLong(connection: Connection, bytes: Buffer, start: number, end: number, leastLength: number): boolean {
    this.#router.onTooLong(connection, bytes, start, end, leastLength);
    return this.#goesOn(connection);
  }

  onReadDone(_connection: Connection, bytes: number): void {
    if (bytes > 0) {
      this.#counters.count(AgentCounter.READS);
      this.#counters.count(AgentCounter.BYTES_IN, bytes);
    }
    this.#port.cycle();
  }

  onWrite(bytes: number): void {
    this.#counters.count(AgentCounter.WRITES);
    this.#counters.count(AgentCounter.BYTES_OUT, bytes);
  }

  onWritten(): void {
    if (this.#invocations.onWritten()) this.#port.wake();
  }

  onClose(connection: Connection, reason: Error): void {
    this.#paused = this.#paused.filter((paused) => paused !== connection);
    this.#cluster.onConnectionLost(connection, reason);
    this.#listeners.onConnectionLost(connection);
    this.#invocations.onConnectionLost(connection, reason);
    this.#counters.set(AgentCounter.CONNECTIONS, this.#cluster.connections.size);
    this.#port.wake();
    if (this.#stopping) this.#endWhenClosed();
  }

  // --- the cluster -----------------------------------------------------------------------------------------------

  tell(message: FromWorker): void {
    this.#port.sendControl(message);
  }

  async onJoin(connection: Connection): Promise<void> {
    // Schemas go first: the predicates of listeners may hold Compact data.
    if (this.#cluster.connections.size === 0) await this.#schemas.sendTo(connection);
    await this.#listeners.join(connection);
  }

  onListenerEvent(registration: number, bytes: Buffer, start: number, end: number): void {
    this.#events.write(registration, bytes, start, end);
  }

  onInvalidationEvent(registration: number, bytes: Buffer, start: number, end: number): void {
    this.#nearCaches.onEvent(registration, bytes, start, end);
  }

  onRoutable(): void {
    this.#counters.set(AgentCounter.CONNECTIONS, this.#cluster.connections.size);
    this.#invocations.onRoutable();
    this.#sessions.onRoutable();
    this.#statistics.start();
  }

  onBackupAck(low: number, high: number): void {
    this.#invocations.onBackupAck(low, high);
  }

  #tapesOf({ packJsonFrom }: ShardSettings): JsonTapes | undefined {
    if (packJsonFrom === null) return undefined;
    const completions = this.#completions;
    return new JsonTapes(
      packJsonFrom,
      (shape) => completions.control(shape satisfies FromWorker),
      () => this.#counters.count(AgentCounter.PACKED),
      {
        waiting: () => this.inFlight + this.#events.takeRecent(),
        wakeupsSent: () => completions.wakeupsSent,
        wakeupsSuppressed: () => completions.wakeupsSuppressed,
        times: loopTimes,
      },
    );
  }

  #messageHandlers(): MessageHandlers<ToWorker> {
    return {
      listen: (message) => void this.#listeners.listen(message),
      unlisten: ({ registration }) => void this.#listeners.unlisten(registration),
      'ask-invalidations': ({ maps }) => void this.#nearCaches.ask(maps),
      'near-cache-figures': ({ figures }) => {
        this.#statistics.nearCaches = figures;
      },
      schema: ({ schema }) => this.#schemas.add(schema),
      lead: () => this.#lead(),
      yield: ({ cluster }) => {
        this.#sessions.stop();
        this.#cluster.yield(cluster);
      },
      follow: ({ cluster }) => this.#cluster.follow(cluster),
      drop: ({ call }) => this.#invocations.deferred.drop(call),
      diagnose: () => this.tell({ type: 'diagnosis', diagnosis: this.#diagnose() }),
      'keep-session': (message) => this.#sessions.keep(message),
      'drop-session': ({ session }) => this.#sessions.drop(session),
    };
  }

  #lead(): void {
    this.#cluster.lead();
    this.#statistics.onLeading();
  }

  #diagnose(): AgentDiagnosis {
    const now = monotonicNow();
    const { connections, attempts } = this.#cluster;
    const { calls, retryQueue } = this.#invocations.diagnose(now);
    const pendingBackups = ({ memberUuid }: Connection): number =>
      calls
        .filter(({ stage, member }) => stage === 'waiting for backups' && member === memberUuid)
        .reduce((sum, group) => sum + group.calls, 0);
    return {
      connections: [
        ...connections.all.map((connection) => connection.diagnose(pendingBackups(connection), now)),
        ...attempts.underWay.map((attempt) => attempt.diagnose(now)),
      ],
      failures: attempts.failures,
      calls,
      retryQueue,
      isCongested: this.#completions.isCongested,
    };
  }

  /** @returns false when completions find no room: the connection is not read until there is some. */
  #goesOn(connection: Connection): boolean {
    if (!this.#completions.isCongested) return true;
    this.#paused.push(connection);
    return false;
  }

  // --- the end ---------------------------------------------------------------------------------------------------

  /** Closes everything and settles every call; it has ended once the sockets are gone. */
  stop(reason: StopReason, message: string): void {
    this.#stopping = true;
    this.#heartbeat.stop();
    this.#statistics.stop();
    this.#oldCalls.stop();
    this.#sessions.stop();
    this.#listeners.stop();
    // A caller that stalled is not shut down: it goes on when its loop does, and calls that were sent may have run.
    this.#invocations.failAll(
      reason === StopReason.SHUTDOWN
        ? { code: WorkerErrorCode.CLIENT_NOT_ACTIVE, message: `Client is shutting down. ${message}` }
        : { code: WorkerErrorCode.TARGET_DISCONNECTED, message },
    );
    this.#cluster.stop(new Error(message));
    this.#endWhenClosed();
  }

  #endWhenClosed(): void {
    if (this.#cluster.connections.size === 0) this.#port.ended();
  }
}

export function createAgent(settings: ShardSettings, port: AgentPort): Agent {
  return new HazelcastAgent(settings, port);
}
