import type { Turn, WorkloadName } from '../figures/live-events.js';
import type { PictureRow, Recording } from '../figures/recording.js';
import type { Model, RunView } from './model.js';
import { number } from './format.js';
import { median } from './median.js';
import { areComparable, none, verdictOf, type Verdict } from './verdict.js';

/** Least number of answers of a run: with fewer, its figures are chance. */
const LEAST_ANSWERS = 30;

/**
 * CPU time of other programs beside which a difference may not show, as a number of CPUs. The browser that shows the page takes some of it.
 */
const MOST_OTHER_WORK = 0.5;

/**
 * Returns the verdict on the runs that took turns last, or the reason why there is none. Other work on the machine affects all runs that
 * take turns, and widens the intervals: it is named only where they show no difference.
 */
export function storyOf(model: Model, workload: WorkloadName, rows: readonly PictureRow[]): Verdict {
  const runs = model.latest(workload);
  const fault = faultOf(model, runs, rows);
  if (fault !== undefined) return none(fault);
  const others = otherWorkOf(runs.flatMap(({ turns }) => turns));
  const doubt = ` Other programs took ${number(others)} CPUs of this machine meanwhile.`;
  return verdictOf(rows, others > MOST_OTHER_WORK ? doubt : '');
}

/** Returns the verdict on a recorded run, or the reason why it cannot be trusted. */
export function recordedStory({ otherWork, rows }: Recording): Verdict {
  return otherWork > MOST_OTHER_WORK
    ? none('No headline: the machine had other work when this was recorded.')
    : verdictOf(rows);
}

/** The texts that the page begins with: a headline, and a note on this machine where the headline does not come from it. */
export interface Story {
  readonly headline: string;
  readonly note: string;
}

/**
 * Chooses between the verdict of this machine and the recorded one.
 *
 * @param live verdict on figures of this machine; undefined before there are any
 * @param recorded verdict on the recording; undefined if it was made with another load
 */
export function storyToTell(live: Verdict | undefined, recorded: Verdict | undefined): Story {
  if (recorded === undefined || live?.isHeadline === true) return { headline: live?.text ?? '', note: '' };
  if (live === undefined || !recorded.isHeadline) return { headline: (live ?? recorded).text, note: '' };
  return { headline: recorded.text, note: `So it was when it was recorded. Here: ${live.text}` };
}

function faultOf(model: Model, runs: readonly RunView[], rows: readonly PictureRow[]): string | undefined {
  const titleOf = ({ state }: RunView): string => model.titleOf(state.approach);
  const broken = runs.find(({ state }) => state.phase === 'failed');
  if (broken !== undefined) return `No headline: ${titleOf(broken)} failed. Run all again to compare them.`;
  if (!areComparable(rows)) return undefined;
  const wrong = runs.find(({ state: { outcome } }) => outcome !== undefined && hasErrors(outcome.load));
  if (wrong !== undefined) return `No headline: ${titleOf(wrong)} had errors.`;
  const few = runs.find(({ state: { outcome } }) => (outcome?.load.answered ?? 0) < LEAST_ANSWERS);
  if (few === undefined) return undefined;
  const { outcome } = few.state;
  return `No headline yet: ${titleOf(few)} gave ${outcome?.load.answered ?? 0} answers; it takes ${LEAST_ANSWERS}.`;
}

/** Returns the median over the turns, so that one program that starts meanwhile does not decide; 0 if it is not known. */
function otherWorkOf(turns: readonly Turn[]): number {
  return turns.length === 0 ? 0 : median(turns.map(({ otherWork }) => otherWork ?? 0));
}

function hasErrors({
  errors,
  wrong,
  pingErrors,
}: Readonly<Record<'errors' | 'wrong' | 'pingErrors', number>>): boolean {
  return errors + wrong + pingErrors > 0;
}
