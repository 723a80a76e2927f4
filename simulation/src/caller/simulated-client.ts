import type { FloorStats } from '@offloop/runtime';
import type { CreateAgent } from '@offloop/runtime/thread';
import {
  handle,
  type FromWorker,
  type MessageHandlers,
  type ShardSettings,
  type ToWorker,
} from '@offloop/contract';
import type { ILogger, LifecycleState } from 'offloop';
import {
  DataDecoder,
  DEFAULT_SERIALIZATION,
  Leader,
  ListenerRegistry,
  NearCaches,
  readNearCaches,
  Shards,
  type SerializationSettings,
} from 'offloop/internal';
import type { Plan } from '../plan/plan.js';
import { NEAR_MAP } from '../exchange/names.js';
import { shardsOptions } from './options.js';
import { Protocol, type Operation } from './protocol.js';

/** Milliseconds within which a client that is shut down has ended its threads. */
/** Milliseconds for which a listener waits for its thread: the default of a client. */
const LISTENERS_WAIT = 120_000;
const SHUTDOWN_GRACE = 5_000;

/** A listener is there, was refused, or is removed. */
export type ListenerStage = 'listening' | 'refused' | 'gone';

/** What the caller's thread hears, and what it tells the worker that listens. */
export interface ClientWatch {
  onControl(message: FromWorker, shard: number): void;
  onLifecycle(state: LifecycleState): void;
  onRestart(): void;
  onTold(message: ToWorker): void;
  /** An event lies in `bytes[start, end)`; the listener hears of it behind this. */
  onEvent(registration: number, bytes: Buffer, start: number, end: number): void;
  /** What the leader tells of its listeners. */
  onStage(registration: number, stage: ListenerStage): void;
  onMembers(uuids: readonly string[]): void;
  onPartitions(owners: ReadonlyMap<number, string>): void;
}

/** The members that own partitions, by these. */
export function ownersOf(
  owners: readonly (readonly [uuid: string, ids: readonly number[]])[],
): Map<number, string> {
  return new Map(owners.flatMap(([uuid, ids]) => ids.map((id) => [id, uuid])));
}

function nothing(): void {
  // The world has nothing that would hear of it.
}

const SILENT: ILogger = {
  log: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
};

/** Keys are serialized as the simulation writes them. */
export const SERIALIZATION: SerializationSettings = {
  ...DEFAULT_SERIALIZATION,
  defaultNumberType: 'integer',
};

/**
 * The client on the caller's thread, as far as it is simulated: its shards, the leader, listeners. Sessions, schemas and proxies are left
 * out.
 */
export class SimulatedClient {
  readonly shards: Shards<Operation>;
  readonly listeners: ListenerRegistry;
  readonly nearCaches: NearCaches;
  readonly decoder: DataDecoder = new DataDecoder(SERIALIZATION);
  readonly protocol: Protocol = new Protocol();
  readonly logger: ILogger = SILENT;
  readonly #watch: ClientWatch;
  readonly #leader: Leader;
  readonly #handlers: MessageHandlers<FromWorker, readonly [shard: number]>;

  /** @param createInline makes the agent of a shard on the caller's loop. */
  constructor(plan: Plan, createInline: CreateAgent<ShardSettings>, watch: ClientWatch) {
    this.#watch = watch;
    const shards = (this.shards = new Shards(shardsOptions(plan, createInline), this.protocol, {
      onControl: (message, shard) => {
        handle(this.#handlers, message, shard);
        watch.onControl(message, shard);
      },
      onEvent: (number, bytes, start, end, shard) => this.#onEvent(number, bytes, start, end, shard),
      onRestart: (_error, shard) => this.#onRestart(shard),
      onEnd: () => {
        this.listeners.end();
        this.nearCaches.end();
      },
    }));
    this.listeners = new ListenerRegistry(
      {
        tellLeader: (message) => {
          watch.onTold(message);
          shards.tellLeader(message);
        },
        whenListening: (then) => shards.whenListening(then),
        get isStopped() {
          return shards.isStopped;
        },
        get carriesCalls() {
          return shards.carriesCalls;
        },
      },
      SILENT,
      LISTENERS_WAIT,
    );
    this.nearCaches = this.#makeNearCaches(plan);
    this.#leader = new Leader(this.#parts(), SILENT, nothing);
    this.#handlers = this.#workerHandlers();
  }

  stats(): FloorStats[] {
    return this.shards.floorStats();
  }

  /** Calls without a completion, of all shards. */
  get inFlight(): number {
    return this.shards.inFlight;
  }

  start(): void {
    this.shards.start();
  }

  stop(): Promise<void> {
    this.nearCaches.end();
    return this.shards.stop(SHUTDOWN_GRACE);
  }

  #makeNearCaches({ nearCache, smartRouting, redoOperation }: Plan): NearCaches {
    const { listeners, shards } = this;
    const config = { inMemoryFormat: nearCache?.isBinary === true ? 'BINARY' : 'OBJECT' };
    const properties = {
      'hazelcast.invalidation.reconciliation.interval.seconds': (nearCache?.interval ?? 0) / 1000,
      'hazelcast.invalidation.max.tolerated.miss.count': 10,
    };
    return new NearCaches(
      readNearCaches(nearCache === null ? {} : { [NEAR_MAP]: config }, 'nearCaches'),
      properties,
      {
        listeners,
        smartRouting,
        serialization: SERIALIZATION,
        invoker: shards,
        logger: SILENT,
        tell: (message) => shards.tellLeader(message),
        statisticsPeriodMillis: 0,
        redoOperation,
      },
    );
  }

  /** What the leader needs of a client: what is simulated of it, and stand-ins for the rest. */
  #parts(): ConstructorParameters<typeof Leader>[0] {
    const { listeners, shards } = this;
    const watch = this.#watch;
    return {
      shards,
      listeners: {
        onListening: (number) => {
          watch.onStage(number, 'listening');
          listeners.onListening(number);
        },
        onListenFailed: (number, error) => {
          watch.onStage(number, 'refused');
          listeners.onListenFailed(number, error);
        },
        onUnlistened: (number, wasKnown) => {
          watch.onStage(number, 'gone');
          listeners.onUnlistened(number, wasKnown);
        },
        onTakeover: (onTakenOver) => listeners.onTakeover(onTakenOver),
      },
      cluster: {
        onMembers: (members) => watch.onMembers(members.map(({ uuid }) => uuid)),
      },
      partitions: {
        onPartitions: (owners) => watch.onPartitions(ownersOf(owners)),
      },
      nearCaches: this.nearCaches,
      sessions: { onClosed: nothing, onRestart: nothing },
      schemas: { onRestart: nothing },
      lifecycle: { emit: (state) => watch.onLifecycle(state) },
      proxies: { recreate: nothing },
      loops: { onConnected: nothing },
    };
  }

  /** Handlers that do nothing stand for what is left out, and for messages that only the oracles hear. */
  #workerHandlers(): MessageHandlers<FromWorker, readonly [shard: number]> {
    const leader = this.#leader;
    return {
      ...leader.handlers(),
      connected: (message, shard) => this.shards.leadership.onConnected(message, shard),
      disconnected: ({ reason }, shard) => leader.onShardLost(reason, shard),
      'connection-opened': (_message, shard) => leader.onConnectionOpened(shard),
      'connection-lost': (_message, shard) => leader.onConnectionLost(shard),
      shape: ({ number, keys }, shard) => this.protocol.ofShard(shard).onShape(number, keys),
      'call-retried': nothing,
      'call-ended': nothing,
      unreachable: nothing,
      diagnosis: nothing,
      'gave-up': nothing,
      log: nothing,
    };
  }

  /** @param number of the registration. */
  #onEvent(number: number, bytes: Buffer, start: number, end: number, _shard: number): void {
    this.#watch.onEvent(number, bytes, start, end);
    this.listeners.onEvent(number, bytes, start, end);
  }

  #onRestart(shard: number): void {
    this.#watch.onRestart();
    this.#leader.onRestart(shard);
    this.#leader.onShardLost('the worker thread died', shard);
  }
}
