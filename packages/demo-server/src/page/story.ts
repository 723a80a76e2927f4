import type { RunState, WorkloadName } from '../figures/live-events.js';
import type { Outcome } from '../figures/outcome.js';
import { milliseconds, number } from './format.js';
import type { Model } from './model.js';

/** Whom everybody is compared with: the same server without threads, and the other client. */
const RIVALS: ReadonlySet<string> = new Set(['sync', 'official']);

/**
 * What the runs so far come to, in a sentence or two: who answers most, and whom `/ping` waits for least, against the
 * synchronous server and the official client. Says it as it is when one of those is the best.
 */
export function storyOf(model: Model, workload: WorkloadName): string {
  const busy = model.busy();
  if (busy !== undefined) return `${model.titleOf(busy.approach)}: ${busy.phase}…`;
  const ended = model.approachesOf(workload).flatMap(({ id, title }) => {
    const state = model.run(workload, id)?.state;
    const name = title;
    return state?.phase === 'done' && state.outcome !== undefined
      ? [{ id, name, state, outcome: state.outcome }]
      : [];
  });
  const rivals = ended.filter(({ id }) => RIVALS.has(id));
  const others = ended.filter(({ id }) => !RIVALS.has(id));
  if (ended.length === 0) return 'Press “Run all”, or “Run” beside one approach.';
  if (rivals.length === 0 || others.length === 0)
    return 'Run “official client” or “offloop without a worker”, and another approach, to compare them.';
  if (ended.some(({ state }) => !sameLoad(state, ended[0].state)))
    return 'These runs had different loads; run them alike to compare them.';
  const doubt = doubtOf(model, workload, ended);
  if (doubt !== undefined) return doubt;
  const most = best(others, ({ load }) => -load.requestsPerSecond);
  const calmest = best(others, pingOf);
  const rate = ended[0].state.rate === undefined ? answers(most, rivals) : 'At the same rate for all, ';
  const waits = [calmest, ...rivals].map(
    ({ name, outcome }) => `${milliseconds(pingOf(outcome))} behind ${name}`,
  );
  return `${rate}a bystander waited ${listed(waits)} (p99).`;
}

/** Answers of a run below which its figures are chance. */
const LEAST_ANSWERS = 30;

/** Why these runs are not to be trusted; undefined when they are. */
function doubtOf(model: Model, workload: WorkloadName, ended: readonly Ended[]): string | undefined {
  const broken = model.approachesOf(workload).find(({ id }) => {
    const phase = model.run(workload, id)?.state.phase;
    return phase === 'failed' || phase === 'stopped';
  });
  if (broken !== undefined) return `${broken.title} did not finish: run all again to compare them.`;
  const wrong = ended.find(({ outcome: { load } }) => load.wrong + load.errors > 0);
  if (wrong !== undefined) return `${wrong.name} had errors: no comparison.`;
  const few = ended.find(({ outcome }) => outcome.load.answered < LEAST_ANSWERS);
  if (few !== undefined) {
    const { answered } = few.outcome.load;
    return `${few.name} gave only ${answered} answers, too few to compare: run longer, or with fewer documents.`;
  }
  if (model.disturbance !== undefined) return 'This machine is too busy to compare them.';
  return undefined;
}

interface Ended {
  readonly name: string;
  readonly outcome: Outcome;
}

function answers({ name, outcome }: Ended, rivals: readonly Ended[]): string {
  const times = rivals.map((rival, place) => {
    const ratio = outcome.load.requestsPerSecond / rival.outcome.load.requestsPerSecond;
    const many = place === 0 ? 'as many requests' : 'as many';
    return `${factor(ratio)}${many} as ${rival.name}`;
  });
  return `${name} answered ${listed(times)}; `;
}

/** In front of "as many"; nothing that rounds to once. */
function factor(ratio: number): string {
  const text = number(ratio);
  if (text === '1') return 'about ';
  return `${ratio < 1 ? 'only ' : ''}${text} times `;
}

/** `a`, `a and b`, `a, b and c`. */
function listed(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ');
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
