import { describe, expect, test } from 'vitest';

import type { LiveEvent } from '../../src/figures/live-events.js';
import { Model, seriesClass } from '../../src/page/model.js';
import { outcome } from '../support/figures.js';
import { approachOf, runOf, snapshotOf, stateOf, turnOf } from '../support/snapshots.js';

const approaches = [
  approachOf('sync'),
  approachOf('official', 'official'),
  approachOf('workers', 'workers'),
  approachOf('workers-get', 'workers'),
];

function modelAfter(...events: LiveEvent[]): Model {
  const model = new Model();
  for (const event of [snapshotOf(approaches), ...events]) model.apply(event);
  return model;
}

describe('the model', () => {
  const turn = (run: number): LiveEvent => ({
    type: 'turn',
    run,
    turn: turnOf(1),
    outcome: outcome(),
  });

  test('keeps the turns of a run through its phases, and drops them for a new run', () => {
    const model = modelAfter({ type: 'run', state: stateOf(1, 'sync') }, turn(1), {
      type: 'run',
      state: stateOf(1, 'sync', { phase: 'measuring' }),
    });
    expect(model.run('quote', 'sync')?.turns).toHaveLength(1);
    model.apply({ type: 'run', state: stateOf(2, 'sync') });
    expect(model.run('quote', 'sync')?.turns).toEqual([]);
    model.apply(turn(1));
    expect(model.run('quote', 'sync')?.turns).toEqual([]);
  });

  test('has the outcome so far after each turn', () => {
    const model = modelAfter({ type: 'run', state: stateOf(1, 'sync') }, turn(1));
    expect(model.run('quote', 'sync')?.state.outcome).toEqual(outcome());
  });

  test('is busy until all runs have ended, and refuses orders but for a run of its own', () => {
    const model = modelAfter(
      { type: 'run', state: stateOf(1, 'sync', { automatic: true }) },
      { type: 'run', state: stateOf(2, 'workers', { automatic: true, phase: 'done' }) },
    );
    expect(model.busy()?.approach).toBe('sync');
    expect(model.refuses).toBe(false);
    model.apply({ type: 'run', state: stateOf(1, 'sync', { phase: 'done' }) });
    expect(model.busy()).toBeUndefined();
    model.apply({ type: 'run', state: stateOf(3, 'sync') });
    expect(model.refuses).toBe(true);
  });

  test('knows who took turns with each other last', () => {
    const model = modelAfter(
      { type: 'run', state: stateOf(1, 'sync') },
      { type: 'run', state: stateOf(2, 'workers') },
      { type: 'run', state: stateOf(3, 'sync', { order: 2 }) },
    );
    expect(model.latest('quote').map(({ state: { id } }) => id)).toEqual([3]);
    expect(model.latest('fib')).toEqual([]);
  });

  test('begins anew with a snapshot, runs and all', () => {
    const model = modelAfter({ type: 'run', state: stateOf(1, 'sync') });
    model.apply({ ...snapshotOf(approaches), runs: [runOf('workers', 7, [turnOf(1)])] });
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
