/** Deliveries that were settled out of order and are remembered. With more, the order is not followed any longer. */
const MOST_APART = 4096;

/**
 * Which deliveries of a channel are settled: acknowledged, or refused. Where all up to one are, a single acknowledgement may speak for several,
 * and the server has less to do.
 */
export class Acknowledged {
  /** The first delivery that is not settled. */
  #next = 1;
  /** Those behind it that are. */
  readonly #apart = new Set<number>();
  #isFollowed = true;

  /**
   * Notes that a delivery is settled.
   *
   * @param newest the last delivery that came
   * @returns true if it was the first that was not: all up to it are settled now
   */
  one(tag: number, newest: number): boolean {
    if (!this.#isFollowed || !(tag >= this.#next && tag <= newest)) return false;
    const apart = this.#apart;
    if (tag !== this.#next) {
      apart.add(tag);
      if (apart.size > MOST_APART) this.forget();
      return false;
    }
    this.#advance();
    return true;
  }

  /** Notes that all deliveries up to one are settled. */
  upTo(tag: number): void {
    for (const each of this.#apart) if (each <= tag) this.#apart.delete(each);
    if (tag < this.#next) return;
    this.#next = tag;
    this.#advance();
  }

  /** Follows the order no longer: the server has taken deliveries back. */
  forget(): void {
    this.#isFollowed = false;
    this.#apart.clear();
  }

  #advance(): void {
    do this.#next++;
    while (this.#apart.size > 0 && this.#apart.delete(this.#next));
  }
}
