import { describe, expect, test } from 'vitest';

import type { LiveEvent, RunState } from '../../src/figures/live-events.js';
import { Model } from '../../src/page/model.js';
import { liveRows } from '../../src/page/picture.js';
import { storyOf } from '../../src/page/story.js';
import { outcome, sample } from '../support/figures.js';

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
}

const range = { least: 1, most: 9, initial: 5 };
const limits = { connections: range, seconds: range, rate: range, items: range, n: range };

function modelOf(runs: Partial<Record<Id, Wanted>>): Model {
  const model = new Model();
  const approaches = Object.entries(TITLES).map(([id, title]) => {
    return { id, title, about: '', family: id, workloads: ['quote'], byDefault: true } as const;
  });
  model.apply({ type: 'snapshot', about: '', approaches, limits, runs: [] });
  for (const [at, [approach, wanted]] of Object.entries(runs).entries()) {
    const { waits, answers, answered = 100, errors = 0, phase = 'measuring', order = 1 } = wanted;
    const load = { connections: 8, seconds: 5, size: 100 };
    model.apply({
      type: 'run',
      state: { id: at, order, automatic: true, approach, workload: 'quote', ...load, phase },
    });
    const { load: seen, server, ...rest } = outcome({ approach });
    for (const [round, slowestPing] of waits.entries())
      model.apply({
        type: 'turn',
        run: at,
        turn: { sample: sample(), requestsPerSecond: answers[round], slowestPing },
        outcome: { ...rest, server, load: { ...seen, answered, errors } },
      });
  }
  return model;
}

function story(runs: Partial<Record<Id, Wanted>>): string {
  const model = modelOf(runs);
  return storyOf(model, 'quote', liveRows(model, 'quote'));
}

const calm = { waits: [4, 5, 6, 5], answers: [60, 61, 59, 62] };
const late = { waits: [40, 52, 59, 51], answers: [40, 41, 39, 42] };

describe('the story', () => {
  test('says how long others wait, and how many answers there are, with intervals', () => {
    expect(story({ workers: calm, official: late })).toMatch(
      /^While offloop answers, others wait 5 ms; they wait 52 ms with the official client: 10\.\d times \[9\.\d+, 10\.\d\] as long\. It answers 1\.\d+ times \[1\.\d+, 1\.\d+\] as many requests as the official client\.$/,
    );
  });

  test('says it as well when the other is ahead', () => {
    const text = story({ workers: late, official: calm });
    expect(text).toMatch(/that is 10\.\d times \[9\.\d+, 10\.\d\] as long with offloop/);
    expect(text).toMatch(/It answers only 0\.\d+ times/);
  });

  test('does not call a difference what chance explains', () => {
    const text = story({
      workers: { ...calm, answers: [60, 30, 59, 40] },
      official: { ...late, answers: [40, 41, 39, 62] },
    });
    expect(text).toMatch(/It answers about as many requests \[0\.\d+, [1-9]/);
    const none = story({
      workers: { waits: [4, 50, 6], answers: [1, 2, 3] },
      official: { waits: [50, 4, 6], answers: [3, 2, 1] },
    });
    expect(none).toMatch(
      /^No headline after 3 rounds: neither what others wait \[.* differ by more than chance\.$/,
    );
  });

  test('compares with offloop without a worker where there is no official client', () => {
    expect(story({ workers: calm, sync: late })).toContain('with the offloop without a worker');
  });
});

describe('no headline', () => {
  test('of too few turns', () => {
    const one = { waits: [4, 5], answers: [60, 61] };
    expect(story({ workers: one, official: one })).toBe('No headline yet: it takes 3 rounds.');
  });

  test('counts whole rounds only', () => {
    const two = { waits: [40, 52], answers: [40, 41] };
    expect(story({ workers: calm, official: two })).toBe('No headline yet: it takes 3 rounds.');
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

  test('on a machine that is busy with other work', () => {
    const model = modelOf({ workers: { ...calm, phase: 'done' }, official: { ...late, phase: 'done' } });
    const busy: LiveEvent = { type: 'self', sample: { ...sample(), loopDelay: { p50: 9, p99: 9, max: 9 } } };
    for (let second = 0; second < 3; second++) model.apply(busy);
    expect(storyOf(model, 'quote', liveRows(model, 'quote'))).toBe(
      'No headline: this machine is too busy with other work.',
    );
  });
});
