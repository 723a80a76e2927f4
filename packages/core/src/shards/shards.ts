import type { MessagePort } from 'node:worker_threads';
import {
  Caller,
  type CallerEvents,
  type CallerOptions,
  type CallerProtocol,
  type CallLimits,
  type CallOperation,
  type CallRequest,
  type FloorStats,
  type Hold,
  type Reject,
  type Resolve,
} from '@offloop/runtime';
import {
  trafficMemory,
  type Address,
  type FromWorker,
  type ShardSettings,
  type ToWorker,
} from '@offloop/contract';
import { ConnectionState } from './connection-state.js';
import { Questions, type ShardDiagnosis } from './diagnosis.js';
import { Leadership } from './leadership.js';
import { shardStats, type ShardStats } from './stats.js';

/** What shards are made with: the floor's options, and the settings of the first worker. */
export interface ShardsOptions extends Omit<CallerOptions<ShardSettings>, 'settings'> {
  readonly settings: CommonSettings;
  /** The client's UUID at members: a shard each. Members keep one backup listener a UUID. */
  readonly clientUuids: readonly string[];
}

/** What the agents of all shards are started with. */
export type CommonSettings = Omit<ShardSettings, 'clientUuid' | 'leads' | 'resumption' | 'shard' | 'traffic'>;

type Connected = Extract<FromWorker, { type: 'connected' }>;

/** What has become of the client by a shard's connection. */
export interface Entered {
  /** Whether the cluster is another than the one before. */
  readonly isOther: boolean;
}

/** The shard that a client of one worker has. */
const ONLY = 0;
/** Counts for more calls than there can be. */
const DISCONNECTED = 2 ** 32;

/**
 * The client's shards, and which of them leads.
 *
 * A call on a key, or on an object of one partition, goes to the shard of that partition, always the same: so calls of one key keep
 * their order, and a lock is taken, renewed and released by one client UUID. Other calls that change an object go to the shard of the
 * partition of its name, and those that only read to the shard with the fewest calls in flight. The client is connected while each of its shards is.
 *
 * @typeParam Operation kinds of calls.
 */
export class Shards<Operation extends CallOperation> {
  readonly #caller: Caller<ShardSettings, Operation, ToWorker, FromWorker>;
  /** How many there are: at least one. */
  readonly count: number;
  /** One for each shard: an answer of a worker that moves is not kept for one that stands still. */
  readonly #questions: readonly Questions[];
  readonly #leadership: Leadership;
  /** Whether the client is connected. */
  readonly connection: ConnectionState = new ConnectionState();
  /** Whether calls are refused while there is no connection; otherwise they wait for one. */
  readonly #refusesOffline: boolean;
  #partitionCount = 0;
  #localAddress: Address = { host: '', port: 0 };
  /** The cluster that all shards were in last; '' before the first. */
  #clusterId = '';
  /** Made with the first worker, and let go with the last: a client that is shut down holds no shared memory. */
  #traffic: SharedArrayBuffer | undefined;

  constructor(options: ShardsOptions, protocol: CallerProtocol<Operation>, events: CallerEvents<FromWorker>) {
    const { settings, clientUuids, shards } = options;
    this.count = shards;
    this.#questions = Array.from(
      { length: shards },
      (_, shard) =>
        new Questions({
          tell: (message) => this.tell(message, shard),
          epoch: () => this.epochOf(shard),
        }),
    );
    this.#refusesOffline = settings.reconnectMode === 'ASYNC';
    const leadership = (this.#leadership = new Leadership(shards));
    this.#caller = new Caller(
      {
        ...options,
        settings: (shard) => ({
          ...settings,
          ...leadership.onStart(shard),
          shard,
          traffic: (this.#traffic ??= trafficMemory(shards)),
          clientName: shard === 0 ? settings.clientName : `${settings.clientName}#${shard}`,
          clientUuid: clientUuids[shard],
        }),
      },
      protocol,
      events,
    );
  }

  /** The shard that does what a client does once: see `Leader`. */
  get leader(): number {
    return this.#leadership.leader;
  }

  /** Throws where no thread can be started: `stop` then ends those that were. */
  start(): void {
    this.#caller.start();
  }

  /** Ends every worker; calls in flight are rejected. A thread that has not ended after `graceMillis` is ended. */
  async stop(graceMillis: number): Promise<void> {
    await this.#caller.stop(graceMillis);
    this.#traffic = undefined;
  }

  stats(): ShardStats[] {
    return this.floorStats().map(shardStats);
  }

  /** Without what the workers have counted, unless asked for it. */
  floorStats(): FloorStats[] {
    return this.#caller.stats();
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
    const answers = this.isStopped ? [] : await Promise.all(this.#questions.map((each) => each.ask()));
    return this.#caller.diagnose().map((floor, shard) => ({ ...floor, worker: answers[shard] ?? null }));
  }

  /** Whether a call without a partition finds a connection: also while the client is not connected, as one of its shards is not. */
  get carriesCalls(): boolean {
    return this.#leadership.isAnyConnected;
  }

  /** Whether there is no connection, and calls do not wait for one. */
  get refusesCalls(): boolean {
    return this.#refusesOffline && !this.connection.isConnected;
  }

  /** 0 before the first connection. */
  get partitionCount(): number {
    return this.#partitionCount;
  }

  /** The local end of the first connection of the client's first UUID: no host, and port 0, before. */
  get localAddress(): Address {
    return this.#localAddress;
  }

  /** The shard of calls that open, read and close cursors: a cursor is bound to one connection. */
  get ofCursors(): number {
    return ONLY;
  }

  /** The shard of a partition's calls, always the same: they keep their order. @param partitionId negative: any member's. */
  shardOf(partitionId: number): number {
    if (this.count === 1) return ONLY;
    return partitionId < 0 ? this.#leastBusy() : partitionId % this.count;
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

  /**
   * Sends a control message to the workers, in order with the calls; nothing once the client is shut down.
   *
   * @param shard the only one that is told.
   */
  tell(message: ToWorker, shard?: number): void {
    this.#caller.sendControl(message, shard);
  }

  /** Tells the shard that leads. */
  tellLeader(message: ToWorker): void {
    this.#caller.sendControl(message, this.leader);
  }

  /** Counts the workers there have been: what was left with one is gone with it. @param shard of this one only. */
  epochOf(shard: number): number {
    return this.#caller.epoch(shard);
  }

  /** Passes on the port by which a compute thread fetches responses from the worker that a shard has now. */
  serve(port: MessagePort, shard: number): void {
    this.#caller.passPort(port, shard);
  }

  /**
   * The first connection of a shard, at its start or after an outage.
   *
   * @returns undefined unless the client is connected by it: the other shards may not be, or to another cluster.
   */
  onConnected(message: Connected, shard: number): Entered | undefined {
    const leadership = this.#leadership;
    const cluster = leadership.onConnected(message, shard);
    if (shard === ONLY) this.#localAddress = message.localAddress;
    if (cluster !== undefined) this.#followTo(shard, { type: 'follow', cluster });
    return this.#enter();
  }

  /** Another shard leads than before: the client is not connected again before that one listens. */
  onTakeover(): void {
    this.#leadership.onTakeover();
  }

  /** The new leader listens. @returns as `onConnected`. */
  onTakenOver(): Entered | undefined {
    this.#leadership.onTakenOver();
    return this.connection.isConnected ? undefined : this.#enter();
  }

  #enter(): Entered | undefined {
    const { isComplete, cluster } = this.#leadership;
    if (!isComplete || cluster === null) return undefined;
    const { clusterId, partitionCount } = cluster;
    // Compared here and not in the worker, whose memory may be younger than the client's.
    const isOther = this.#clusterId !== '' && this.#clusterId !== clusterId;
    this.connection.onConnected();
    this.#partitionCount = partitionCount;
    this.#clusterId = clusterId;
    return { isOther };
  }

  /** A shard has lost its last connection, or its worker. @returns whether the client was connected. */
  onDisconnected(reason: string, shard: number): boolean {
    this.#leadership.onDisconnected(shard);
    return this.connection.onLost(reason);
  }

  /** What a worker answered to `diagnose`. */
  onDiagnosis(message: Extract<FromWorker, { type: 'diagnosis' }>, shard: number): void {
    this.#questions[shard].onAnswer(message);
  }

  #followTo(leader: number, message: ToWorker): void {
    for (let shard = 0; shard < this.count; shard++) {
      if (shard !== leader) this.#caller.sendControl(message, shard);
    }
  }

  /** A shard that is not connected is the last choice: it has few calls because it refuses them. */
  #leastBusy(): number {
    let least = ONLY;
    let fewest = Infinity;
    for (let shard = 0; shard < this.count; shard++) {
      const calls = this.#caller.inFlightOf(shard);
      const rank = this.#leadership.isConnected(shard) ? calls : calls + DISCONNECTED;
      if (rank >= fewest) continue;
      least = shard;
      fewest = rank;
    }
    return least;
  }
}
