/** One approach, measured several times. */
export interface PictureRow {
  /** An approach's. */
  readonly id: string;
  readonly title: string;
  /** `/ping`, p99 in ms, of each round. */
  readonly waits: readonly number[];
  /** Requests answered a second, in each round. */
  readonly answers: readonly number[];
}

/** A run that was made before, for the page to begin with. */
export interface Recording {
  /** `2026-11-23` */
  readonly date: string;
  readonly machine: string;
  /** Documents a quote reads. */
  readonly documents: number;
  readonly rows: readonly PictureRow[];
}
