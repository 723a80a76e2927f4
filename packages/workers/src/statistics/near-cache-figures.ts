import type { NearCacheFigures } from '@offloop/contract';
import { MetricUnit, MOST_CHARACTERS, type Metric } from './metrics-blob.js';

type Figures = Readonly<Record<string, NearCacheFigures>>;

/** The figures, in the order in which the official client gives them. */
const NAMES = [
  'creationTime',
  'evictions',
  'hits',
  'misses',
  'ownedEntryCount',
  'expirations',
] as const satisfies (keyof NearCacheFigures)[];

/** Makes metrics of the figures of near caches. A map with a name too long for a metric is left out. */
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

/** Makes attributes of the figures of near caches, named `nc.<map>.<name>`. */
export function nearCacheAttributes(figures: Figures): [name: string, value: number][] {
  return Object.entries(figures).flatMap(([map, each]) =>
    NAMES.map((name): [string, number] => [`nc.${escaped(map)}.${name}`, each[name]]),
  );
}

/** A map's name with a backslash before each sign of the format: the Java client's rule. */
function escaped(map: string): string {
  return map.replace(/^\//, '').replace(/[=.,\\]/g, (each) => `\\${each}`);
}
