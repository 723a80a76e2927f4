import type { ApproachInfo, BlockState, LiveEvent, RunRecord, Turn } from '../../src/figures/live-events.js';
import { sample } from './figures.js';

/** Threads held, with all that can become of a client. */
export const HELD: BlockState = {
  id: 1,
  seconds: 10,
  elapsed: 10,
  silenceSeconds: 5,
  phase: 'done',
  clients: [
    {
      id: 'workers',
      title: 'offloop',
      connected: true,
      locked: true,
      heartbeats: 9,
      underWay: { made: 100, answered: 100, millis: 1.1 },
      nextCall: 1.2,
    },
    {
      id: 'official',
      title: 'official client',
      connected: false,
      locked: false,
      heartbeats: 0,
      underWay: { made: 100, answered: 60, millis: 900 },
      nextCall: null,
    },
  ],
};

export function approachOf(id: string): ApproachInfo {
  return { id, title: id, about: '', family: 'sync', workloads: ['quote'], byDefault: true };
}

export function turnOf(slowestPing: number): Turn {
  return { sample: sample(), requestsPerSecond: 1, slowestPing };
}

export function runOf(approach: string, id: number, turns: readonly Turn[]): RunRecord {
  const load = { order: 1, automatic: false, connections: 1, seconds: 1, size: 1 } as const;
  return { state: { id, approach, workload: 'quote', ...load, phase: 'done' }, turns };
}

/** All there is to know, with a run of each approach that took these turns. */
export function snapshotOf(
  approaches: readonly ApproachInfo[],
  turns: readonly Turn[] = [],
): Extract<LiveEvent, { type: 'snapshot' }> {
  const range = { least: 1, most: 9, initial: 5 };
  const limits = { connections: range, seconds: range, rate: range, items: range, n: range };
  const runs = turns.length === 0 ? [] : approaches.map(({ id }, at) => runOf(id, at, turns));
  return { type: 'snapshot', about: '', approaches, limits, runs };
}
