import type { FromWorker } from '@offloop/contract';
import type { SchemaService } from '../calls/schemas/schema-service.js';
import type { ClusterService } from '../cluster/cluster-service.js';
import { LifecycleState } from '../config/lifecycle-state.js';
import type { Sessions } from '../cp/sessions.js';
import type { ILogger } from '../logging/logger.js';
import type { NearCaches } from '../map/near-cache/near-caches.js';
import type { ListenerRegistry } from '../objects/listeners/listener-registry.js';
import type { ProxyRegistry } from '../objects/proxy-registry.js';
import type { Leadership, LeadershipListener } from '../shards/leadership.js';
import type { Places } from '../shards/places/places.js';
import type { WorkerHandlers } from '../shards/worker-handlers.js';
import type { ReadingLoops } from '../topic/reading-loops.js';
import type { Lifecycle } from './lifecycle.js';
import type { PartitionServiceImpl } from './partition-service.js';

type Told<Type extends FromWorker['type']> = Extract<FromWorker, { type: Type }>;

export interface LeaderParts {
  readonly shards: {
    readonly leadership: Pick<
      Leadership,
      | 'connection'
      | 'leader'
      | 'listen'
      | 'onConnected'
      | 'onConnectionOpened'
      | 'onDisconnected'
      | 'onListening'
      | 'onRestart'
    >;
    readonly places: Pick<Places, 'onConnected' | 'onThreadLeads'> | undefined;
  };
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
 * Which shard that is, and when it changes: {@link Leadership}. In a client of one worker no other shard can take over: there the worker
 * that replaces the dead one is told the same.
 */
export class Leader implements LeadershipListener {
  readonly #parts: LeaderParts;
  readonly #logger: ILogger;
  readonly #leadership: LeaderParts['shards']['leadership'];
  readonly #whenConnected: () => void;
  readonly #views = new Map<number, View>();
  /** Version of the member list; −1: any version is accepted. */
  #membersVersion = -1;
  /** Name of the cluster that a failover went to, until all shards are there. */
  #changedTo: string | undefined;

  /** @param whenConnected called whenever the client is connected, before any listener is told. */
  constructor(parts: LeaderParts, logger: ILogger, whenConnected: () => void) {
    this.#whenConnected = whenConnected;
    this.#parts = parts;
    this.#logger = logger;
    this.#leadership = parts.shards.leadership;
    this.#leadership.listen(this);
  }

  /** Returns the handlers of messages that count only if the leading shard sends them. */
  handlers(): LeadersMessages {
    const { listeners, sessions, partitions, nearCaches } = this.#parts;
    return {
      'changed-cluster': ({ clusterName }, shard) => {
        if (shard === this.#leadership.leader) this.#onChanged(clusterName);
      },
      members: (message, shard) => {
        this.#viewOf(shard).members = message;
        if (shard === this.#leadership.leader) this.#onMembers(message);
      },
      partitions: (message, shard) => {
        this.#viewOf(shard).partitions = message;
        if (shard === this.#leadership.leader) partitions.onPartitions(message.owners);
      },
      listening: ({ registration }, shard) => {
        if (shard === this.#leadership.leader) listeners.onListening(registration);
      },
      'listen-failed': ({ registration, error }, shard) => {
        if (shard === this.#leadership.leader) listeners.onListenFailed(registration, error);
      },
      unlistened: ({ registration, wasKnown }, shard) => {
        if (shard === this.#leadership.leader) listeners.onUnlistened(registration, wasKnown);
      },
      'invalidations-asked': ({ failure }, shard) => {
        if (shard === this.#leadership.leader) nearCaches.onAsked(failure);
      },
      'session-closed': ({ session }) => sessions.onClosed(session),
    };
  }

  /** Reacts to a new connection that carries calls. */
  onConnectionOpened(shard: number): void {
    // The others' connections bring no invalidations.
    if (shard === this.#leadership.leader) this.#parts.nearCaches.onConnectionOpened();
    this.#leadership.onConnectionOpened();
  }

  onConnectionLost(shard: number): void {
    if (shard === this.#leadership.leader) this.#parts.nearCaches.onConnectionLost();
  }

  /**
   * Nothing is lost or told twice: listeners wait for the thread before they are made, and the views of the cluster have versions. The
   * client stays connected, or is connected again if the shard on the loop had lost its connection.
   */
  onHandover(before: number): void {
    const { sessions, schemas } = this.#parts;
    const { leader } = this.#leadership;
    schemas.onRestart(leader);
    sessions.onRestart();
    this.#adoptView();
    this.#logger.debug('Client', `shard ${leader} leads: the worker thread took over from shard ${before}`);
  }

  onThreadLeads(): void {
    this.#parts.shards.places?.onThreadLeads();
  }

  onConnected(isOther: boolean): void {
    const { lifecycle, proxies, loops, nearCaches, shards } = this.#parts;
    this.#whenConnected();
    shards.places?.onConnected();
    if (isOther) {
      proxies.recreate();
      nearCaches.onChangedCluster();
    }
    loops.onConnected(isOther);
    // CONNECTED also for a cluster that took the place of the one before: CHANGED_CLUSTER is for the failover to another.
    lifecycle.emit(LifecycleState.CONNECTED);
    if (this.#changedTo !== undefined) this.#onChanged(this.#changedTo);
  }

  onDisconnected(): void {
    this.#parts.lifecycle.emit(LifecycleState.DISCONNECTED);
  }

  /**
   * Reacts to the loss of a shard's last connection. A worker that dies may have reported it before, or may never have been
   * connected.
   */
  onShardLost(reason: string, shard: number): void {
    this.#views.delete(shard);
    // Versions of member lists hold across connections, but not across outages.
    if (shard === this.#leadership.leader) this.#membersVersion = -1;
    this.#leadership.onDisconnected(reason, shard);
  }

  /**
   * Reacts to the death of a shard's worker, which another replaces: what members and the worker kept for this client is lost.
   */
  onRestart(shard: number): void {
    this.#parts.schemas.onRestart(shard);
    this.#leadership.onRestart(shard);
  }

  onLeaderDied(dead: number, isTakenOver: boolean): void {
    const { listeners, sessions, nearCaches } = this.#parts;
    if (isTakenOver) {
      this.#adoptView();
      this.#logger.info(
        'Client',
        `shard ${this.#leadership.leader} leads: it listens in place of shard ${dead}`,
      );
    }
    sessions.onRestart();
    listeners.onTakeover(() => {
      if (!isTakenOver) return;
      // The connections were there before: no new one says that invalidations may be lost.
      nearCaches.onConnectionOpened();
      this.#leadership.onListening();
    });
    nearCaches.onRestart();
  }

  /**
   * Takes the new leader's view of the cluster. It may be older than what the previous one had reported; the rest follows soon.
   */
  #adoptView(): void {
    const { members, partitions } = this.#viewOf(this.#leadership.leader);
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
    // CHANGED_CLUSTER follows CONNECTED, for which all shards have to be there.
    this.#changedTo = this.#leadership.connection.isConnected ? undefined : clusterName;
    if (this.#changedTo !== undefined) return;
    this.#logger.info('Client', `changed to cluster '${clusterName}'`);
    this.#parts.lifecycle.emit(LifecycleState.CHANGED_CLUSTER);
  }

  #viewOf(shard: number): View {
    let view = this.#views.get(shard);
    if (view === undefined) this.#views.set(shard, (view = { members: undefined, partitions: undefined }));
    return view;
  }
}
