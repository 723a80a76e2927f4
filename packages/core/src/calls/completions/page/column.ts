/** The values of one column, made when they are asked for. */
export interface Column {
  /** The value in a row of the page. Throws what making it throws. */
  at(row: number): unknown;
}
