import type { BlockState } from './live-events.js';

/** One approach, measured in several rounds. */
export interface PictureRow {
  /** Id of the approach. */
  readonly id: string;
  readonly title: string;
  /** Time that the slowest `/ping` of each round took, in ms. */
  readonly waits: readonly number[];
  /** Number of requests answered a second, for each round. */
  readonly answers: readonly number[];
}

/** Figures that were taken earlier, with which the page begins. */
export interface Recording {
  /** Day of the recording, such as `2026-11-23`. */
  readonly date: string;
  readonly machine: string;
  /** CPU time that other programs took before the recording or during it, as a number of CPUs; nearly 0 on a quiet machine. */
  readonly otherWork: number;
  /** Number of documents that a quote reads. */
  readonly documents: number;
  readonly connections: number;
  readonly rows: readonly PictureRow[];
  /** The state of a hold of threads at its end. */
  readonly block: BlockState;
}
