import { expect, test } from 'vitest';
import { higher, lower, Tier, type Cell, type Values } from '../../src/experiment.js';
import { tapeAgainstText } from '../../src/json/tape-against-text.js';

const cell = (id: string): Cell => ({ id, title: `get ${id}`, tier: Tier.QUICK });
const FIGURES = [higher('ops', 'Throughput'), lower('cpu', 'CPU')];

const MEASURED: Record<string, readonly (number | null)[]> = {
  'one ops tape': [200, 404, 198],
  'one ops text': [100, 200, 100],
  'one cpu tape': [11, 10, 9],
  'one cpu text': [10, 9, 11],
  'three ops tape': [null, null, null],
  'three ops text': [null, null, null],
};
const values: Values = (id, figure, approach) => MEASURED[`${id} ${figure} ${approach}`] ?? [];

test('each cell has its ratios of tape to text, by pairs', () => {
  const table = tapeAgainstText([cell('one'), cell('two'), cell('three')], FIGURES, ['tape', 'text'], values);
  expect(table).toContain('## tape ÷ text');
  expect(table).toMatch(/\| get one \| 2\.00× \[1\.\d\d, 2\.\d\d\] \| 1\.00× \[0\.\d+, 1\.\d+\] = \|/);
  expect(table).not.toMatch(/get (two|three)/);
});

test('without one of the two there is no table', () => {
  expect(tapeAgainstText([cell('one')], FIGURES, ['tape', 'parsed'], values)).toBe('');
});
