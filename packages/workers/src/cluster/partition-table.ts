import { type WireUuid, uuidText } from '@offloop/wire';

/** The owner of each partition, by the last view of the cluster. */
export class PartitionTable {
  #owners: string[] = [];
  #version = -1;
  #source = -1;

  /** Number of partitions; 0 before the first cluster. */
  get count(): number {
    return this.#owners.length;
  }

  /** The UUID of a partition's owner; '' when nobody owns it at the moment. */
  ownerOf(partitionId: number): string {
    return this.#owners[partitionId] ?? '';
  }

  /** Returns each member that owns partitions with their ids, much shorter than a list of each partition's owner. */
  ownership(): [uuid: string, ids: number[]][] {
    const byOwner = new Map<string, number[]>();
    this.#owners.forEach((uuid, id) => {
      if (uuid === '') return;
      const ids = byOwner.get(uuid);
      if (ids === undefined) byOwner.set(uuid, [id]);
      else ids.push(id);
    });
    return [...byOwner];
  }

  /** Fixes the number of partitions; it never changes while a cluster lives. */
  resize(count: number): void {
    if (count !== this.#owners.length) this.#owners = new Array<string>(count).fill('');
  }

  /**
   * Takes over a view that is newer than the last one, or comes by another connection: versions of two members cannot be compared.
   *
   * @param source the number of the connection. @returns true if the view was taken over.
   */
  apply(source: number, version: number, partitions: readonly [WireUuid, number[]][]): boolean {
    if (partitions.length === 0) return false;
    if (source === this.#source && version <= this.#version) return false;
    this.#source = source;
    this.#version = version;
    const owners = new Array<string>(this.#owners.length).fill('');
    for (const [uuid, ids] of partitions) {
      const text = uuidText(uuid);
      for (const id of ids) {
        if (id >= 0 && id < owners.length) owners[id] = text;
      }
    }
    this.#owners = owners;
    return true;
  }

  forget(): void {
    this.#owners = [];
    this.#version = this.#source = -1;
  }
}
