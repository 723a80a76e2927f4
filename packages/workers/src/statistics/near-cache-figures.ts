import type { NearCacheFigures } from '@offloop/contract';
import { MetricUnit, MOST_CHARACTERS, type Metric } from './metrics-blob.js';

type Figures = Readonly<Record<string, NearCacheFigures>>;

/** In the order in which the official client gives them. */
const NAMES = [
  'creationTime',
  'evictions',
  'hits',
  'misses',
  'ownedEntryCount',
  'expirations',
] as const satisfies (keyof NearCacheFigures)[];

/** The figures of near caches as metrics. A map whose name is longer than a metric can say is left out. */
export function nearCacheMetrics(figures: Figures): Metric[] {
  return Object.entries(figures)
    .filter(([map]) => map.length <= MOST_CHARACTERS)
    .flatMap(([map, each]) =>
      NAMES.map((name) => ({
        prefix: 'nearcache',
        name,
        of: map,
        value: each[name],
        unit: name === 'creationTime' ? MetricUnit.MILLIS : MetricUnit.COUNT,
        isDouble: false,
      })),
    );
}

/** The figures of near caches as attributes: `nc.<map>.<name>`. */
export function nearCacheAttributes(figures: Figures): [name: string, value: number][] {
  return Object.entries(figures).flatMap(([map, each]) =>
    NAMES.map((name): [string, number] => [`nc.${escaped(map)}.${name}`, each[name]]),
  );
}

/** A map's name with a backslash before each sign of the format: the Java client's rule. */
function escaped(map: string): string {
  return map.replace(/^\//, '').replace(/[=.,\\]/g, (each) => `\\${each}`);
}
