import type { Published } from './experiment.js';

/**
 * A column of throughputs (or of another figure), or of their ratios, that somebody else published.
 *
 * @param values in the order of `cells`
 */
export function publishedColumn(
  column: string,
  cells: readonly string[],
  values: readonly number[],
  figure: string = 'opsPerSecond',
): Published[] {
  return cells.map((cell, i) => ({ cell, figure, column, value: values[i] }));
}
