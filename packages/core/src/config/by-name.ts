import { describe } from '../errors/describe.js';
import { InvalidConfigurationError } from '../errors/hierarchy.js';
import { rejected, type Reader } from './readers.js';

/** The name under which stands what goes for all objects that have nothing of their own. */
const DEFAULT = 'default';

/** Settings of objects by their names, or by patterns with one `*`. */
export type ByName<T> = ReadonlyMap<string, T>;

/** An object whose keys are names or patterns. */
export function byName<T>(read: Reader<T>): Reader<ByName<T>> {
  return (value, path) => {
    const given = value ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) throw rejected(path, value, 'an object');
    return new Map(Object.entries(given).map(([name, each]) => [name, read(each, `${path}['${name}']`)]));
  };
}

/**
 * What goes for an object: what stands under its name, else under the pattern that has most of it, else under `default`.
 * Throws InvalidConfigurationError where two patterns have as much.
 */
export function settingsOf<T>(all: ByName<T>, name: string, path: string): T | undefined {
  const own = all.get(name);
  if (own !== undefined) return own;
  let best: string | undefined;
  let ambiguous = false;
  for (const pattern of all.keys()) {
    if (!matches(pattern, name)) continue;
    ambiguous = best?.length === pattern.length;
    if (best === undefined || pattern.length >= best.length) best = pattern;
  }
  if (ambiguous) {
    throw new InvalidConfigurationError(
      `${path} has two patterns for the name, ${describe(name)}, of which none says more than the other`,
    );
  }
  return all.get(best ?? DEFAULT);
}

function matches(pattern: string, name: string): boolean {
  const star = pattern.indexOf('*');
  return star >= 0 && name.startsWith(pattern.slice(0, star)) && name.endsWith(pattern.slice(star + 1));
}
