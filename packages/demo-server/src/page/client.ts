import type { ApproachInfo, WorkloadName } from '../figures/live-events.js';

/** Whose client an approach reads with, in words for its card and its row; undefined where nothing is read. */
export function clientOf({ family }: ApproachInfo, workload: WorkloadName): string | undefined {
  if (workload === 'fib') return undefined;
  switch (family) {
    case 'official':
      return 'official client';
    case 'workers':
      return 'offloop';
    default:
      return 'offloop, no worker';
  }
}
