import type { Cluster } from '../cluster/membership.js';
import type { Member } from '../cluster/member.js';
import type { UUID } from '@offloop/values';

/** Chooses the replica of a counter that a client uses: one at random, which it keeps as long as that works. */
export class Replicas {
  readonly #cluster: Pick<Cluster, 'getMembers'>;
  #current: UUID | undefined;

  constructor(cluster: Pick<Cluster, 'getMembers'>) {
    this.#cluster = cluster;
  }

  /**
   * Chooses a replica; undefined when there is none to try.
   *
   * @param count the number of replicas: they are the first data members of the cluster.
   * @param excluded replicas that were tried already.
   */
  choose(count: number, excluded: readonly UUID[]): UUID | undefined {
    const candidates = this.#dataMembers()
      .slice(0, count)
      .filter(({ uuid }) => !excluded.some((other) => other.equals(uuid)));
    const current = candidates.find(({ uuid }) => uuid.equals(this.#current));
    const chosen = current ?? candidates[Math.floor(Math.random() * candidates.length)];
    if (chosen !== undefined) this.#current = chosen.uuid;
    return chosen?.uuid;
  }

  #dataMembers(): Member[] {
    return this.#cluster.getMembers((member) => !member.liteMember);
  }
}
