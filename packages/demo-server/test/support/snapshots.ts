import type {
  ApproachInfo,
  BlockState,
  LiveEvent,
  RunRecord,
  RunState,
  Turn,
} from '../../src/figures/live-events.js';
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

export function approachOf(id: string, family: string = 'sync', title: string = id): ApproachInfo {
  return { id, title, about: '', family, workloads: ['quote'], byDefault: true };
}

export function approachesOf(...ids: readonly string[]): ApproachInfo[] {
  return ids.map((id) => approachOf(id));
}

export function turnOf(slowestPing: number): Turn {
  return { sample: sample(), requestsPerSecond: 1, slowestPing };
}

export function runOf(approach: string, id: number, turns: readonly Turn[]): RunRecord {
  return { state: stateOf(id, approach, { phase: 'done' }), turns };
}

export function stateOf(id: number, approach: string, more: Partial<RunState> = {}): RunState {
  return { id, order: 1, automatic: false, approach, workload: 'quote', phase: 'starting', ...more };
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
