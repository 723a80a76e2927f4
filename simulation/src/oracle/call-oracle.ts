import { FloorErrorCode } from '@offloop/runtime';
import { WorkerErrorCode } from '@offloop/contract';
import type { Partition } from '../cluster/partition.js';
import { readValue } from '../exchange/data.js';
import { partitionOf } from '../exchange/partitions.js';
import {
  CallKind,
  Fate,
  isOfTransactions,
  isRead,
  type Arrival,
  type Call,
  type CallJournal,
} from '../journal/journal.js';
import { check, Violation } from '../journal/violation.js';
import { BACKUP_TIMEOUT, type Plan } from '../plan/plan.js';

/** Milliseconds by which timers of Node.js may be early. */
const EARLY = 1.1;
/** Milliseconds until the agent's thread has taken a call, unless a thread stands still. */
const TAKING = 200;

/** What happened so far that explains why calls fail. */
export interface Circumstances {
  workerDeaths: number;
  /** How many workers of each shard have died. */
  deathsOf: number[];
  /** Milliseconds for which one of the threads stood still, in all. */
  standstill: number;
  /** When the latest of these ends. */
  standstillUntil: number;
  connectionsLost: number;
  isStopped: boolean;
}

/** Judges each call when it settles, by what the simulation knows of it. */
export class CallOracle {
  readonly circumstances: Circumstances = {
    workerDeaths: 0,
    deathsOf: [],
    standstill: 0,
    standstillUntil: 0,
    connectionsLost: 0,
    isStopped: false,
  };
  readonly #plan: Plan;
  readonly #journal: CallJournal;
  /** The latest execution of a write that the caller knows to be done, by cluster and key. */
  readonly #known: readonly Map<number, number>[];
  /** The shard that the calls of each key go by. */
  readonly #shards = new Map<number, number>();
  readonly #madeIn = new Map<Call, Circumstances>();
  /** What a read under way must not be older than, by cluster. */
  readonly #floors = new Map<Call, readonly number[]>();
  /** Writes that were acknowledged and backed up, by cluster. */
  readonly #safe: readonly Call[][];

  constructor(plan: Plan, journal: CallJournal) {
    this.#plan = plan;
    this.#journal = journal;
    this.#known = Array.from({ length: plan.clusters }, () => new Map<number, number>());
    this.#safe = Array.from({ length: plan.clusters }, () => []);
  }

  /**
   * No attempt is made after the deadline, which is counted from when the agent's thread has taken the call. All calls of a key go by
   * one shard, unless there are shards of both kinds: two would not keep their order.
   */
  onSent(call: Call, shard: number): void {
    const before = (this.#plan.mixed === null ? this.#shards.get(call.key) : call.shard) ?? shard;
    this.#shards.set(call.key, shard);
    check(before === shard, 'order', () => `${text(call)} goes by shard ${shard}, those before by ${before}`);
    const { at } = call.sends.at(-1)!;
    const takenAt = call.waits ? call.sends[0].at : call.madeAt;
    const made = this.#madeIn.get(call)!;
    const { standstill, workerDeaths } = this.circumstances;
    const limit = call.timeout ?? this.#plan.invocationTimeoutMillis;
    const slack = TAKING + standstill - made.standstill + Math.max(0, made.standstillUntil - call.madeAt);
    check(
      call.sends.length === 1 || workerDeaths > made.workerDeaths || at - takenAt <= limit + slack,
      'deadlines',
      () => `${text(call)} is sent again after ${at - takenAt} of ${limit} ms`,
    );
  }

  onSettled(call: Call): void {
    check(call.settled === 1, 'settles once', () => `${text(call)} settled ${call.settled} times`);
    const { error } = call.outcome!;
    if (error === undefined) this.#onSuccess(call);
    else this.#onFailure(call, error);
    if (!isRead(call.kind) && !this.#plan.redoOperation) this.checkOnce(call);
  }

  /** At most once where nothing is redone. */
  checkOnce(call: Call): void {
    const times = call.executions.length;
    check(times <= 1, 'at most once', () => `${text(call)} was executed ${times} times`);
  }

  /** What a read in this cluster must not be older than, by the order of executions: the floor under a call that begins now. */
  #knownOf(cluster: number, key: number): number {
    return this.#known[cluster].get(key) ?? -1;
  }

  /** Before the call is made. */
  onMade(call: Call): void {
    this.#madeIn.set(call, { ...this.circumstances });
    if (isRead(call.kind))
      this.#floors.set(
        call,
        this.#known.map((_, cluster) => this.#knownOf(cluster, call.key)),
      );
  }

  /** Another thread has fetched what the call found. */
  onFetched(call: Call, value: unknown): void {
    this.#checkValue(call, value);
  }

  /** Every write that this cluster has acknowledged with its backups is where its partition is now. */
  checkNothingLost(cluster: number, partitions: readonly Partition[]): void {
    for (const call of this.#safe[cluster]) {
      const { ownerReplica } = partitions[partitionOf(call.key, partitions.length)];
      const done = call.executions.filter((arrival) => arrival.cluster === cluster);
      if (done.every(({ executedOrder }) => this.#journal.isForgotten(cluster, executedOrder))) continue;
      check(
        ownerReplica.get(call.key)?.some(({ arrival }) => arrival?.call === call) === true,
        'nothing acknowledged is lost',
        () => `${text(call)} was acknowledged and is gone`,
      );
    }
  }

  #onSuccess(call: Call): void {
    const { value } = call.outcome!;
    const done = call.executions;
    check(done.length > 0, 'nothing is made up', () => `${text(call)} succeeded, and no member executed it`);
    const responded = respondedOf(call);
    check(
      responded.length > 0,
      'nothing is made up',
      () => `${text(call)} succeeded before a response to it was read`,
    );
    const isSafe = responded.some(isBackedUp);
    check(
      isSafe || responded.some((arrival) => this.#hasWaited(call, arrival)),
      'backups',
      () => `${text(call)} succeeded without the acks of its backups: ${JSON.stringify(responded.map(acks))}`,
    );
    if (call.kind === CallKind.SIZE)
      check(typeof value === 'number', 'values', () => `${text(call)} resolved to ${JSON.stringify(value)}`);
    else if (hasValue(call.kind)) this.#checkValue(call, value);
    else if (!isOfTransactions(call.kind))
      check(value === undefined, 'values', () => `${text(call)} resolved to ${JSON.stringify(value)}`);
    if (isRead(call.kind) || isOfTransactions(call.kind)) return;
    for (const [cluster, known] of this.#known.entries()) {
      const here = responded.filter((arrival) => arrival.cluster === cluster);
      if (!here.some(isBackedUp)) continue;
      const first = Math.min(...here.map(({ executedOrder }) => executedOrder));
      known.set(call.key, Math.max(this.#knownOf(cluster, call.key), first));
      this.#safe[cluster].push(call);
    }
  }

  /** Past the timeout an answer counts without its backups, if so configured. */
  #hasWaited(call: Call, { responseReadAt }: Arrival): boolean {
    if (this.#plan.failOnIndeterminateState) return false;
    return call.outcome!.at - responseReadAt! >= BACKUP_TIMEOUT - EARLY;
  }

  #checkValue(call: Call, value: unknown): void {
    const floors = this.#floors.get(call) ?? [];
    this.#floors.delete(call);
    // With failover: of the cluster that has answered. If several have, nobody can tell whose answer it is.
    const clusters = respondedOf(call).map(({ cluster }) => cluster);
    const isFree = clusters.some((cluster) => this.#journal.isForgotten(cluster, floors[cluster] ?? -1));
    if (value === null) {
      if (isRead(call.kind))
        check(
          isFree ||
            clusters.some((cluster) => this.#journal.isRemoved(cluster, call.key, floors[cluster] ?? -1)),
          'reads see what was acknowledged',
          () => `${text(call)} found nothing, though a write was acknowledged before`,
        );
      return;
    }
    const content = readValue(value);
    check(content !== undefined, 'values', () => `${text(call)} resolved to ${JSON.stringify(value)}`);
    const writer = this.#journal.calls[content.writer];
    check(
      content.key === call.key && writer?.key === call.key && !isRead(writer.kind),
      'values',
      () => `${text(call)} resolved to a value of key ${content.key}, written by call ${content.writer}`,
    );
    const written = writer.executions.filter(({ cluster }) => clusters.includes(cluster));
    check(
      written.length > 0,
      'values',
      () => `${text(call)} resolved to a value of call ${writer.id}, which no cluster has that answered`,
    );
    if (!isRead(call.kind)) return;
    check(
      isFree || written.some(({ cluster, executedOrder }) => executedOrder >= floors[cluster]),
      'reads see what was acknowledged',
      () => `${text(call)} found the value of call ${writer.id}, which is older than an acknowledged one`,
    );
  }

  #onFailure(call: Call, error: string): void {
    this.#floors.delete(call);
    const { at } = call.outcome!;
    const allowed = (condition: boolean, why: string): void =>
      check(condition, 'errors', () => `${text(call)} rejected with ${error}: ${why}`);
    const { circumstances } = this;
    const isRepeatable =
      isRead(call.kind) || (this.#plan.redoOperation && call.kind !== CallKind.TRANSACTION);
    switch (error) {
      case FloorErrorCode.BACKPRESSURE:
        return allowed(call.arrivals.length === 0, 'but it was sent');
      case FloorErrorCode.CLOSED:
      case FloorErrorCode.FAILED:
      case WorkerErrorCode.CLIENT_NOT_ACTIVE:
        return allowed(circumstances.isStopped, 'but nobody had shut the client down');
      case FloorErrorCode.TIMED_OUT:
        return allowed(
          call.timeout !== undefined && at - call.madeAt >= call.timeout - EARLY,
          `after ${at - call.madeAt} ms`,
        );
      case FloorErrorCode.CANCELLED:
        return allowed(call.abortedAt !== undefined, 'but nobody aborted it');
      case FloorErrorCode.THREAD_DIED:
        return allowed(
          (circumstances.deathsOf[call.shard] ?? 0) > 0,
          'but the thread of its shard did not die',
        );
      case WorkerErrorCode.TARGET_DISCONNECTED:
        return allowed(!isRepeatable && circumstances.connectionsLost > 0, 'but it may be repeated');
      case WorkerErrorCode.OPERATION_TIMEOUT: {
        const limit = call.timeout ?? this.#plan.invocationTimeoutMillis;
        return allowed(at - call.madeAt >= limit - EARLY, `after ${at - call.madeAt} of ${limit} ms`);
      }
      case WorkerErrorCode.MEMBER:
        return allowed(
          call.arrivals.some(({ fate }) => fate === Fate.REFUSED),
          'but no member refused it',
        );
      case WorkerErrorCode.INDETERMINATE:
        return allowed(
          this.#plan.failOnIndeterminateState &&
            call.executions.some(
              ({ responseReadAt }) =>
                responseReadAt !== undefined && at - responseReadAt >= BACKUP_TIMEOUT - EARLY,
            ),
          'but its backups had time left',
        );
      default:
        throw new Violation('errors', `${text(call)} rejected with ${error}`);
    }
  }
}

/** Whether a call of this kind resolves to the value of its key. */
function hasValue(kind: CallKind): boolean {
  return kind === CallKind.GET || kind === CallKind.PUT || kind === CallKind.LIST;
}

/** What members have executed and the client has read the response of. */
export function respondedOf(call: Call): Arrival[] {
  return call.executions.filter(({ responseReadAt }) => responseReadAt !== undefined);
}

export function isBackedUp({ acksRead, expectedAcks }: Arrival): boolean {
  return acksRead >= expectedAcks;
}

function acks({ expectedAcks, acksRead }: Arrival): string {
  return `${acksRead} of ${expectedAcks}`;
}

export function text({ kind, id, key, sends, arrivals }: Call): string {
  return `${kind} ${id} of key ${key} (sent ${sends.length} times, arrived ${arrivals.length} times)`;
}
