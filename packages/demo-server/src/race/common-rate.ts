import { Workload } from '../approaches/approaches.js';
import type { Outcome } from '../figures/outcome.js';
import { spreadOf } from './spread.js';

/** Of quotes: whom the comparison is with. The rate must be a load for them, or nobody is held up by anything. */
const RIVALS: readonly string[] = ['sync', 'official'];

/** Of what the slower of the rivals can: well loaded, and able to keep up. */
const SHARE_OF_RIVALS = 0.85;
/** Where there are no rivals: enough to be a load for all, little enough that all keep up. */
const SHARE_OF_SLOWEST = 0.6;

/** Answered of a rate, below which an approach did not keep up with it. Arrivals at random leave a run some requests short. */
const KEPT_UP = 0.95;

/**
 * The rate, in requests a second, at which all are compared once it is known what each can. The time-sliced may fall
 * behind it: what they answer is cheap to the event loop and dear to the CPU.
 */
export function commonRate(workload: Workload, closed: Readonly<Record<string, readonly Outcome[]>>): number {
  const rivals = workload === Workload.QUOTE ? RIVALS.filter((id) => closed[id] !== undefined) : [];
  const [ids, share] =
    rivals.length > 0 ? [rivals, SHARE_OF_RIVALS] : [Object.keys(closed), SHARE_OF_SLOWEST];
  // By the medians: one bad moment of the machine must not make it too easy for all.
  const medians = ids.map(
    (id) => spreadOf(closed[id].map(({ load }) => load.requestsPerSecond))?.median ?? 0,
  );
  return Math.max(1, Math.floor(Math.min(...medians) * share));
}

/** Whether the rounds at a rate were, in the median, answered at that rate. */
export function keptUp(rate: number, outcomes: readonly Outcome[]): boolean {
  const answered = spreadOf(outcomes.map(({ load }) => load.requestsPerSecond));
  return answered !== undefined && answered.median >= rate * KEPT_UP;
}
