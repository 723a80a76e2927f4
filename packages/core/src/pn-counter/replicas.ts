import type { Cluster } from '../cluster/membership.js';
import type { Member } from '../cluster/member.js';
import type { UUID } from '../values/uuid.js';

/** Which replica of a counter a client uses: one of them at random, and the same one as long as that works. */
export class Replicas {
  readonly #cluster: Pick<Cluster, 'getMembers'>;
  #current: UUID | undefined;

  constructor(cluster: Pick<Cluster, 'getMembers'>) {
    this.#cluster = cluster;
  }

  /**
   * @param count how many replicas there are: the first so many data members.
   * @param excluded those that were tried already. @returns undefined when no other is left.
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
