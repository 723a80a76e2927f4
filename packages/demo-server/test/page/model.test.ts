import { describe, expect, test } from 'vitest';

import type { ApproachInfo, LiveEvent, RunState } from '../../src/figures/live-events.js';
import { Model, seriesClass } from '../../src/page/model.js';
import { storyOf } from '../../src/page/story.js';
import { outcome, sample } from '../support/figures.js';

const range = { least: 1, most: 9, initial: 5 };
const limits = { connections: range, seconds: range, rate: range, items: range, n: range };

function info(id: string, family: string, title: string = id): ApproachInfo {
  return { id, title, about: '', family, workloads: ['quote'], byDefault: true };
}

const approaches = [
  info('sync', 'sync', 'offloop without a worker'),
  info('official', 'official', 'official client'),
  info('workers', 'workers', 'offloop'),
  info('workers-get', 'workers', 'offloop, get'),
];

function state(id: number, approach: string, more: Partial<RunState> = {}): RunState {
  return {
    id,
    approach,
    workload: 'quote',
    connections: 50,
    seconds: 5,
    size: 5,
    phase: 'waiting',
    ...more,
  };
}

function modelAfter(...events: LiveEvent[]): Model {
  const model = new Model();
  model.apply({ type: 'snapshot', about: '', approaches, limits, runs: [] });
  for (const event of events) model.apply(event);
  return model;
}

describe('the model', () => {
  test('keeps the samples of a run through its phases, and drops them for a new run', () => {
    const model = modelAfter(
      { type: 'run', state: state(1, 'sync') },
      { type: 'sample', run: 1, sample: sample() },
      { type: 'run', state: state(1, 'sync', { phase: 'measuring' }) },
    );
    expect(model.run('quote', 'sync')?.samples).toHaveLength(1);
    model.apply({ type: 'run', state: state(2, 'sync') });
    expect(model.run('quote', 'sync')?.samples).toEqual([]);
    model.apply({ type: 'sample', run: 1, sample: sample() });
    expect(model.run('quote', 'sync')?.samples).toEqual([]);
  });

  test('is busy with the run under way rather than with those that wait', () => {
    const model = modelAfter(
      { type: 'run', state: state(1, 'sync') },
      { type: 'run', state: state(2, 'workers', { phase: 'measuring' }) },
    );
    expect(model.busy()?.approach).toBe('workers');
    model.apply({ type: 'run', state: state(2, 'workers', { phase: 'failed' }) });
    expect(model.busy()?.approach).toBe('sync');
    model.apply({ type: 'run', state: state(1, 'sync', { phase: 'done' }) });
    expect(model.busy()).toBeUndefined();
  });

  test('begins anew with a snapshot, runs and all', () => {
    const model = modelAfter({ type: 'run', state: state(1, 'sync') });
    const runs = [{ state: state(7, 'workers'), samples: [sample()], pings: [] }];
    model.apply({ type: 'snapshot', about: '', approaches, limits, runs });
    expect(model.run('quote', 'sync')).toBeUndefined();
    expect(model.run('quote', 'workers')?.samples).toHaveLength(1);
  });

  test('tells approaches of one family apart', () => {
    expect(approaches.map((each) => seriesClass(each, approaches))).toEqual([
      'series-sync-0',
      'series-official-0',
      'series-workers-0',
      'series-workers-1',
    ]);
  });
});

describe('a machine that is busy with other work', () => {
  const late = (p99: number): LiveEvent => ({
    type: 'self',
    sample: { ...sample(), loopDelay: { p50: 0.1, p99, max: p99 } },
  });

  test('is known by a loop that has nothing to do and is late', () => {
    expect(modelAfter(late(9), late(4), late(5)).disturbance).toBe(5);
    expect(modelAfter(late(0.2), late(0.3), late(0.2)).disturbance).toBeUndefined();
  });

  test('is not known by two looks, nor by one late second among others', () => {
    expect(modelAfter(late(9), late(9)).disturbance).toBeUndefined();
    expect(modelAfter(late(0.2), late(90), late(0.2)).disturbance).toBeUndefined();
  });

  test('is judged by the last ten idle seconds', () => {
    const seconds = (count: number, p99: number): LiveEvent[] =>
      Array.from({ length: count }, () => late(p99));
    expect(modelAfter(...seconds(20, 0.2), ...seconds(6, 9)).disturbance).toBe(9);
    expect(modelAfter(...seconds(20, 9), ...seconds(6, 0.2)).disturbance).toBeUndefined();
  });

  test('is not judged while a run keeps the CPUs busy', () => {
    const measuring: LiveEvent = { type: 'run', state: state(1, 'sync', { phase: 'measuring' }) };
    expect(modelAfter(measuring, late(9), late(9), late(9)).disturbance).toBeUndefined();
  });
});

describe('the story', () => {
  type Runs = Readonly<Record<string, Parameters<typeof outcome>[0] & { readonly rate?: number }>>;

  function story(runs: Runs): string {
    const events = Object.entries(runs).map(([id, { rate, ...wanted }], at): LiveEvent => {
      const load = rate === undefined ? {} : { rate };
      return { type: 'run', state: state(at, id, { phase: 'done', outcome: outcome(wanted), ...load }) };
    });
    return storyOf(modelAfter(...events), 'quote');
  }

  test('compares who answered most, and the bystander, with the same server without a worker and with the official client', () => {
    expect(
      story({
        sync: { requestsPerSecond: 100, ping: 50 },
        official: { requestsPerSecond: 75, ping: 60 },
        workers: { requestsPerSecond: 150, ping: 2 },
      }),
    ).toBe(
      'offloop answered 1.5 times as many requests as offloop without a worker and 2 times as many as official client; ' +
        'a bystander waited 2 ms behind offloop, 50 ms behind offloop without a worker and 60 ms behind official client (p99).',
    );
  });

  test('says it as well when those are ahead', () => {
    const text = story({
      sync: { requestsPerSecond: 100, ping: 1 },
      official: { requestsPerSecond: 25, ping: 2 },
      workers: { requestsPerSecond: 50, ping: 9 },
    });
    expect(text).toContain(
      'only 0.5 times as many requests as offloop without a worker and 2 times as many as official client',
    );
    expect(text).toContain(
      '9 ms behind offloop, 1 ms behind offloop without a worker and 2 ms behind official client',
    );
  });

  test('says of what rounds to once that it is about as many', () => {
    const text = story({
      sync: { requestsPerSecond: 100, ping: 1 },
      official: { requestsPerSecond: 50, ping: 2 },
      workers: { requestsPerSecond: 99.8, ping: 9 },
    });
    expect(text).toContain(
      'offloop answered about as many requests as offloop without a worker and 2 times as many as',
    );
  });

  test('compares with the one there is, and asks for one when there is none', () => {
    const workers = { requestsPerSecond: 150, ping: 2 };
    const official = { requestsPerSecond: 75, ping: 60 };
    expect(story({ official, workers })).toContain(
      'offloop answered 2 times as many requests as official client',
    );
    expect(story({ workers })).toContain('Run “official client” or “offloop without a worker”');
    expect(story({ official })).toContain('another approach');
  });

  test('names who was calmest at the same rate for all', () => {
    const text = story({
      sync: { ping: 9, rate: 20 },
      workers: { ping: 3, rate: 20 },
      'workers-get': { ping: 2, rate: 20 },
    });
    expect(text).toBe(
      'At the same rate for all, a bystander waited 2 ms behind offloop, get and 9 ms behind offloop without a worker (p99).',
    );
  });

  describe('of a run that is not to be trusted', () => {
    const good = { ping: 1, requestsPerSecond: 100 };
    const done = (id: number, approach: string, answered: number, errors: number): LiveEvent => {
      const { load, ...rest } = outcome(good);
      const run = { ...rest, load: { ...load, answered, errors } };
      return { type: 'run', state: state(id, approach, { phase: 'done', outcome: run }) };
    };
    const pair = [done(1, 'official', 100, 0), done(2, 'workers', 100, 0)];

    test('names who did not finish', () => {
      const broken: LiveEvent = { type: 'run', state: state(3, 'sync', { phase: 'failed' }) };
      expect(storyOf(modelAfter(...pair, broken), 'quote')).toBe(
        'offloop without a worker did not finish: run all again to compare them.',
      );
    });

    test('names who gave too few answers, or had errors', () => {
      expect(storyOf(modelAfter(...pair, done(1, 'official', 1, 0)), 'quote')).toContain(
        'official client gave only 1 answers, too few to compare',
      );
      expect(storyOf(modelAfter(...pair, done(1, 'official', 100, 2)), 'quote')).toBe(
        'official client had errors: no comparison.',
      );
    });

    test('says that the machine is too busy', () => {
      const late: LiveEvent = {
        type: 'self',
        sample: { ...sample(), loopDelay: { p50: 9, p99: 9, max: 9 } },
      };
      expect(storyOf(modelAfter(...pair, late, late, late), 'quote')).toBe(
        'This machine is too busy to compare them.',
      );
      expect(storyOf(modelAfter(...pair), 'quote')).toContain('offloop answered about as many');
    });
  });

  test('compares nothing that ran under different loads', () => {
    expect(story({ sync: { ping: 1 }, workers: { ping: 9, rate: 20 } })).toContain('different loads');
  });
});
