// node dist/record.js RESULT.json > page/recorded.json: makes the recorded run of the page from a published result.
import { readFileSync } from 'node:fs';

import { recordingOf, type BenchResult } from './recording/recording.js';

const [path] = process.argv.slice(2);
if (path === undefined)
  throw new Error('name a result of the bench, such as bench/results/quote-node24.json');
const result = JSON.parse(readFileSync(path, 'utf8')) as BenchResult;
console.log(JSON.stringify(recordingOf(result), undefined, 2));
