import { describe, expect, test } from 'vitest';

import type { ApproachInfo, LiveEvent, RunState } from '../../src/figures/live-events.js';
import { Model, seriesClass } from '../../src/page/model.js';
import { storyOf } from '../../src/page/story.js';
import { outcome, sample } from '../support/figures.js';

const range = { least: 1, most: 9, initial: 5 };
const limits = { connections: range, seconds: range, rate: range, items: range, n: range };

function info(id: string, family: string): ApproachInfo {
  return { id, title: id, about: '', family, workloads: ['quote'], byDefault: true };
}

const approaches = [info('sync', 'sync'), info('workers', 'workers'), info('workers-get', 'workers')];

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
      'series-workers-0',
      'series-workers-1',
    ]);
  });
});

describe('the story', () => {
  function story(
    sync: Parameters<typeof outcome>[0],
    workers: Parameters<typeof outcome>[0],
    rate?: number,
  ): string {
    const load = rate === undefined ? {} : { rate };
    return storyOf(
      modelAfter(
        { type: 'run', state: state(1, 'sync', { phase: 'done', outcome: outcome(sync) }) },
        { type: 'run', state: state(2, 'workers', { phase: 'done', outcome: outcome(workers), ...load }) },
      ),
      'quote',
    );
  }

  test('says who answered most and what the bystander waited', () => {
    const text = story({ requestsPerSecond: 100, ping: 50 }, { requestsPerSecond: 150, ping: 2 });
    expect(text).toContain('workers answered 1.5 times as many requests as sync');
    expect(text).toContain('2 ms behind workers, 50 ms behind sync');
  });

  test('says it as well when sync is ahead', () => {
    const text = story({ requestsPerSecond: 100, ping: 1 }, { requestsPerSecond: 50, ping: 9 });
    expect(text).toContain('No other approach answered as many requests as sync (workers: 0.5 times)');
    expect(text).toContain('9 ms behind workers, 1 ms behind sync');
  });

  test('compares nothing that ran under different loads', () => {
    const text = story({ requestsPerSecond: 100, ping: 1 }, { requestsPerSecond: 50, ping: 9 }, 20);
    expect(text).toContain('different loads');
  });
});
