import type { NearCacheConfig } from 'offloop';

/** The ways in which a client may have its maps: what holds for one holds for all. */
export interface MapMode {
  readonly workers: number;
  /** Of all maps; none where it is empty. */
  readonly nearCaches: Record<string, NearCacheConfig>;
}

export const mapModes: readonly (readonly [name: string, mode: MapMode])[] = [
  ['workers: 1', { workers: 1, nearCaches: {} }],
  ['workers: 0', { workers: 0, nearCaches: {} }],
  ['workers: 1, and a near cache', { workers: 1, nearCaches: { default: {} } }],
  [
    'workers: 0, and a near cache of objects',
    { workers: 0, nearCaches: { default: { inMemoryFormat: 'OBJECT' } } },
  ],
];
