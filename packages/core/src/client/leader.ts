import type { FromWorker } from '@offloop/contract';
import type { SchemaService } from '../calls/schemas/schema-service.js';
import type { ClusterService } from '../cluster/cluster-service.js';
import { LifecycleState } from '../config/lifecycle-state.js';
import type { Sessions } from '../cp/sessions.js';
import type { ILogger } from '../logging/logger.js';
import type { NearCaches } from '../map/near-cache/near-caches.js';
import type { ListenerRegistry } from '../objects/listeners/listener-registry.js';
import type { ProxyRegistry } from '../objects/proxy-registry.js';
import type { Entered, Shards } from '../shards/shards.js';
import type { WorkerHandlers } from '../shards/worker-handlers.js';
import type { ReadingLoops } from '../topic/reading-loops.js';
import type { Lifecycle } from './lifecycle.js';
import type { PartitionServiceImpl } from './partition-service.js';

type Told<Type extends FromWorker['type']> = Extract<FromWorker, { type: Type }>;

/** The parts of a client that the leader needs. */
export interface LeaderParts {
  readonly shards: Pick<
    Shards<never>,
    | 'leader'
    | 'tellLeader'
    | 'onConnected'
    | 'onDisconnected'
    | 'onTakeover'
    | 'onTakenOver'
    | 'handOver'
    | 'places'
  > & { readonly connection: { readonly isConnected: boolean } };
  readonly lifecycle: Pick<Lifecycle, 'emit'>;
  readonly cluster: Pick<ClusterService, 'onMembers'>;
  readonly partitions: Pick<PartitionServiceImpl, 'onPartitions'>;
  readonly listeners: Pick<
    ListenerRegistry,
    'onListening' | 'onListenFailed' | 'onUnlistened' | 'onTakeover'
  >;
  readonly schemas: Pick<SchemaService, 'onRestart'>;
  readonly sessions: Pick<Sessions, 'onClosed' | 'onRestart'>;
  readonly nearCaches: Pick<
    NearCaches,
    'onAsked' | 'onConnectionOpened' | 'onConnectionLost' | 'onMembers' | 'onChangedCluster' | 'onRestart'
  >;
  readonly proxies: Pick<ProxyRegistry<never>, 'recreate'>;
  readonly loops: Pick<ReadingLoops, 'onConnected'>;
}

/** The latest view of the cluster that a shard has reported. */
interface View {
  members: Told<'members'> | undefined;
  partitions: Told<'partitions'> | undefined;
}

/** Handlers of messages that count only if the leading shard sends them. */
type LeadersMessages = Pick<
  WorkerHandlers,
  | 'changed-cluster'
  | 'members'
  | 'partitions'
  | 'listening'
  | 'listen-failed'
  | 'unlistened'
  | 'invalidations-asked'
  | 'session-closed'
>;

/**
 * The parts that a client has once, whatever the number of its shards: its lifecycle, the view of the cluster, listeners and their
 * events, CP sessions, Compact schemas, near caches. One shard does the work that members do once a client; the others only carry calls.
 *
 * ```
 *   the leader's worker dies ─▶ the next shard leads: its view of the cluster counts,
 *                               it listens (`listen`), it keeps the sessions (`keep-session`), it sends statistics (`lead`)
 *                            ─▶ all listeners are made ─▶ near caches are repaired; CONNECTED, if all shards are
 * ```
 *
 * In a client of one worker no other shard can take over: there the worker that replaces the dead one is told the same.
 */
export class Leader {
  readonly #parts: LeaderParts;
  readonly #logger: ILogger;
  readonly #onConnected: () => void;
  readonly #views = new Map<number, View>();
  /** The shard that was told to lead. */
  #shard: number;
  /** Version of the member list; −1: any version is accepted. */
  #membersVersion = -1;
  /** Name of the cluster that a failover went to, until all shards are there. */
  #changedTo: string | undefined;

  /** @param onConnected called whenever the client is connected, before any listener is told. */
  constructor(parts: LeaderParts, logger: ILogger, onConnected: () => void) {
    this.#onConnected = onConnected;
    this.#parts = parts;
    this.#logger = logger;
    this.#shard = parts.shards.leader;
  }

  /** Returns the handlers of messages that count only if the leading shard sends them. */
  handlers(): LeadersMessages {
    const { listeners, sessions, partitions, nearCaches } = this.#parts;
    return {
      'changed-cluster': ({ clusterName }, shard) => {
        if (shard === this.#shard) this.#onChanged(clusterName);
      },
      members: (message, shard) => {
        this.#viewOf(shard).members = message;
        if (shard === this.#shard) this.#onMembers(message);
      },
      partitions: (message, shard) => {
        this.#viewOf(shard).partitions = message;
        if (shard === this.#shard) partitions.onPartitions(message.owners);
      },
      listening: ({ registration }, shard) => {
        if (shard === this.#shard) listeners.onListening(registration);
      },
      'listen-failed': ({ registration, error }, shard) => {
        if (shard === this.#shard) listeners.onListenFailed(registration, error);
      },
      unlistened: ({ registration, wasKnown }, shard) => {
        if (shard === this.#shard) listeners.onUnlistened(registration, wasKnown);
      },
      'invalidations-asked': ({ failure }, shard) => {
        if (shard === this.#shard) nearCaches.onAsked(failure);
      },
      'session-closed': ({ session }) => sessions.onClosed(session),
    };
  }

  /** Reacts to a new connection that carries calls. */
  onConnectionOpened(shard: number): void {
    // The others' connections bring no invalidations.
    if (shard === this.#shard) this.#parts.nearCaches.onConnectionOpened();
    this.#tryToHandOver();
  }

  onConnectionLost(shard: number): void {
    if (shard === this.#shard) this.#parts.nearCaches.onConnectionLost();
  }

  onConnected(message: Told<'connected'>, shard: number): void {
    this.#onEntered(this.#parts.shards.onConnected(message, shard));
    this.#tryToHandOver();
  }

  #tryToHandOver(): void {
    if (this.#parts.shards.handOver(() => this.#tryToHandOver())) this.#handOver();
  }

  /**
   * The thread leads from now on. Nothing is lost or told twice: listeners wait for the thread before they are made, and the views of the
   * cluster have versions. The client stays connected, or is connected again if the shard on the loop had lost its connection.
   */
  #handOver(): void {
    const { shards, sessions, schemas } = this.#parts;
    const before = this.#shard;
    this.#shard = shards.leader;
    schemas.onRestart(this.#shard);
    sessions.onRestart();
    this.#adoptView();
    this.#logger.debug(
      'Client',
      `shard ${this.#shard} leads: the worker thread took over from shard ${before}`,
    );
    this.#onEntered(shards.onTakenOver());
    shards.places?.onThreadLeads();
  }

  #onEntered(entered: Entered | undefined): void {
    if (entered === undefined) return;
    const { lifecycle, proxies, loops, nearCaches } = this.#parts;
    const { isOther } = entered;
    this.#onConnected();
    this.#parts.shards.places?.onConnected();
    if (isOther) {
      proxies.recreate();
      nearCaches.onChangedCluster();
    }
    loops.onConnected(isOther);
    // CONNECTED also for a cluster that took the place of the one before: CHANGED_CLUSTER is for the failover to another.
    lifecycle.emit(LifecycleState.CONNECTED);
    if (this.#changedTo !== undefined) this.#onChanged(this.#changedTo);
  }

  /**
   * Reacts to the loss of a shard's last connection. A worker that dies may have reported it before, or may never have been
   * connected.
   */
  onDisconnected(reason: string, shard: number): void {
    const { lifecycle, shards } = this.#parts;
    this.#views.delete(shard);
    // Versions of member lists hold across connections, but not across outages.
    if (shard === this.#shard) this.#membersVersion = -1;
    if (shards.onDisconnected(reason, shard)) lifecycle.emit(LifecycleState.DISCONNECTED);
  }

  /**
   * Reacts to the death of a shard's worker, which another replaces: what members and the worker kept for this client is lost.
   */
  onRestart(shard: number): void {
    const { schemas, shards, listeners, sessions, nearCaches } = this.#parts;
    schemas.onRestart(shard);
    if (shard !== this.#shard) return;
    const isTakenOver = shards.leader !== shard;
    this.#shard = shards.leader;
    if (isTakenOver) {
      shards.onTakeover();
      shards.tellLeader({ type: 'lead' });
      this.#adoptView();
      this.#logger.info('Client', `shard ${this.#shard} leads: it listens in place of shard ${shard}`);
    }
    sessions.onRestart();
    listeners.onTakeover(() => {
      if (!isTakenOver) return;
      // The connections were there before: no new one says that invalidations may be lost.
      nearCaches.onConnectionOpened();
      this.#onEntered(shards.onTakenOver());
    });
    nearCaches.onRestart();
  }

  /**
   * Takes the new leader's view of the cluster. It may be older than what the previous one had reported; the rest follows soon.
   */
  #adoptView(): void {
    const { members, partitions } = this.#viewOf(this.#shard);
    // The new leader is in an outage of its own, at whose end the cluster may be a new one.
    if (members === undefined) this.#membersVersion = -1;
    if (members !== undefined) this.#onMembers(members);
    if (partitions !== undefined) this.#parts.partitions.onPartitions(partitions.owners);
  }

  #onMembers({ version, members }: Told<'members'>): void {
    if (version < this.#membersVersion) return;
    this.#membersVersion = version;
    this.#parts.cluster.onMembers(members);
    this.#parts.nearCaches.onMembers();
  }

  #onChanged(clusterName: string): void {
    const { shards, lifecycle } = this.#parts;
    // CHANGED_CLUSTER follows CONNECTED, for which all shards have to be there.
    this.#changedTo = shards.connection.isConnected ? undefined : clusterName;
    if (this.#changedTo !== undefined) return;
    this.#logger.info('Client', `changed to cluster '${clusterName}'`);
    lifecycle.emit(LifecycleState.CHANGED_CLUSTER);
  }

  #viewOf(shard: number): View {
    let view = this.#views.get(shard);
    if (view === undefined) this.#views.set(shard, (view = { members: undefined, partitions: undefined }));
    return view;
  }
}
