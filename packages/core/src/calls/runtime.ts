import type { MessagePort } from 'node:worker_threads';
import { Caller, type CallerOptions, type Hold, type Reject, type Resolve } from '@offloop/runtime';
import type { FromWorker, Resumption, ShardSettings, ToWorker } from '@offloop/workers';
import { ClientNotActiveError } from '../errors/hierarchy.js';
import { ClientOfflineError } from '../errors/own-errors.js';
import type { DataDecoder } from '../values/serialization/data-decoder.js';
import type { SerializationSettings } from '../values/serialization/settings.js';
import { publishConnection } from '../tracing/connections.js';
import { workerRestart, type RestartMessage } from '../tracing/channels.js';
import { timeoutOf, type CallOptions } from './call-options.js';
import type { CallTrace } from './call-trace.js';
import { CallTraces } from './call-traces.js';
import { ConnectionState } from './connection-state.js';
import { Questions, type ShardDiagnosis } from './diagnosis.js';
import { CompletionReader } from './completions/completion-reader.js';
import type { Operation } from './operation.js';
import type { RoutedRequest } from './routed-request.js';
import { shardStats, type ShardStats } from './stats.js';

/** Of the floor's options all but the limits, and the settings of the first worker. */
export type RuntimeOptions = Omit<
  CallerOptions<ShardSettings>,
  'maxPendingCalls' | 'maxPendingBytes' | 'settings'
> & { readonly settings: ShardSettings };

export interface RuntimeLimits {
  /** Calls in flight. */
  readonly maxPendingCalls: number;
  /** Bytes of the requests of all calls in flight, queued ones among them. */
  readonly maxPendingBytes: number;
  /** Milliseconds for calls that say nothing and do not wait by nature; null: none. */
  readonly responseTimeoutMillis: number | null;
}

export interface RuntimeEvents {
  onControl(message: FromWorker): void;
  onEvent(registration: number, bytes: Buffer, start: number, end: number): void;
  /** The worker died and another takes its place; connections and registrations are lost. */
  onRestart(error: Error): void;
  /** No worker, and none will come: everything in flight was rejected. */
  onEnd(error: Error | undefined): void;
}

/** The shard that follows the cluster for all of them. */
const LEADER = 0;

/** How this client sits on the floor: its shards, and what the leading one knows of the cluster. */
export class Runtime {
  readonly #caller: Caller<ShardSettings, Operation, ToWorker, FromWorker>;
  readonly #shards: number;
  readonly #questions: Questions;
  /** As the leading shard has it. */
  readonly connection: ConnectionState = new ConnectionState();
  readonly traces: CallTraces;
  /** For a call without options; undefined where it may wait for ever. */
  readonly #usual: CallOptions | undefined;
  #partitionCount = 0;
  /** The cluster last entered: a new worker goes on where the one before was. */
  #resumption: Resumption | null = null;

  constructor(
    options: RuntimeOptions,
    limits: RuntimeLimits,
    serialization: SerializationSettings,
    decoder: DataDecoder,
    events: RuntimeEvents,
  ) {
    const { settings } = options;
    this.#shards = options.shards;
    this.#usual =
      limits.responseTimeoutMillis === null ? undefined : { timeout: limits.responseTimeoutMillis };
    this.#questions = new Questions(this, options.shards);
    const client = settings.clientName;
    this.traces = new CallTraces(client);
    this.#caller = new Caller(
      { ...options, ...limits, settings: () => ({ ...settings, resumption: this.#resumption }) },
      new CompletionReader(decoder, serialization, () => this.connection.whyNot()),
      {
        ...events,
        onControl: (message, shard) => {
          if (shard === LEADER) this.connection.onControl(message);
          if (message.type === 'connected') this.#onConnected(message);
          if (message.type === 'diagnosis') this.#questions.onAnswer(message, shard);
          this.traces.onControl(message, shard);
          publishConnection(client, message);
          events.onControl(message);
        },
        onRestart: (error) => {
          workerRestart.publish({ client, error } satisfies RestartMessage);
          this.connection.onWorkerDeath('the worker thread died');
          events.onRestart(error);
        },
        onEnd: (error) => {
          this.connection.onWorkerDeath(
            error === undefined ? 'the client is shut down' : 'the worker thread died',
          );
          events.onEnd(error);
        },
      },
    );
  }

  start(): void {
    this.#caller.start();
  }

  /** As `Caller` says. */
  stop(graceMillis: number): Promise<void> {
    return this.#caller.stop(graceMillis);
  }

  stats(): ShardStats[] {
    return this.#caller.stats().map(shardStats);
  }

  /** Calls without a completion. */
  get inFlight(): number {
    return this.#caller.inFlight;
  }

  /** Resolves after a second at most, whatever state the workers are in. */
  async diagnose(): Promise<ShardDiagnosis[]> {
    const isAlive = !this.#caller.isStopped;
    const answers = isAlive ? await this.#questions.ask() : new Map<number, never>();
    return this.#caller.diagnose().map((floor, shard) => ({ ...floor, worker: answers.get(shard) ?? null }));
  }

  /** 0 before the first connection. */
  get partitionCount(): number {
    return this.#partitionCount;
  }

  /**
   * Makes a call, which settles once. Throws where it was not admitted.
   *
   * @param hold what its request waits in, if it does.
   * @param trace of a `TRACED` call.
   */
  send(
    operation: Operation,
    options: CallOptions | undefined,
    request: RoutedRequest,
    resolve: Resolve,
    reject: Reject,
    hold: Hold | undefined,
    trace?: CallTrace,
  ): void {
    if (options !== undefined) timeoutOf(options, operation);
    const limits = this.#usual === undefined ? options : withUsual(options, operation, this.#usual);
    const shard = this.#shardOf(request.partitionId);
    const slot = this.#caller.send(shard, operation, request, limits, resolve, reject, hold);
    if (trace !== undefined) this.traces.sent(trace, shard, slot);
  }

  /** Throws BackpressureError unless that many more calls and bytes are within the limits: for what is admitted as a unit. */
  checkRoom(calls: number, bytes: number): void {
    this.#caller.checkRoom(calls, bytes);
  }

  /** Sends a control message to the worker, in order with the calls; nothing once the client is shut down. */
  tell(message: ToWorker): void {
    this.#caller.sendControl(message);
  }

  /** Counts the workers there have been: what was left with one is gone with it. */
  get epoch(): number {
    return this.#caller.epoch(LEADER);
  }

  /** A compute thread will fetch responses from the worker of this epoch by this port. */
  serve(port: MessagePort): void {
    this.#caller.passPort(port, LEADER);
  }

  /** Why no call can be made now, if so. */
  refusal(): Error | undefined {
    if (this.#caller.isStopped) return new ClientNotActiveError('the client is shut down');
    if (this.#partitionCount === 0) return new ClientOfflineError(undefined, this.connection.whyNot());
    return undefined;
  }

  /** A partition's calls go by one shard: they keep their order. */
  #shardOf(partitionId: number): number {
    return partitionId < 0 ? LEADER : partitionId % this.#shards;
  }

  #onConnected({ candidate, clusterId, partitionCount }: Extract<FromWorker, { type: 'connected' }>): void {
    this.#partitionCount = partitionCount;
    this.#resumption = { candidate, clusterId, partitionCount };
  }
}

/** Adds the usual timeout to a call that has none of its own, unless it rests on the member, or giving it up would lose something. */
function withUsual(
  options: CallOptions | undefined,
  { waits, acquires }: Operation,
  usual: CallOptions,
): CallOptions | undefined {
  if (waits || acquires || options?.timeout !== undefined) return options;
  return options === undefined ? usual : { ...options, ...usual };
}
