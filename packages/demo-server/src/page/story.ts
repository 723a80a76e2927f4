import type { RunState, WorkloadName } from '../figures/live-events.js';
import type { Outcome } from '../figures/outcome.js';
import { milliseconds, number } from './format.js';
import type { Model } from './model.js';

/**
 * What the runs so far come to, in a sentence or two: whom `/ping` waits for least, and who answers most, against the
 * synchronous server. Says it as it is when that is the best.
 */
export function storyOf(model: Model, workload: WorkloadName): string {
  const busy = model.busy();
  if (busy !== undefined) return `${titleOf(model, busy.approach)}: ${busy.phase}…`;
  const ended = model.approachesOf(workload).flatMap(({ id, title }) => {
    const state = model.run(workload, id)?.state;
    return state?.phase === 'done' && state.outcome !== undefined
      ? [{ id, title, state, outcome: state.outcome }]
      : [];
  });
  const sync = ended.find(({ id }) => id === 'sync');
  const others = ended.filter(({ id }) => id !== 'sync');
  if (sync === undefined || others.length === 0) {
    return ended.length === 0
      ? 'Press “Run all”, or “Run” beside one approach.'
      : 'Run sync and another approach to compare them.';
  }
  if (others.some(({ state }) => !sameLoad(state, sync.state))) {
    return 'These runs had different loads; run them alike to compare them.';
  }
  const most = best(others, ({ load }) => -load.requestsPerSecond);
  const calmest = best(others, pingOf);
  const rate = sync.state.rate === undefined ? answers(most, sync.outcome) : 'At the same rate for all, ';
  const ping = `a bystander waited ${milliseconds(pingOf(calmest.outcome))} behind ${calmest.title}, ${milliseconds(pingOf(sync.outcome))} behind sync (p99).`;
  return `${rate}${ping}`;
}

type Ended = { readonly title: string; readonly outcome: Outcome };

function answers({ title, outcome }: Ended, sync: Outcome): string {
  const ratio = outcome.load.requestsPerSecond / sync.load.requestsPerSecond;
  return ratio >= 1
    ? `${title} answered ${number(ratio)} times as many requests as sync; `
    : `No other approach answered as many requests as sync (${title}: ${number(ratio)} times); `;
}

function best(ended: readonly Ended[], cost: (outcome: Outcome) => number): Ended {
  return ended.reduce((found, each) => (cost(each.outcome) < cost(found.outcome) ? each : found));
}

function pingOf({ load }: Outcome): number {
  return load.ping?.p99 ?? Infinity;
}

function sameLoad(one: RunState, other: RunState): boolean {
  return one.connections === other.connections && one.rate === other.rate && one.size === other.size;
}

function titleOf(model: Model, id: string): string {
  return model.approaches.find((each) => each.id === id)?.title ?? id;
}
