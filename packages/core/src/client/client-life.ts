import { handle, type CandidateCluster, type WireError } from '@offloop/contract';
import type { ClientConfig, ResolvedConfig } from '../config/client-config.js';
import { LifecycleState } from '../config/lifecycle-state.js';
import { ClientNotAllowedInClusterError, IllegalStateError } from '@offloop/values';
import { errorFromWire } from '../errors/rebuild.js';
import { threadError } from '../errors/own-errors.js';
import { periodWarning } from '../config/sections/metrics-config.js';
import type { ILogger } from '../logging/logger.js';
import type { WorkerHandlers } from '../shards/worker-handlers.js';
import {
  connectionClose,
  connectionOpen,
  workerRestart,
  type ConnectionMessage,
  type RestartMessage,
} from '../tracing/channels.js';
import { clientParts, type ClientParts } from './client-parts.js';
import { whyNotConnected, type ClientDiagnosis } from './diagnosis.js';
import { Leader } from './leader.js';
import type { StartWatch } from './start-watch.js';
import { withResolvers, type PromiseWithResolvers } from '../calls/with-resolvers.js';

/** Milliseconds that `shutdown` gives the worker to close its connections before it ends the thread. */
const SHUTDOWN_GRACE_MILLIS = 5_000;

/** Runs a client from its start to its end: reacts when a worker sends a message or dies, and when the client is to stop. */
export class ClientLife {
  readonly parts: ClientParts;
  readonly #leader: Leader;
  readonly #config: ResolvedConfig;
  readonly #logger: ILogger;
  readonly #watch: StartWatch;
  readonly #connected: PromiseWithResolvers<void> = withResolvers();
  /** Rejects when the client is shut down. */
  readonly #stopped: PromiseWithResolvers<never> = withResolvers();
  #shutdown: Promise<void> | undefined;

  constructor(
    config: ResolvedConfig,
    candidates: readonly CandidateCluster[],
    failoverTryCount: number | null,
    logger: ILogger,
    watch: StartWatch,
  ) {
    this.#config = config;
    this.#logger = logger;
    this.#watch = watch;
    // If nobody waits for the connection, its failure must not end the process.
    this.#connected.promise.catch(() => undefined);
    this.#stopped.promise.catch(() => undefined);
    this.parts = clientParts(config, candidates, failoverTryCount, logger, {
      onControl: (message, shard) => handle(handlers, message, shard),
      onEvent: (number, bytes, start, end, shard) => this.#onEvent(number, bytes, start, end, shard),
      onRestart: (error, shard) => this.#onRestart(error, shard),
      onEnd: (error) => this.#onEnd(error),
    });
    this.#leader = new Leader(this.parts, logger, () => this.#connected.resolve());
    const handlers = this.#handlers();
  }

  /**
   * Resolves when the client is connected; with `connectionStrategy.asyncStart` before that.
   *
   * @param given the configuration as the program gave it: a custom load balancer gets it.
   */
  async start(given: ClientConfig): Promise<void> {
    const { lifecycle, workers, shards, cluster } = this.parts;
    lifecycle.emit(LifecycleState.STARTING);
    this.#logger.debug('Client', `worker threads: ${workers.workers} (${workers.reason})`);
    const warning = periodWarning(this.#config.metrics, this.#config.properties);
    if (warning !== undefined) this.#logger.warn('Statistics', warning);
    try {
      shards.start();
    } catch (error) {
      // There is no thread to run it.
      await this.shutdown();
      throw error;
    }
    lifecycle.emit(LifecycleState.STARTED);
    const connected = this.#watch.during('a connection', this.#connected.promise, async () =>
      whyNotConnected(await this.diagnose()),
    );
    connected.catch(() => undefined);
    try {
      if (!this.#config.connectionStrategy.asyncStart) await connected;
      const { customLoadBalancer } = this.#config.loadBalancer;
      const initialized: unknown = customLoadBalancer?.initLoadBalancer(cluster, given);
      // Not all are as synchronous as the interface, and one that never settles must not outlive the client.
      const settled = Promise.race([initialized, this.#stopped.promise]);
      await this.#watch.during('the custom load balancer (initLoadBalancer)', settled);
    } catch (error) {
      await this.shutdown();
      throw error;
    }
  }

  /** Closes all connections and ends the workers. Each call returns the same promise. */
  shutdown(): Promise<void> {
    if (this.#shutdown === undefined) {
      const { promise, resolve, reject } = withResolvers<void>();
      // Set before the work begins: a lifecycle listener may call `shutdown` during it.
      this.#shutdown = promise;
      this.#stop().then(resolve, reject);
    }
    return this.#shutdown;
  }

  /** Collects the client's diagnosis. Resolves after a second at most, whatever state the workers are in. */
  async diagnose(): Promise<ClientDiagnosis> {
    const { listeners, shards } = this.parts;
    return {
      start: this.#watch.waits,
      listeners: { registered: listeners.size, waiting: listeners.waiting },
      shards: await shards.diagnose(),
    };
  }

  async #stop(): Promise<void> {
    const { lifecycle, shards, sessions, pool, nearCaches } = this.parts;
    lifecycle.emit(LifecycleState.SHUTTING_DOWN);
    nearCaches.end();
    this.#connected.reject(new IllegalStateError('the client was shut down before it was connected'));
    this.#stopped.reject(new IllegalStateError('the client was shut down before it was started'));
    if (shards.carriesCalls) await sessions.close();
    await Promise.all([pool.stop(), shards.stop(SHUTDOWN_GRACE_MILLIS)]);
    lifecycle.emit(LifecycleState.SHUTDOWN);
  }

  #handlers(): WorkerHandlers {
    const client = this.parts.name;
    const { shards, completions, traces } = this.parts;
    const logger = this.#logger;
    const leader = this.#leader;
    return {
      ...leader.handlers(),
      connected: (message, shard) => shards.leadership.onConnected(message, shard),
      disconnected: ({ reason }, shard) => leader.onShardLost(reason, shard),
      unreachable: ({ reason }) => shards.connection.onUnreachable(reason),
      'gave-up': ({ error }, shard) => this.#giveUp(error, shard),
      'connection-opened': ({ member, address }, shard) => {
        connectionOpen.publish({ client, member, address } satisfies ConnectionMessage);
        leader.onConnectionOpened(shard);
      },
      'connection-lost': ({ member, address, reason }, shard) => {
        connectionClose.publish({ client, member, address, reason } satisfies ConnectionMessage);
        leader.onConnectionLost(shard);
      },
      'call-retried': (message, shard) => traces.onRetried(message, shard),
      'call-ended': (message, shard) => traces.onEnded(message, shard),
      shape: ({ number, keys }, shard) => completions.ofShard(shard).onShape(number, keys),
      diagnosis: (message, shard) => shards.onDiagnosis(message, shard),
      log: ({ level, source, message }, shard) =>
        logger[level](source, shard === 0 ? message : `shard ${shard}: ${message}`),
    };
  }

  /** @param number number of the listener; inverted if a table of values comes before the message. */
  #onEvent(number: number, bytes: Buffer, start: number, end: number, shard: number): void {
    const { listeners, completions } = this.parts;
    if (number >= 0) listeners.onEvent(number, bytes, start, end);
    else listeners.onEvent(~number, bytes, start, end, completions.ofShard(shard).shapes);
  }

  #giveUp(error: WireError, shard: number): void {
    this.#leader.onShardLost(error.message, shard);
    this.#logger.error('Client', error.message);
    const reason = errorFromWire(error);
    // As officially: the class of the cause alone says that the cluster refuses the client.
    const isRefused = reason instanceof ClientNotAllowedInClusterError;
    this.#connected.reject(
      isRefused
        ? new IllegalStateError(`Unable to connect to any cluster. ${reason.message}`, reason)
        : reason,
    );
    void this.shutdown();
  }

  /** A worker died, and another takes its place. */
  #onRestart(error: Error, shard: number): void {
    const { name } = this.parts;
    workerRestart.publish({ client: name, error } satisfies RestartMessage);
    this.#logger.error('Runtime', 'the worker thread died and was replaced', error);
    this.#leader.onRestart(shard);
    this.#leader.onShardLost('the worker thread died', shard);
  }

  /** Reacts to the end of all workers, when none will come: everything in flight was rejected. */
  #onEnd(error: Error | undefined): void {
    const { schemas, listeners, loops, nearCaches, shards } = this.parts;
    if (error !== undefined) this.#logger.error('Runtime', 'the worker thread died', error);
    this.#connected.reject(
      error === undefined ? new IllegalStateError('the client was shut down') : threadError(error),
    );
    // A worker that died, or was left behind, has not reported it.
    const reason = error === undefined ? 'the client is shut down' : 'the worker thread died';
    this.#leader.onShardLost(reason, shards.leader);
    listeners.end();
    schemas.end();
    loops.end();
    nearCaches.end();
    void this.shutdown();
  }
}
