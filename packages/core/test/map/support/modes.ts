import type { NearCacheConfig } from 'offloop';

import { TESTED_WORKERS } from '../../client/support/client-bench.js';

/** The ways in which a client may have its maps: what holds for one holds for all. */
export interface MapMode {
  readonly workers: number | 'auto';
  /** Of all maps; none where it is empty. */
  readonly nearCaches: Record<string, NearCacheConfig>;
}

export const mapModes: readonly (readonly [name: string, mode: MapMode])[] = [
  [`workers: ${TESTED_WORKERS}`, { workers: TESTED_WORKERS, nearCaches: {} }],
  ['workers: 0', { workers: 0, nearCaches: {} }],
  [`workers: ${TESTED_WORKERS}, and a near cache`, { workers: TESTED_WORKERS, nearCaches: { default: {} } }],
  [
    'workers: 0, and a near cache of objects',
    { workers: 0, nearCaches: { default: { inMemoryFormat: 'OBJECT' } } },
  ],
];
