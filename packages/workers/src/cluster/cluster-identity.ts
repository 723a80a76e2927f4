import type { Authenticated } from '../connection/authentication.js';
import { RefusedError } from '../connection/errors.js';
import { WorkerErrorCode } from '../control/messages.js';
import type { ShardSettings } from '../control/settings.js';

/** Which cluster this client is in, and which others may take its place. */
export class ClusterIdentity {
  readonly #isFailoverClient: boolean;
  /** The cluster this client was in last; '' before the first. */
  #clusterKey: string;
  /** Partitions of that cluster, and so of every cluster that may take its place; 0 before the first. */
  #partitionCount: number;
  /** The next candidate is being tried, whose cluster may be another than the one before. */
  #switching = false;

  constructor({ failoverTryCount, resumption }: ShardSettings) {
    this.#isFailoverClient = failoverTryCount !== null;
    this.#clusterKey = resumption?.clusterId ?? '';
    this.#partitionCount = resumption?.partitionCount ?? 0;
  }

  isAnother({ clusterKey }: Authenticated): boolean {
    return this.#clusterKey !== '' && this.#clusterKey !== clusterKey;
  }

  /** Throws RefusedError for a cluster that cannot take the place of the one before. @param at where it was met. */
  check(authenticated: Authenticated, at: string): void {
    const { partitionCount } = authenticated;
    if (this.#partitionCount !== 0 && this.#partitionCount !== partitionCount) {
      throw new RefusedError(
        WorkerErrorCode.NOT_ALLOWED,
        `the cluster at ${at} has ${partitionCount} partitions, the one before had ${this.#partitionCount}`,
      );
    }
    // A failover client changes clusters only together with the candidate: then everything of the one before is forgotten.
    if (this.isAnother(authenticated) && this.#isFailoverClient && !this.#switching) {
      throw new RefusedError(WorkerErrorCode.NOT_ALLOWED, `the cluster at ${at} is not the one before`);
    }
  }

  /** The client is in this cluster now. */
  adopt({ clusterKey, partitionCount }: Authenticated): void {
    this.#switching = false;
    this.#clusterKey = clusterKey;
    this.#partitionCount = partitionCount;
  }

  /** The next candidate is tried. */
  onSwitch(): void {
    this.#switching = true;
  }
}
