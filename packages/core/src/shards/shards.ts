import type { MessagePort } from 'node:worker_threads';
import {
  Caller,
  Place,
  Questions,
  type CallerEvents,
  type CallerProtocol,
  type CallOperation,
  type FloorStats,
  type SentCall,
} from '@offloop/runtime';
import {
  trafficMemory,
  AgentCounter,
  type Address,
  type AgentDiagnosis,
  type FromWorker,
  type ShardSettings,
  type ToWorker,
} from '@offloop/contract';
import type { ConnectionState } from './connection-state.js';
import type { ShardDiagnosis } from './diagnosis.js';
import { Leadership, type LeadershipOwner } from './leadership.js';
import { shardSettings, type ShardsOptions } from './shard-settings.js';
import { shardStats, type ShardStats } from './stats.js';
import { Places, type PlacesOwner } from './places/places.js';

/** Tells the floor which of two kinds a shard is. */
const MIXED = {
  isInline: (shard: number): boolean => shard === Place.LOOP,
  startsLater: (shard: number): boolean => shard === Place.THREAD,
};

/** The shard that every client has. Of two kinds, it is the one on the loop. */
const FIRST_SHARD = 0;
/** Weight of a missing connection, in calls: a shard without connections is chosen only if no other has any. */
const DISCONNECTED = 2 ** 32;

/**
 * The client's shards, and which of them makes a call.
 *
 * A call on a key, or on an object of one partition, goes to the shard of that partition, always the same: so calls of one key keep
 * their order, and a lock is taken, renewed and released by one client UUID. Other calls that change an object go to the shard of the
 * partition of its name, and those that only read to the shard with the fewest calls in flight.
 *
 * @typeParam Operation kinds of calls.
 */
export class Shards<Operation extends CallOperation> {
  readonly #caller: Caller<ShardSettings, Operation, ToWorker, FromWorker>;
  /** Number of shards, at least one. */
  readonly count: number;
  readonly #questions = new Questions<AgentDiagnosis>((shard) => this.tell({ type: 'diagnose' }, shard));
  /** Where each call goes; undefined where all shards are of one kind. */
  readonly places: Places | undefined;
  /** Which shard leads, and whether the client is connected. */
  readonly leadership: Leadership;
  /** State of the client's connection to the cluster. */
  readonly connection: ConnectionState;
  /** True if calls are refused while there is no connection; otherwise they wait for one. */
  readonly #refusesOffline: boolean;
  #partitionCount = 0;
  /** The diagnosis that is under way. */
  #diagnosis: Promise<ShardDiagnosis[]> | undefined;
  /**
   * Memory of the shards' byte counts, made with the first worker, and dropped with the last: a client that is shut down holds no
   * shared memory.
   */
  #traffic: SharedArrayBuffer | undefined;
  /** What waits for the loss of the connections on which cursors are opened. */
  readonly #cursorWaits = new Set<() => void>();
  readonly #onNoThread: (error: unknown) => void;

  /** @param onNoThread is called when a thread is needed and none can be started: all goes on the caller's loop then. */
  constructor(
    options: ShardsOptions,
    protocol: CallerProtocol<Operation>,
    events: CallerEvents<FromWorker>,
    onNoThread: (error: unknown) => void = () => undefined,
  ) {
    this.#onNoThread = onNoThread;
    const { settings, shards, isMixed } = options;
    this.count = shards;
    this.#refusesOffline = settings.reconnectMode === 'ASYNC';
    const leadership = (this.leadership = new Leadership(shards, isMixed, this.#leadershipOwner()));
    this.connection = leadership.connection;
    this.#caller = new Caller(
      {
        ...options,
        ...(isMixed ? MIXED : {}),
        settings: (shard) => {
          const traffic = (this.#traffic ??= trafficMemory(shards));
          return shardSettings(options, shard, leadership.onStart(shard), traffic);
        },
      },
      protocol,
      {
        ...events,
        onRestart: (error, shard) => {
          // The one that was asked is dead.
          this.#questions.answer(shard, null);
          events.onRestart?.(error, shard);
        },
      },
    );
    this.places = isMixed ? new Places(this.#placesOwner()) : undefined;
  }

  /** The shard that does the client's common tasks: see `Leader`. */
  get leader(): number {
    return this.leadership.leader;
  }

  /** Starts the workers. Throws if a thread cannot be started: `stop` then ends those that were. */
  start(): void {
    this.#caller.start();
  }

  /** Ends every worker; calls in flight are rejected. A thread that has not ended after `graceMillis` is ended. */
  async stop(graceMillis: number): Promise<void> {
    this.places?.end();
    this.leadership.end();
    await this.#caller.stop(graceMillis);
    this.#traffic = undefined;
  }

  stats(): ShardStats[] {
    return this.floorStats().map(shardStats);
  }

  /** Returns the floor's figures. The workers' counters are read only when they are asked for. */
  floorStats(): FloorStats[] {
    return this.#caller.stats();
  }

  /** True if the client is shut down: no call can be made any more. */
  get isStopped(): boolean {
    return this.#caller.isStopped;
  }

  /** Number of calls without a completion. */
  get inFlight(): number {
    return this.#caller.inFlight;
  }

  /**
   * Collects the diagnosis of each shard. Resolves after a second at most, whatever state the workers are in. Callers who ask
   * meanwhile get the same one, because it looks at every call in flight.
   */
  diagnose(): Promise<ShardDiagnosis[]> {
    return (this.#diagnosis ??= this.#diagnose().finally(() => (this.#diagnosis = undefined)));
  }

  async #diagnose(): Promise<ShardDiagnosis[]> {
    const all = Array.from({ length: this.count }, (_, shard) => shard);
    const started = all.filter((shard) => this.#caller.isStarted(shard));
    const answers = this.isStopped
      ? []
      : await Promise.all(started.map((shard) => this.#questions.ask(shard)));
    return this.#caller
      .diagnose()
      .slice(0, started.length)
      .map((floor, shard) => ({ ...floor, worker: answers[shard] ?? null }));
  }

  /**
   * True if a call without a partition finds a connection. The client itself may still not be connected, because one of its
   * shards is not.
   */
  get carriesCalls(): boolean {
    return this.leadership.isAnyConnected;
  }

  /** True if a call that opens a cursor finds a connection. */
  get carriesCursors(): boolean {
    return this.leadership.isConnected(this.ofConnections);
  }

  /**
   * Runs `then` when the shard that opens cursors has no connection; at once if it has none.
   *
   * @returns a function after which `then` does not run any more.
   */
  whenNoCursors(then: () => void): () => void {
    if (this.carriesCursors) this.#cursorWaits.add(then);
    else then();
    return () => void this.#cursorWaits.delete(then);
  }

  /** True if there is no connection, and calls do not wait for one. */
  get refusesCalls(): boolean {
    return this.#refusesOffline && !this.connection.isConnected;
  }

  /** Number of partitions; 0 before the first connection. */
  get partitionCount(): number {
    return this.#partitionCount;
  }

  /** Local address of the first connection of the client's first UUID; before it, an empty host and port 0. */
  get localAddress(): Address {
    return this.leadership.localAddress;
  }

  /** The shard that makes the calls of cursors and of transactions: each of those is lost with its connection. */
  get ofConnections(): number {
    return FIRST_SHARD;
  }

  /**
   * Returns the shard that makes a partition's calls, always the same, so that they keep their order. @param partitionId
   * negative: any member.
   */
  shardOf(partitionId: number): number {
    // Of two kinds, the calls that ask here are those that belong to the shard on the loop.
    if (this.count === 1 || this.places !== undefined) return FIRST_SHARD;
    return partitionId < 0 ? this.#leastBusy() : partitionId % this.count;
  }

  /**
   * Makes a call, which settles once, by `resolve` or `reject`. Throws if it is not admitted.
   *
   * @returns the call's slot, by which the shard's worker knows it.
   */
  send(shard: number, call: SentCall<Operation>): number {
    return this.#caller.send(shard, call);
  }

  /**
   * Throws BackpressureError unless this many more calls and bytes are within the limits, for calls that are admitted as a unit.
   */
  checkRoom(calls: number, bytes: number): void {
    this.#caller.checkRoom(calls, bytes);
  }

  /**
   * Sends a control message to the workers, in order with the calls; does nothing once the client is shut down.
   *
   * @param shard the only shard to send it to. Default: all.
   */
  tell(message: ToWorker, shard?: number): void {
    this.#caller.sendControl(message, shard);
  }

  /** Sends a control message to the shard that leads. */
  tellLeader(message: ToWorker): void {
    this.#caller.sendControl(message, this.leader);
  }

  /** Runs `then` when the shard that listens leads: at once, unless its thread has yet to start. */
  whenListening(then: () => void): void {
    if (this.places === undefined) then();
    else this.places.need(then);
  }

  /** Returns the number of workers that a shard has had. Anything left with an earlier one is gone with it. */
  epochOf(shard: number): number {
    return this.#caller.epoch(shard);
  }

  /** Passes a port to the worker that a shard has now. A compute thread fetches responses by it. */
  serve(port: MessagePort, shard: number): void {
    this.#caller.passPort(port, shard);
  }

  /** Takes a worker's answer to `diagnose`. */
  onDiagnosis({ diagnosis }: Extract<FromWorker, { type: 'diagnosis' }>, shard: number): void {
    this.#questions.answer(shard, diagnosis);
  }

  #leadershipOwner(): LeadershipOwner {
    return {
      isStopped: () => this.isStopped,
      connectionsOf: (shard) => this.#caller.stats().at(shard)?.counter(AgentCounter.CONNECTIONS) ?? 0,
      tell: (message, shard) => this.tell(message, shard),
      onEntered: ({ partitionCount }) => (this.#partitionCount = partitionCount),
      onShardLost: (shard) => {
        if (shard !== this.ofConnections) return;
        for (const then of this.#cursorWaits) then();
        this.#cursorWaits.clear();
      },
    };
  }

  #placesOwner(): PlacesOwner {
    const caller = this.#caller;
    const loop = (): FloorStats | undefined => caller.stats()[0];
    return {
      startThread: () => caller.startShard(Place.THREAD),
      isConnected: (place) => this.leadership.isConnected(place),
      isTaken: (place, lane) => caller.isTaken(place, lane),
      inLanes: (place) => caller.inLanesOf(place),
      whenSettled: (place, then) => caller.whenSettled(place, then),
      received: () => ({
        bytes: loop()?.counter(AgentCounter.BYTES_IN) ?? 0,
        messages: loop()?.counter(AgentCounter.MESSAGES_IN) ?? 0,
      }),
      onNoThread: this.#onNoThread,
    };
  }

  /**
   * Returns the shard with the fewest calls. One that is not connected is the last choice: it has few calls because it refuses
   * them.
   */
  #leastBusy(): number {
    let least = FIRST_SHARD;
    let fewest = Infinity;
    for (let shard = 0; shard < this.count; shard++) {
      const calls = this.#caller.inFlightOf(shard);
      const rank = this.leadership.isConnected(shard) ? calls : calls + DISCONNECTED;
      if (rank >= fewest) continue;
      least = shard;
      fewest = rank;
    }
    return least;
  }
}
