import type { BlockState } from './live-events.js';

/** One approach, measured in several rounds. */
export interface PictureRow {
  /** An approach's. */
  readonly id: string;
  readonly title: string;
  /** The slowest `/ping` of each round, in ms. */
  readonly waits: readonly number[];
  /** Requests answered a second, in each round. */
  readonly answers: readonly number[];
}

/** What the page begins with: figures that were taken before. */
export interface Recording {
  /** `2026-11-23` */
  readonly date: string;
  readonly machine: string;
  /** CPUs' worth of work that the machine did for others, before or meanwhile; on a quiet one nearly 0. */
  readonly otherWork: number;
  /** Documents a quote reads. */
  readonly documents: number;
  readonly connections: number;
  readonly rows: readonly PictureRow[];
  /** Threads held, to its end. */
  readonly block: BlockState;
}
