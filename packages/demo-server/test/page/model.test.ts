import { describe, expect, test } from 'vitest';

import type { ApproachInfo, LiveEvent, RunState } from '../../src/figures/live-events.js';
import { Model, seriesClass } from '../../src/page/model.js';
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
  info('workers-get', 'workers', 'offloop, plain get'),
];

function state(id: number, approach: string, more: Partial<RunState> = {}): RunState {
  return {
    id,
    order: 1,
    automatic: false,
    approach,
    workload: 'quote',
    connections: 50,
    seconds: 5,
    size: 5,
    phase: 'starting',
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
  const turn = (run: number): LiveEvent => ({
    type: 'turn',
    run,
    turn: { sample: sample(), requestsPerSecond: 1 },
    outcome: outcome({}),
  });

  test('keeps the turns of a run through its phases, and drops them for a new run', () => {
    const model = modelAfter({ type: 'run', state: state(1, 'sync') }, turn(1), {
      type: 'run',
      state: state(1, 'sync', { phase: 'measuring' }),
    });
    expect(model.run('quote', 'sync')?.turns).toHaveLength(1);
    model.apply({ type: 'run', state: state(2, 'sync') });
    expect(model.run('quote', 'sync')?.turns).toEqual([]);
    model.apply(turn(1));
    expect(model.run('quote', 'sync')?.turns).toEqual([]);
  });

  test('has the outcome so far after each turn', () => {
    const model = modelAfter({ type: 'run', state: state(1, 'sync') }, turn(1));
    expect(model.run('quote', 'sync')?.state.outcome).toEqual(outcome({}));
  });

  test('is busy until all runs have ended, and refuses orders but for a run of its own', () => {
    const model = modelAfter(
      { type: 'run', state: state(1, 'sync', { automatic: true }) },
      { type: 'run', state: state(2, 'workers', { automatic: true, phase: 'done' }) },
    );
    expect(model.busy()?.approach).toBe('sync');
    expect(model.refuses).toBe(false);
    model.apply({ type: 'run', state: state(1, 'sync', { phase: 'done' }) });
    expect(model.busy()).toBeUndefined();
    model.apply({ type: 'run', state: state(3, 'sync') });
    expect(model.refuses).toBe(true);
  });

  test('knows who took turns with each other last', () => {
    const model = modelAfter(
      { type: 'run', state: state(1, 'sync') },
      { type: 'run', state: state(2, 'workers') },
      { type: 'run', state: state(3, 'sync', { order: 2 }) },
    );
    expect(model.latest('quote').map(({ state: { id } }) => id)).toEqual([3]);
    expect(model.latest('fib')).toEqual([]);
  });

  test('begins anew with a snapshot, runs and all', () => {
    const model = modelAfter({ type: 'run', state: state(1, 'sync') });
    const runs = [{ state: state(7, 'workers'), turns: [{ sample: sample(), requestsPerSecond: 1 }] }];
    model.apply({ type: 'snapshot', about: '', approaches, limits, runs });
    expect(model.run('quote', 'sync')).toBeUndefined();
    expect(model.run('quote', 'workers')?.turns).toHaveLength(1);
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
