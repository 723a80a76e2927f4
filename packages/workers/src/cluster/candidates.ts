import type { CandidateCluster, ShardSettings } from '@offloop/contract';

/** The clusters a client may connect to, taken in turn; without failover there is one. */
export class Candidates {
  readonly #clusters: readonly CandidateCluster[];
  #index: number;
  /** Number of further candidates that are tried, one after the other, when the present one is given up. */
  readonly turns: number;

  constructor({ candidates, failoverTryCount, resumption }: ShardSettings) {
    this.#clusters = candidates;
    this.#index = resumption?.candidate ?? 0;
    this.turns = (failoverTryCount ?? 0) * candidates.length;
  }

  get current(): CandidateCluster {
    return this.#clusters[this.#index];
  }

  get index(): number {
    return this.#index;
  }

  get count(): number {
    return this.#clusters.length;
  }

  /** Makes the candidate with this index the present one. */
  goTo(index: number): void {
    this.#index = index;
  }

  /** Makes the next candidate the present one, the first after the last. */
  next(): CandidateCluster {
    this.#index = (this.#index + 1) % this.#clusters.length;
    return this.current;
  }
}
