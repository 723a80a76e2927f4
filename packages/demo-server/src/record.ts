// node dist/record.js [ROUNDS] > page/recorded.json: takes the figures that the page begins with, in about five minutes with 40 rounds.
import { DEFAULT_CATALOGUE } from './catalogue/catalogue.js';
import { openGrid } from './grid.js';
import { openingOrder } from './live/run-limits.js';
import { record } from './recording/recording.js';

const rounds = Number(process.argv[2] ?? 40);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('the number of rounds must be a whole one');
const BLOCK_SECONDS = 60;

const grid = await openGrid(undefined, DEFAULT_CATALOGUE);
try {
  console.log(JSON.stringify(await record(grid, openingOrder(), rounds, BLOCK_SECONDS), undefined, 2));
} finally {
  await grid.stop();
}
