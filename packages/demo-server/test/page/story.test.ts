import { describe, expect, test } from 'vitest';

import type { RunState } from '../../src/figures/live-events.js';
import { Model } from '../../src/page/model.js';
import { liveRows } from '../../src/page/picture.js';
import { storyOf, storyToTell } from '../../src/page/story.js';
import { outcome } from '../support/figures.js';
import { approachOf, snapshotOf, stateOf, turnOf } from '../support/snapshots.js';

const TITLES = { workers: 'offloop', official: 'official client', sync: 'offloop without a worker' } as const;
type Id = keyof typeof TITLES;

interface Wanted {
  readonly waits: readonly number[];
  readonly answers: readonly number[];
  /** In all turns together. */
  readonly answered?: number;
  readonly errors?: number;
  readonly phase?: RunState['phase'];
  readonly order?: number;
  /** CPUs' worth in each turn. */
  readonly otherWork?: readonly number[];
}

function modelOf(runs: Partial<Record<Id, Wanted>>): Model {
  const model = new Model();
  model.apply(snapshotOf(Object.entries(TITLES).map(([id, title]) => approachOf(id, id, title))));
  for (const [at, [approach, wanted]] of Object.entries(runs).entries()) {
    const { waits, answers, answered = 100, errors = 0, phase = 'measuring', order = 1, otherWork } = wanted;
    model.apply({ type: 'run', state: stateOf(at, approach, { order, automatic: true, phase }) });
    const { load, ...rest } = outcome(approach);
    for (const [round, slowestPing] of waits.entries())
      model.apply({
        type: 'turn',
        run: at,
        turn: {
          ...turnOf(slowestPing),
          requestsPerSecond: answers[round],
          ...(otherWork === undefined ? {} : { otherWork: otherWork[round] }),
        },
        outcome: { ...rest, load: { ...load, answered, errors } },
      });
  }
  return model;
}

function story(runs: Partial<Record<Id, Wanted>>): string {
  const model = modelOf(runs);
  const { isHeadline, text } = storyOf(model, 'quote', liveRows(model, 'quote'));
  expect(isHeadline).toBe(!/^No|^Nothing/.test(text));
  return text;
}

const calm = { waits: [4, 5, 6, 5], answers: [60, 61, 59, 62] };
const late = { waits: [40, 52, 59, 51], answers: [40, 41, 39, 42] };

describe('the story', () => {
  test('says how long others wait, and how many answers there are', () => {
    expect(story({ workers: calm, official: late })).toBe(
      'While offloop answers, other requests wait 5 ms. With the official client they wait 52 ms, 10 times as long. ' +
        'offloop answers 1.5 times as many requests as the official client.',
    );
  });

  test('says it as well when the other is ahead', () => {
    expect(story({ workers: late, official: calm })).toBe(
      'While offloop answers, other requests wait 52 ms. With the official client they wait 5 ms: ' +
        'offloop lets them wait 10 times as long. offloop answers only 0.67 times as many requests as the official client.',
    );
  });

  test('does not call a difference what chance explains', () => {
    const text = story({
      workers: { ...calm, answers: [60, 30, 59, 40] },
      official: { ...late, answers: [40, 41, 39, 62] },
    });
    expect(text).toMatch(/Both answer about as many requests \[0\.\d+, [1-9]/);
    const none = story({
      workers: { waits: [4, 50, 6], answers: [1, 2, 3] },
      official: { waits: [50, 4, 6], answers: [3, 2, 1] },
    });
    expect(none).toMatch(
      /^No headline after 3 rounds: neither what others wait \[.* differ by more than chance\.$/,
    );
  });

  test('compares with offloop without a worker where there is no official client', () => {
    expect(story({ workers: calm, sync: late })).toMatch(
      /With offloop without a worker they wait 52 ms.*as many requests as offloop without a worker\.$/,
    );
  });
});

describe('rows', () => {
  const idsOf = (runs: Partial<Record<Id, Wanted>>): string[] =>
    liveRows(modelOf(runs), 'quote').map(({ id }) => id);
  const none = { waits: [], answers: [] };
  const one = { waits: [4], answers: [60] };
  const two = { waits: [4, 5], answers: [60, 61] };

  test('of the first round stand as soon as two can be compared', () => {
    expect(idsOf({ workers: one, official: none, sync: none })).toEqual([]);
    expect(idsOf({ workers: one, official: one, sync: none })).toEqual(['workers', 'official']);
    expect(idsOf({ workers: one, official: one, sync: one })).toEqual(['workers', 'official', 'sync']);
  });

  test('of a later round stand when it is whole', () => {
    const model = modelOf({ workers: two, official: two, sync: one });
    expect(liveRows(model, 'quote').map(({ waits }) => waits)).toEqual([[4], [4], [4]]);
  });
});

describe('no headline', () => {
  test('of too few turns', () => {
    const one = { waits: [4, 5], answers: [60, 61] };
    expect(story({ workers: one, official: one })).toBe('No headline yet: it takes 3 rounds.');
  });

  test('of too few answers', () => {
    expect(story({ workers: calm, official: { ...late, answered: 29 } })).toBe(
      'No headline yet: official client gave 29 answers; it takes 30.',
    );
  });

  test('when an approach has failed, also one that nobody is compared with', () => {
    expect(story({ workers: calm, official: late, sync: { ...late, phase: 'failed' } })).toBe(
      'No headline: offloop without a worker failed. Run all again to compare them.',
    );
  });

  test('when there were errors', () => {
    expect(story({ workers: { ...calm, errors: 1 }, official: late })).toBe(
      'No headline: offloop had errors.',
    );
  });

  test('when a turn had no answer', () => {
    expect(story({ workers: { ...calm, answers: [60, 0, 59, 62] }, official: late })).toBe(
      'No headline: in some turns there was no answer at all.',
    );
  });

  test('of approaches that did not take turns with each other', () => {
    expect(story({ workers: calm, official: { ...late, order: 2 } })).toContain('“Run all”');
  });
});

describe('other work on the machine', () => {
  const alike = { waits: [5, 50, 6], answers: [50, 60, 55] };
  const other = { waits: [50, 5, 6], answers: [55, 50, 60] };
  const beside = (wanted: Wanted, otherWork: readonly number[]): Wanted => ({ ...wanted, otherWork });

  test('says nothing against a difference that the intervals show', () => {
    const work = [1.2, 1.2, 1.3, 1.2];
    expect(story({ workers: beside(calm, work), official: beside(late, work) })).toMatch(
      /^While offloop answers/,
    );
  });

  test('is named where they show none, if it was there in most turns', () => {
    expect(
      story({ workers: beside(alike, [1.2, 1.2, 0.1]), official: beside(other, [0.1, 1.2, 1.3]) }),
    ).toMatch(/^No headline after 3 rounds.* Other programs took 1\.2 CPUs of this machine meanwhile\.$/);
    expect(story({ workers: beside(alike, [0.1, 2, 0.1]), official: beside(other, [0.1, 2, 0.1]) })).toMatch(
      /differ by more than chance\.$/,
    );
  });
});

describe('what is told', () => {
  const recorded = { isHeadline: true, text: 'recorded' };
  const live = { isHeadline: true, text: 'live' };
  const doubt = { isHeadline: false, text: 'no headline' };

  test('is the recorded run until this machine has a headline, and that then', () => {
    expect(storyToTell(undefined, recorded)).toEqual({ headline: 'recorded', note: '' });
    expect(storyToTell(doubt, recorded)).toEqual({
      headline: 'recorded',
      note: 'So it was when it was recorded. Here: no headline',
    });
    expect(storyToTell(live, recorded)).toEqual({ headline: 'live', note: '' });
  });

  test('is no headline where there is none', () => {
    expect(storyToTell(doubt, undefined)).toEqual({ headline: 'no headline', note: '' });
    expect(storyToTell(doubt, { isHeadline: false, text: 'none' })).toEqual({
      headline: 'no headline',
      note: '',
    });
  });
});
