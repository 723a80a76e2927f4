// The messages between a contender's process and whoever measures it.
import type { Contender } from '../approaches/contenders.js';
import type { GridSettings } from '../approaches/document-source.js';
import type { Sample, ServerReport } from '../figures/sample.js';

export type ContenderSettings = {
  readonly grid: GridSettings;
  /** Its client is opened before the first request. */
  readonly contender: Contender;
  /** Milliseconds between samples. */
  readonly sampleMillis: number;
};

export type ToContender =
  /** A run begins: figures from here on. */
  | { readonly type: 'reset' }
  /** It has ended. */
  | { readonly type: 'report' };

export type FromContender =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'sample'; readonly sample: Sample }
  | { readonly type: 'report'; readonly report: ServerReport };
