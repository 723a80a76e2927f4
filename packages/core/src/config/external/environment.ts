import { FIELDS } from './fields.js';
import type { Given } from './read-fields.js';
import { refused } from './scalars.js';

/** The rule of Hazelcast's own clients: the field's path in capitals, without its dashes, and an underscore at each level. */
const PREFIX = 'HZCLIENT_';

/** What each field is called as a variable. Those below a name that the file gives have none: variables have no small letters. */
const fieldOfVariable: ReadonlyMap<string, string> = new Map(
  [...FIELDS.keys()]
    .filter((path) => !path.includes('*'))
    .map((path) => [PREFIX + path.replaceAll('-', '').replaceAll('.', '_').toUpperCase(), path] as const),
);

/** What the variables say. Throws InvalidConfigurationError for one with the prefix that is for no field. */
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
