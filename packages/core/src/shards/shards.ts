import type { MessagePort } from 'node:worker_threads';
import {
  Caller,
  type CallerEvents,
  type CallerOptions,
  type CallerProtocol,
  type CallLimits,
  type CallOperation,
  type CallRequest,
  type Hold,
  type Reject,
  type Resolve,
} from '@offloop/runtime';
import type { Address, FromWorker, Resumption, ShardSettings, ToWorker } from '@offloop/workers';
import { ConnectionState } from './connection-state.js';
import { Questions, type ShardDiagnosis } from './diagnosis.js';
import { shardStats, type ShardStats } from './stats.js';

/** What shards are made with: the floor's options, and the settings of the first worker. */
export interface ShardsOptions extends Omit<CallerOptions<ShardSettings>, 'settings'> {
  readonly settings: ShardSettings;
}

type Connected = Extract<FromWorker, { type: 'connected' }>;

/** The shard that follows the cluster for all of them. */
const LEADER = 0;

/** The client's shards, and what the leading one knows of the cluster. @typeParam Operation kinds of calls. */
export class Shards<Operation extends CallOperation> {
  readonly #caller: Caller<ShardSettings, Operation, ToWorker, FromWorker>;
  readonly #count: number;
  readonly #questions: Questions;
  /** What the leading shard tells of its connections. */
  readonly connection: ConnectionState = new ConnectionState();
  #partitionCount = 0;
  #localAddress: Address = { host: '', port: 0 };
  /** The cluster last entered: a new worker goes on where the one before was. */
  #resumption: Resumption | null = null;

  constructor(options: ShardsOptions, protocol: CallerProtocol<Operation>, events: CallerEvents<FromWorker>) {
    const { settings, shards } = options;
    this.#count = shards;
    this.#questions = new Questions(this, shards);
    this.#caller = new Caller(
      { ...options, settings: () => ({ ...settings, resumption: this.#resumption }) },
      protocol,
      events,
    );
  }

  /** Throws where no thread can be started: `stop` then ends those that were. */
  start(): void {
    this.#caller.start();
  }

  /** Ends every worker; calls in flight are rejected. A thread that has not ended after `graceMillis` is ended. */
  stop(graceMillis: number): Promise<void> {
    return this.#caller.stop(graceMillis);
  }

  stats(): ShardStats[] {
    return this.#caller.stats().map(shardStats);
  }

  /** Whether the client is shut down: no call can be made any more. */
  get isStopped(): boolean {
    return this.#caller.isStopped;
  }

  /** Calls without a completion. */
  get inFlight(): number {
    return this.#caller.inFlight;
  }

  /** Resolves after a second at most, whatever state the workers are in. */
  async diagnose(): Promise<ShardDiagnosis[]> {
    const answers = this.isStopped ? new Map<number, never>() : await this.#questions.ask();
    return this.#caller.diagnose().map((floor, shard) => ({ ...floor, worker: answers.get(shard) ?? null }));
  }

  /** 0 before the first connection. */
  get partitionCount(): number {
    return this.#partitionCount;
  }

  /** The local end of the first connection: no host, and port 0, before. */
  get localAddress(): Address {
    return this.#localAddress;
  }

  /** The shard of a partition's calls, always the same: they keep their order. @param partitionId negative: any member's. */
  shardOf(partitionId: number): number {
    return partitionId < 0 ? LEADER : partitionId % this.#count;
  }

  /**
   * Makes a call, which settles once, by `resolve` or `reject`. Throws where it was not admitted.
   *
   * @param hold the request waits until this is released.
   * @returns the call's slot, by which the shard's worker knows it.
   */
  send(
    shard: number,
    operation: Operation,
    request: CallRequest,
    limits: CallLimits | undefined,
    resolve: Resolve,
    reject: Reject,
    hold: Hold | undefined,
  ): number {
    return this.#caller.send(shard, operation, request, limits, resolve, reject, hold);
  }

  /** Throws BackpressureError unless that many more calls and bytes are within the limits: for what is admitted as a unit. */
  checkRoom(calls: number, bytes: number): void {
    this.#caller.checkRoom(calls, bytes);
  }

  /** Sends a control message to the workers, in order with the calls; nothing once the client is shut down. */
  tell(message: ToWorker): void {
    this.#caller.sendControl(message);
  }

  /** Counts the leading shard's workers: what was left with one is gone with it. */
  get epoch(): number {
    return this.#caller.epoch(LEADER);
  }

  /** Passes on the port by which a compute thread fetches responses from the worker of this epoch. */
  serve(port: MessagePort): void {
    this.#caller.passPort(port, LEADER);
  }

  /** The first connection of an outage, or of the start. @returns whether it is to another cluster than the one before. */
  onConnected({ candidate, clusterId, partitionCount, localAddress }: Connected): boolean {
    // Compared here and not in the worker, whose memory may be younger than the client's.
    const isOther = this.#resumption !== null && this.#resumption.clusterId !== clusterId;
    this.connection.onConnected();
    this.#partitionCount = partitionCount;
    this.#resumption = { candidate, clusterId, partitionCount };
    this.#localAddress = localAddress;
    return isOther;
  }

  /** What a worker answered to `diagnose`. */
  onDiagnosis(message: Extract<FromWorker, { type: 'diagnosis' }>, shard: number): void {
    this.#questions.onAnswer(message, shard);
  }
}
