/** An array of records in no order, found by index. All its methods take constant time. */
export class RecordArray<R extends { place: number }> {
  readonly #records: R[] = [];

  get length(): number {
    return this.#records.length;
  }

  /** Returns the record at an index; undefined past the last one. */
  at(place: number): R | undefined {
    return this.#records[place];
  }

  add(record: R): void {
    record.place = this.#records.length;
    this.#records.push(record);
  }

  /** Removes a record; the last one takes its place. */
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
