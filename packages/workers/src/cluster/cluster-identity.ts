import type { Authenticated } from '../connection/authentication.js';
import { RefusedError } from '../connection/errors.js';
import { WorkerErrorCode, type ShardSettings } from '@offloop/contract';

/** Remembers the cluster this client is in, and checks whether another may take its place. */
export class ClusterIdentity {
  readonly #isFailoverClient: boolean;
  /** Returns true if another shard leads: then this one enters only the cluster that it was told of. */
  readonly #follows: () => boolean;
  /** The cluster this client was in last; '' before the first. */
  #clusterKey: string;
  /** Partitions of that cluster, and so of every cluster that may take its place; 0 before the first. */
  #partitionCount: number;
  /** The next candidate is being tried, whose cluster may be another than the one before. */
  #switching = false;

  /** @param follows returns true while another shard leads. Default: never. */
  constructor(
    { failoverTryCount, resumption }: Pick<ShardSettings, 'failoverTryCount' | 'resumption'>,
    follows: () => boolean = () => false,
  ) {
    this.#follows = follows;
    this.#isFailoverClient = failoverTryCount !== null;
    this.#clusterKey = resumption?.clusterId ?? '';
    this.#partitionCount = resumption?.partitionCount ?? 0;
  }

  /** True once the client has been in a cluster, or was told of one. */
  get isKnown(): boolean {
    return this.#clusterKey !== '';
  }

  isOf(clusterKey: string): boolean {
    return this.#clusterKey === clusterKey;
  }

  /** Returns true if a member belongs to another cluster than the one the client is in. */
  isAnother({ clusterKey }: Authenticated): boolean {
    return this.#clusterKey !== '' && this.#clusterKey !== clusterKey;
  }

  /** Throws for a cluster that cannot take the place of the one before, mostly RefusedError. @param at the member's address. */
  check(authenticated: Authenticated, at: string): void {
    const { partitionCount } = authenticated;
    if (this.#follows() && this.isAnother(authenticated))
      throw new Error(`the cluster at ${at} is not the one that the client is in`);
    if (this.#partitionCount !== 0 && this.#partitionCount !== partitionCount)
      throw new RefusedError(
        WorkerErrorCode.NOT_ALLOWED,
        `the cluster at ${at} has ${partitionCount} partitions, the one before had ${this.#partitionCount}`,
      );
    // A failover client changes clusters only together with the candidate: then everything of the one before is forgotten.
    if (this.isAnother(authenticated) && this.#isFailoverClient && !this.#switching)
      throw new RefusedError(WorkerErrorCode.NOT_ALLOWED, `the cluster at ${at} is not the one before`);
  }

  /** Remembers the cluster that the client has entered. */
  adopt({ clusterKey, partitionCount }: Authenticated): void {
    this.#switching = false;
    this.#clusterKey = clusterKey;
    this.#partitionCount = partitionCount;
  }

  /** Remembers the cluster that the leader is in. */
  follow(clusterKey: string, partitionCount: number): void {
    this.#clusterKey = clusterKey;
    this.#partitionCount = partitionCount;
  }

  /** To be called when the next candidate is tried, whose cluster may be another. */
  onSwitch(): void {
    this.#switching = true;
  }
}
