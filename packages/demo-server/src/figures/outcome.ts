import type { LoadResult } from './load-result.js';
import type { ServerReport } from './sample.js';

/** What one run of one approach came to, seen from both sides. */
export interface Outcome {
  readonly approach: string;
  /** Requests a second that were ordered; absent for a closed loop. */
  readonly rate?: number;
  readonly connections: number;
  readonly load: LoadResult;
  readonly server: ServerReport;
}
