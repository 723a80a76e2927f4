import type { Cell, RunContext } from '../experiment.js';

/** Returns the cells that a child was asked for, in the order asked. */
export function cellsOf<C extends Cell>(cells: readonly C[], ids: readonly string[]): readonly C[] {
  return ids.map((id) => {
    const cell = cells.find((candidate) => candidate.id === id);
    if (cell === undefined) throw new Error(`there is no cell ${id}`);
    return cell;
  });
}

/** Yields the cells that a child was asked for, one after another; each is announced when it is begun. */
export function* eachCell<C extends Cell>(
  cells: readonly C[],
  { cells: ids, onCell }: RunContext,
): Generator<C, void> {
  for (const cell of cellsOf(cells, ids)) {
    onCell?.(cell.id);
    yield cell;
  }
}
