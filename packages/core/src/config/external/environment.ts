import { FIELDS } from './fields.js';
import type { Given } from './read-fields.js';
import { refused } from '../reading/scalars.js';

/**
 * Prefix of variables. Their names follow the rule of Hazelcast's own clients: the field's path in capitals, without dashes,
 * levels joined by underscores.
 */
const PREFIX = 'HZCLIENT_';

/** The field of each variable. Fields with `*` have no variable: names in capitals cannot tell `orders` from `Orders`. */
const fieldOfVariable: ReadonlyMap<string, string> = new Map(
  [...FIELDS.keys()]
    .filter((path) => !path.includes('*'))
    .map((path) => [PREFIX + path.replaceAll('-', '').replaceAll('.', '_').toUpperCase(), path] as const),
);

/** Reads the variables with the prefix. Throws InvalidConfigurationError when one of them does not name a field. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Given[] {
  const given: Given[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(PREFIX) || value === undefined) continue;
    const path = fieldOfVariable.get(name);
    if (path === undefined)
      throw refused(name, 'is for no field', 'see "From a file" in docs/configuration.md');
    const { option, read } = FIELDS.get(path)!;
    given.push({ source: name, option, value: read(value, name) });
  }
  return given;
}
