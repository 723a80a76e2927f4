import type { LoadResult } from './load-result.js';
import type { ServerReport } from './sample.js';

/** The figures of one run of one approach, from both sides: load and server. */
export interface Outcome {
  readonly approach: string;
  /** Requests a second that were ordered; absent if each connection waited for its answer before the next request. */
  readonly rate?: number;
  readonly connections: number;
  readonly load: LoadResult;
  readonly server: ServerReport;
}
