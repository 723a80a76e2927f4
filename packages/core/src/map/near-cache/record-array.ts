/** Records in no order, so that any place can be looked at. All its methods take constant time. */
export class RecordArray<R extends { place: number }> {
  readonly #records: R[] = [];

  get length(): number {
    return this.#records.length;
  }

  /** Undefined past the last place. */
  at(place: number): R | undefined {
    return this.#records[place];
  }

  add(record: R): void {
    record.place = this.#records.length;
    this.#records.push(record);
  }

  /** The last record takes the place of this one. */
  remove(record: R): void {
    const last = this.#records.pop()!;
    if (last === record) return;
    last.place = record.place;
    this.#records[last.place] = last;
  }

  clear(): void {
    this.#records.length = 0;
  }
}
