import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { recordingOf, type BenchResult } from '../../src/recording/recording.js';

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as unknown;
}

const result = read('../../../../bench/results/quote-node24.json') as BenchResult;

test('the recorded run of the page is what the command makes of the published result', () => {
  expect(read('../../page/recorded.json')).toEqual(recordingOf(result));
});

test('a result that is not complete makes no recording', () => {
  expect(() => recordingOf({ ...result, complete: false })).toThrow('no complete cell 100-full');
  expect(() => recordingOf({ ...result, cells: [] })).toThrow('no complete cell 100-full');
});
