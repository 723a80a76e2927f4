/** The values of one column of a page, made when they are read. */
export interface Column {
  /** Returns the value in a row of the page. Throws if it cannot be made. */
  at(row: number): unknown;
}
