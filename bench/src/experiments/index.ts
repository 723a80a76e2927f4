import type { Experiment } from '../experiment.js';
import { getSet } from './get-set.js';

/** In the order in which a run without a name takes them. */
export const EXPERIMENTS: readonly Experiment[] = [getSet];
