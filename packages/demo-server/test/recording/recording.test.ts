import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { approachById } from '../../src/approaches/approaches.js';
import type { Recording } from '../../src/figures/recording.js';
import { openingOrder } from '../../src/live/run-limits.js';
import { recordedStory } from '../../src/page/story.js';

const path = new URL('../../page/recorded.json', import.meta.url);
const recording = JSON.parse(readFileSync(path, 'utf8')) as Recording;

test('the recorded run is of the approaches and the load that a page begins with, all in whole rounds', () => {
  const { approaches, items } = openingOrder();
  expect(recording.rows.map(({ id, title }) => [id, title])).toEqual(
    approaches.map(({ id }) => [id, approachById(id)?.title]),
  );
  expect(recording).toMatchObject({ documents: items, block: { phase: 'done' } });
  const rounds = recording.rows[0].waits.length;
  expect(rounds).toBeGreaterThan(2);
  for (const { waits, answers } of recording.rows)
    expect([waits.length, answers.length]).toEqual([rounds, rounds]);
});

test('the recorded run is to be trusted, or says why it is not', () => {
  expect(recordedStory(recording).text).toMatch(/^(While offloop answers, other requests wait|No headline)/);
});

test('a run that was recorded beside other work makes no headline, however clear it looks', () => {
  expect(recordedStory({ ...recording, otherWork: 0.6 }).isHeadline).toBe(false);
});
