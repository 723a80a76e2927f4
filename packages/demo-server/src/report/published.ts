import { markdownTable } from './table.js';
import type { RaceResult } from '../race/race.js';
import { REQUESTS } from './figures.js';
import { spreadOf } from '../race/spread.js';

/**
 * What the experiment that this one repeats saw: a recursive Fibonacci number behind an HTTP server forked four times, 50
 * connections, 1,000 requests. Which slicer "async" was, and which number, it did not say.
 */
const PUBLISHED = [
  { title: 'synchronous', average: '23.4', requests: '2028', memory: '240' },
  { title: 'asynchronous (sliced)', average: '751', requests: '64.8', memory: '1000' },
] as const;

const MEGA = 1e6;

/** The published figures of the Fibonacci experiment beside ours. */
export function publishedBeside({ closed }: RaceResult): string {
  const rows = [['', 'average, ms', 'requests/s', 'memory, MB']];
  for (const { title, average, requests, memory } of PUBLISHED) {
    rows.push([`published: ${title}`, average, requests, memory]);
  }
  for (const [id, outcomes] of Object.entries(closed)) {
    const average = spreadOf(outcomes.map(({ load }) => load.latency?.average));
    rows.push([
      `ours: ${id}`,
      average?.median.toFixed(1) ?? '-',
      spreadOf(outcomes.map(REQUESTS.of))?.median.toFixed(0) ?? '-',
      spreadOf(outcomes.map(({ server }) => server.peakRss / MEGA))?.median.toFixed(0) ?? '-',
    ]);
  }
  return markdownTable(rows);
}
