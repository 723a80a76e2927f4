/** What tells an object from all others. */
export interface PinnedObject {
  /** The member's name for its service; one may have an object of a name that another has, too. */
  readonly service: string;
  /** The name of the object, unique in its service. */
  readonly id: string;
}

/** Most names that are kept of a service. */
const MOST_OF_A_SERVICE = 1000;

/**
 * The objects that belong to the thread, until they are given back: by service and name.
 *
 * Where a service has more than {@link MOST_OF_A_SERVICE} of them, all of its objects belong to the thread from then on, until the
 * client ends: each with its first call, as any other does with its first lock. No name is kept for them.
 */
export class Pins {
  readonly #names = new Map<string, Set<string>>();
  /** Services whose objects all belong to the thread, with those that do already. */
  readonly #whole = new Map<string, WeakSet<PinnedObject>>();

  /** Adds an object. @returns false if it was there. */
  add(object: PinnedObject): boolean {
    const { service, id } = object;
    const present = this.#whole.get(service);
    if (present !== undefined) {
      if (present.has(object)) return false;
      present.add(object);
      return true;
    }
    let names = this.#names.get(service);
    if (names?.has(id) === true) return false;
    if (names === undefined) this.#names.set(service, (names = new Set()));
    if (names.size < MOST_OF_A_SERVICE) {
      names.add(id);
    } else {
      this.#names.delete(service);
      this.#whole.set(service, new WeakSet([object]));
    }
    return true;
  }

  has({ service, id }: PinnedObject): boolean {
    return (this.#names.size > 0 && this.#names.get(service)?.has(id) === true) || this.hasAll(service);
  }

  /** Returns true if all objects of a service belong to the thread. */
  hasAll(service: string): boolean {
    return this.#whole.size > 0 && this.#whole.has(service);
  }

  /** Gives an object back. */
  delete({ service, id }: PinnedObject): void {
    const names = this.#names.get(service);
    if (names?.delete(id) === true && names.size === 0) this.#names.delete(service);
  }
}
