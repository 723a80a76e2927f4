import type { Cell, Experiment, RunContext } from '../experiment.js';
import { measureWorks, type Work } from './work.js';

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

/**
 * Returns the `run` of an experiment whose cells are works in process.
 *
 * @param prepare makes a cell's work in the approach of the context, and checks once that it does what it should
 */
export function worksOf<C extends Cell>(
  cells: readonly C[],
  prepare: (cell: C, context: RunContext) => Work['run'],
): Experiment['run'] {
  return (context) =>
    measureWorks(
      cellsOf(cells, context.cells).map((cell) => ({ id: cell.id, run: prepare(cell, context) })),
      context,
    );
}
