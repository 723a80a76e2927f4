import type { WorkloadName } from '../figures/live-events.js';
import type { PictureRow, Recording } from '../figures/recording.js';
import type { Model, RunView } from './model.js';
import { areComparable, verdictOf } from './verdict.js';

/** Answers of a run below which its figures are chance. */
const LEAST_ANSWERS = 30;

/** What the runs that took turns last come to; or, plainly, why they are not to be trusted. */
export function storyOf(model: Model, workload: WorkloadName, rows: readonly PictureRow[]): string {
  return doubtOf(model, model.latest(workload), rows) ?? verdictOf(rows);
}

/** CPUs' worth of other work beside which a recorded run is not to be trusted. */
const MOST_OTHER_WORK = 0.25;

/** What a recorded run came to; or, plainly, why it is not to be trusted. */
export function recordedStory({ otherWork, rows }: Recording): string {
  return otherWork > MOST_OTHER_WORK
    ? 'No headline: the machine had other work when this was recorded.'
    : verdictOf(rows);
}

function doubtOf(model: Model, runs: readonly RunView[], rows: readonly PictureRow[]): string | undefined {
  const titleOf = ({ state }: RunView): string => model.titleOf(state.approach);
  const broken = runs.find(({ state }) => state.phase === 'failed');
  if (broken !== undefined) return `No headline: ${titleOf(broken)} failed. Run all again to compare them.`;
  if (!areComparable(rows)) return undefined;
  const wrong = runs.find(({ state: { outcome } }) => outcome !== undefined && hasErrors(outcome.load));
  if (wrong !== undefined) return `No headline: ${titleOf(wrong)} had errors.`;
  if (model.disturbance !== undefined) return 'No headline: this machine is too busy with other work.';
  const few = runs.find(({ state: { outcome } }) => (outcome?.load.answered ?? 0) < LEAST_ANSWERS);
  if (few === undefined) return undefined;
  const { outcome } = few.state;
  return `No headline yet: ${titleOf(few)} gave ${outcome?.load.answered ?? 0} answers; it takes ${LEAST_ANSWERS}.`;
}

function hasErrors({
  errors,
  wrong,
  pingErrors,
}: Readonly<Record<'errors' | 'wrong' | 'pingErrors', number>>): boolean {
  return errors + wrong + pingErrors > 0;
}
