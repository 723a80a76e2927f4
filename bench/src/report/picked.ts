import { CANDIDATE, formatNumber, formatShort } from './format.js';
import type { CellResults, Results } from './results.js';

/** A function that returns published results by the name of their file, without `.json`. */
export type ReadResults = (file: string) => Results;

const NONE = '–';

/**
 * Returns one figure for a sentence: `FILE CELL FIGURE` is offloop's ratio, `FILE CELL FIGURE by APPROACH` another's, and
 * `FILE CELL FIGURE of APPROACH` the median that was measured of it.
 */
export function pickedFigure(query: string, read: ReadResults): string {
  const [file = '', cell = '', figure = '', word = 'by', ...label] = query.trim().split(/\s+/);
  const approach = label.join(' ') || CANDIDATE;
  if (word === 'of') return median(read(file), file, cell, figure, approach);
  const ratio = comparison(read(file), file, cell, [figure], approach);
  if (ratio === NONE) throw new Error(`${file} has no ratio ${figure} in ${cell}`);
  return ratio.replace(/ .*/, '');
}

/**
 * Returns a table whose rows are cells of several experiments, with words of the page's own. Lines `TITLE: FILE CELL` are rows of offloop,
 * `TITLE: FILE CELL by APPROACH` those of another approach; a line `| TITLE: FIGURE…` is a column, of the first of its figures that the
 * row's experiment has.
 */
export function pickedRows(query: string, read: ReadResults): string[][] {
  const { columns, rows } = linesOf(query);
  const body = rows.map(({ title, words: [file = '', cell = '', , ...label] }) => {
    const approach = label.join(' ') || CANDIDATE;
    return [title, ...columns.map(({ words }) => comparison(read(file), file, cell, words, approach))];
  });
  for (const [at, { title }] of columns.entries())
    if (body.every((row) => row[at + 1] === NONE)) throw new Error(`no row has a figure for ${title}`);
  return [['', ...columns.map(({ title }) => title)], ...body];
}

/** Returns a table of medians: the line `TITLE: FILE` makes its approaches the rows, each line `| TITLE: CELL FIGURE` a column. */
export function pickedMedians(query: string, read: ReadResults): string[][] {
  const { columns, rows } = linesOf(query);
  const [{ title, words }] = rows;
  const [file = ''] = words;
  const kept = read(file);
  const body = kept.approaches.map((approach) => [
    approach,
    ...columns.map(({ words: [cell = '', figure = ''] }) => median(kept, file, cell, figure, approach)),
  ]);
  return [[title, ...columns.map((column) => column.title)], ...body];
}

interface Line {
  readonly title: string;
  readonly words: readonly string[];
}

function linesOf(query: string): { columns: Line[]; rows: Line[] } {
  const lines = query.split('\n').filter((line) => line !== '');
  return {
    columns: lines.filter((line) => line.startsWith('| ')).map((line) => lineOf(line.slice(2))),
    rows: lines.filter((line) => !line.startsWith('| ')).map(lineOf),
  };
}

function lineOf(line: string): Line {
  const at = line.lastIndexOf(': ');
  return { title: line.slice(0, at), words: line.slice(at + 2).split(/ +/) };
}

/** Returns a ratio as text, or a dash if the experiment has none of these figures. */
function comparison(
  kept: Results,
  file: string,
  cell: string,
  keys: readonly string[],
  approach: string,
): string {
  const { comparisons } = cellOf(kept, file, cell);
  const candidate = placeOf(kept, file, approach) - 1;
  const figure = kept.figures.find(({ key }) => keys.includes(key) && comparisons[key]?.[candidate]);
  return figure === undefined ? NONE : formatShort(comparisons[figure.key]?.[candidate] ?? null, figure);
}

function median(kept: Results, file: string, cell: string, key: string, approach: string): string {
  const found = cellOf(kept, file, cell).summaries[key]?.[placeOf(kept, file, approach)];
  if (!found) throw new Error(`${file} has no ${key} of ${approach} in ${cell}`);
  return formatNumber(found.median);
}

function cellOf({ cells }: Results, file: string, id: string): CellResults {
  const found = cells.find((cell) => cell.id === id);
  if (found === undefined) throw new Error(`${file} has no cell ${id}`);
  return found;
}

function placeOf({ approaches }: Results, file: string, label: string): number {
  const place = approaches.indexOf(label);
  if (place === -1) throw new Error(`${file} has no approach ${label}`);
  return place;
}
