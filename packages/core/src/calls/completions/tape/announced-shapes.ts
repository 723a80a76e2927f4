import { ShapeTable } from './shape-table.js';

export class AnnouncedShapes {
  #current = new ShapeTable();

  /** The table for tapes that are read now. A value that is being read keeps the table that it began with. */
  get current(): ShapeTable {
    return this.#current;
  }

  /** Adds a shape. Number 0 is the first shape of a new worker, or of a new list, and discards those before. */
  add(number: number, keys: readonly string[]): void {
    if (number === 0) this.#current = new ShapeTable();
    this.#current.add(number, keys);
  }
}
