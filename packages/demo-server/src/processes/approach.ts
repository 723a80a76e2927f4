// The messages between an approach's process and whoever measures it.
import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/grid-settings.js';
import type { Sample, ServerReport } from '../figures/sample.js';

export type ApproachSettings = {
  readonly grid: GridSettings;
  /** Its client is opened before the first request. */
  readonly approach: Approach;
  /** Milliseconds between samples. */
  readonly sampleMillis: number;
};

export type ToApproach =
  /** A run begins: figures from here on. */
  | { readonly type: 'reset' }
  /** It has ended. */
  | { readonly type: 'report' };

export type FromApproach =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'sample'; readonly sample: Sample }
  | { readonly type: 'report'; readonly report: ServerReport };
