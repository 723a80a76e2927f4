import { Place } from '@offloop/runtime';
import type { Address, FromWorker, Resumption, ToWorker } from '@offloop/contract';
import { ConnectionState } from './connection-state.js';
import { TimeToConnect } from './time-to-connect.js';

type Connected = Extract<FromWorker, { type: 'connected' }>;

/** The role of a worker that is about to start. */
export interface ShardRole {
  readonly leads: boolean;
  /** The cluster that the client is in, or was in last; null before the first. */
  readonly resumption: Resumption | null;
}

/** What leadership needs of the shards. */
export interface LeadershipOwner {
  isStopped(): boolean;
  /** Number of connections of a shard; 0 for one that was not started. */
  connectionsOf(shard: number): number;
  tell(message: ToWorker, shard: number): void;
  /** Called when the client is connected, before its listener is told. */
  onEntered(cluster: Resumption): void;
  /** Called when a shard has lost its last connection, before the client's listener is told. */
  onShardLost(shard: number): void;
}

/** Is told of each change. */
export interface LeadershipListener {
  /** The client is connected: for the first time, again, or to another cluster. @param isOther true for another cluster. */
  onConnected(isOther: boolean): void;
  onDisconnected(): void;
  /** The thread leads from now on; the shard that led before lives on. Afterwards the client is connected. */
  onHandover(before: number): void;
  /** Called after `onHandover` and `onConnected`: what has waited for the thread may go. */
  onThreadLeads(): void;
  /**
   * The worker of the leader has died. Call `Leadership.onListening` when all listeners are made again.
   *
   * @param isTakenOver true if another shard leads from now on; false if the same one does, with its next worker.
   */
  onLeaderDied(dead: number, isTakenOver: boolean): void;
}

const Stage = {
  /** The leader does its work, if it is connected. */
  LEADS: 'leads',
  /** The leader's worker has died; the client was not told yet. */
  DIED: 'died',
  /** The leader has connections that carry calls, but listeners are still being registered there. */
  TAKES_OVER: 'takes over',
} as const;
type Stage = (typeof Stage)[keyof typeof Stage];

/**
 * Which shard leads, and whether the client is connected. All other parts ask here, or are told.
 *
 * ```
 *              no other shard: the next worker leads
 *        ┌───────────────◀────────────────┐
 *        ▼                                │
 *      LEADS ── its worker dies ──▶ DIED ─┴─ the next shard ──▶ TAKES_OVER ── it listens ──▶ LEADS
 *      shard n                               that has                                        shard m
 *                                            connections
 *
 *   'auto':    loop LEADS ── the thread is in the cluster, with as many connections, or for a second ──▶ thread LEADS, for good
 *
 *   client:    connected while it LEADS and all members are in the leader's cluster.
 *              Members are all shards; with 'auto' the one that leads.
 * ```
 *
 * A shard that follows waits until it is told the leader's cluster, and enters no other.
 */
export class Leadership {
  /** State of the client's connection to the cluster. */
  readonly connection: ConnectionState = new ConnectionState();
  readonly #owner: LeadershipOwner;
  readonly #isMixed: boolean;
  #listener: LeadershipListener | undefined;
  #stage: Stage = Stage.LEADS;
  /** The shards that make up the client's connection. */
  #members: readonly number[];
  /** Shards that have had a worker. */
  readonly #started = new Set<number>();
  /** The id of the cluster that each shard has connections to; none for a shard without connections. */
  readonly #clusters = new Map<number, string>();
  #leader = 0;
  #cluster: Resumption | null = null;
  /** Id of the cluster that all members were in last; empty before the first. */
  #clusterId = '';
  #localAddress: Address = { host: '', port: 0 };
  readonly #timeToConnect = new TimeToConnect();

  /** @param isMixed true for one shard on the loop, and one in a thread that takes over. */
  constructor(shards: number, isMixed: boolean, owner: LeadershipOwner) {
    this.#owner = owner;
    this.#isMixed = isMixed;
    this.#members = isMixed ? [Place.LOOP] : Array.from({ length: shards }, (_, shard) => shard);
  }

  /** Tells this listener of each change from now on. */
  listen(listener: LeadershipListener): void {
    this.#listener = listener;
  }

  get leader(): number {
    return this.#leader;
  }

  /** Local address of the first connection of the client's first UUID; before it, an empty host and port 0. */
  get localAddress(): Address {
    return this.#localAddress;
  }

  get isAnyConnected(): boolean {
    return this.#clusters.size > 0;
  }

  isConnected(shard: number): boolean {
    return this.#clusters.has(shard);
  }

  /** Returns true if the shard is connected to this cluster. */
  isIn(shard: number, clusterId: string): boolean {
    return this.#clusters.get(shard) === clusterId;
  }

  /** Returns the role of a worker that is about to start: the first of its shard, or one that replaces a dead one. */
  onStart(shard: number): ShardRole {
    this.#clusters.delete(shard);
    if (this.#started.has(shard) && shard === this.#leader) {
      this.#stage = Stage.DIED;
      this.#leader = this.#successorOf(shard);
    }
    this.#started.add(shard);
    return { leads: shard === this.#leader, resumption: this.#cluster };
  }

  /** Takes the first connection of a shard, at its start or after an outage. */
  onConnected({ candidate, clusterId, partitionCount, localAddress }: Connected, shard: number): void {
    this.#clusters.set(shard, clusterId);
    if (shard === 0) this.#localAddress = localAddress;
    if (shard === this.#leader) {
      const cluster = (this.#cluster = { candidate, clusterId, partitionCount });
      for (const other of this.#started)
        if (other !== shard) this.#owner.tell({ type: 'follow', cluster }, other);
    }
    if (this.#members.includes(shard)) this.#enter();
    this.onConnectionOpened();
  }

  /** Takes one more connection of a shard: the thread leads as soon as it has enough of them. */
  onConnectionOpened(): void {
    if (this.#isMixed && this.#leader === Place.LOOP && this.#mayThreadLead()) this.#handOver();
  }

  /** Takes the loss of a shard's last connection, or the end of its worker. */
  onDisconnected(reason: string, shard: number): void {
    this.#clusters.delete(shard);
    const wasConnected = this.#members.includes(shard) && this.connection.onLost(reason);
    // After `onLost`: those who are told say why there is no connection.
    this.#owner.onShardLost(shard);
    if (wasConnected) this.#listener?.onDisconnected();
  }

  /** Takes the news that a shard's worker has died, whose next one was started before. */
  onRestart(shard: number): void {
    if (this.#stage !== Stage.DIED) return;
    const isTakenOver = this.#leader !== shard;
    this.#stage = isTakenOver ? Stage.TAKES_OVER : Stage.LEADS;
    if (isTakenOver) this.#owner.tell({ type: 'lead' }, this.#leader);
    this.#listener?.onLeaderDied(shard, isTakenOver);
  }

  /** Takes the news that the leader listens on all its connections. */
  onListening(): void {
    this.#stage = Stage.LEADS;
    if (!this.connection.isConnected) this.#enter();
  }

  /** Nobody waits for the thread any more. */
  end(): void {
    this.#timeToConnect.end();
  }

  /**
   * The thread needs as many connections as the loop's shard has, or a second to open them. With fewer, a call that waits may go by
   * a member that passes it on, and that member does not give the call up when the client ends.
   */
  #mayThreadLead(): boolean {
    const owner = this.#owner;
    if (owner.isStopped() || this.#cluster === null) return false;
    if (!this.isIn(Place.THREAD, this.#cluster.clusterId)) return false;
    return (
      owner.connectionsOf(Place.THREAD) >= owner.connectionsOf(Place.LOOP) ||
      this.#timeToConnect.isOver(() => this.onConnectionOpened())
    );
  }

  #handOver(): void {
    this.#members = [Place.THREAD];
    this.#leader = Place.THREAD;
    this.#owner.tell({ type: 'lead' }, Place.THREAD);
    this.#owner.tell({ type: 'yield', cluster: this.#cluster! }, Place.LOOP);
    this.#listener?.onHandover(Place.LOOP);
    if (!this.connection.isConnected) this.#enter();
    this.#listener?.onThreadLeads();
  }

  /** The client is connected, if all members are in the leader's cluster. */
  #enter(): void {
    const cluster = this.#cluster;
    if (cluster === null || this.#stage === Stage.TAKES_OVER) return;
    const { clusterId } = cluster;
    if (!this.#members.every((shard) => this.isIn(shard, clusterId))) return;
    // Compared here and not in the worker, whose memory may be younger than the client's.
    const isOther = this.#clusterId !== '' && this.#clusterId !== clusterId;
    this.connection.onConnected();
    this.#clusterId = clusterId;
    this.#owner.onEntered(cluster);
    this.#listener?.onConnected(isOther);
  }

  /** Returns the next shard that has connections, as it gets events at once. Without any, the next shard. */
  #successorOf(shard: number): number {
    const members = this.#members;
    const next = (step: number): number => members[(members.indexOf(shard) + step) % members.length];
    for (let step = 1; step < members.length; step++) if (this.#clusters.has(next(step))) return next(step);
    return next(1);
  }
}
