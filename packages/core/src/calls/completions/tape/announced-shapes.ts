import { ShapeTable } from './shape-table.js';

/** The shapes that hold for the tapes which come now. */
export class AnnouncedShapes {
  #current = new ShapeTable();

  /** What has begun to be read keeps the table that it began with. */
  get current(): ShapeTable {
    return this.#current;
  }

  /** The number 0 is the first of a new worker, or of one that begins anew: those before hold no longer. */
  add(number: number, keys: readonly string[]): void {
    if (number === 0) this.#current = new ShapeTable();
    this.#current.add(number, keys);
  }
}
