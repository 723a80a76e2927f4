import { Tier } from '../experiment.js';
import { documentKind, textKind } from '../values/kinds.js';
import { getCell, KB, type ValueCell } from '../values/value-cell.js';

function text(bytes: number, title: string, concurrency: number, tier: Tier): ValueCell {
  const id = `get-${title.replace(' ', '')}-c${concurrency}`;
  const cell = { id, title: `get ${title}, c=${concurrency}`, tier, concurrency, bytes };
  return getCell(cell, textKind('ascii', bytes));
}

/** The cells: the smallest call there is, one whose bytes are the work, and one that the worker takes apart for the caller. */
export const WORKERS_CELLS: readonly ValueCell[] = [
  text(3, '3 B', 256, Tier.QUICK),
  text(100 * KB, '100 KB', 64, Tier.DEFAULT),
  getCell(
    { id: 'json-7KB-c64', title: 'get JSON 7 KB, c=64', tier: Tier.DEFAULT, concurrency: 64, bytes: 7 * KB },
    documentKind(7 * KB),
  ),
];
