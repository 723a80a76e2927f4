import { FIELDS, FIXED, NAMED_SECTIONS, REFUSED, WITHOUT_MEANING } from './fields.js';
import { flag, refused } from '../reading/scalars.js';

/** A value from a file or a variable, and the option that it sets. */
export interface Given {
  /** The field's dotted path, or the variable's name, for messages. */
  readonly source: string;
  readonly option: readonly string[];
  readonly value: unknown;
}

/** A position in the tree of fields. */
interface Place {
  /** The path in `FIELDS`, with `*` for a name. */
  readonly template: string;
  /** The path in the file. */
  readonly path: string;
  /** The name in the place of `*`. */
  readonly name: string | undefined;
}

/** Sections whose other fields are not checked while they are off. */
const SWITCHED: ReadonlySet<string> = new Set(['network.ssl', 'network.hazelcast-cloud']);

const PROPERTIES = 'properties';

/**
 * Reads a file's fields, beginning below `hazelcast-client`. Throws InvalidConfigurationError for a field that is unknown
 * or not supported.
 *
 * @param onIgnored called with the path of each field that this client ignores.
 */
export function readFields(tree: unknown, onIgnored: (field: string) => void): Given[] {
  const given: Given[] = [];

  const visit = (value: unknown, place: Place): void => {
    const { template, path, name } = place;
    const section = NAMED_SECTIONS.get(template);
    if (section !== undefined)
      given.push({ source: path, option: named(section, name), value: emptySection() });
    // A key without a value, or with only comments below it.
    if (value === null || value === undefined) return;
    if (WITHOUT_MEANING.has(template)) return onIgnored(path);
    const instead = REFUSED.get(template);
    if (instead !== undefined) {
      if (isSwitchedOff(value, path) || isEmpty(value)) return;
      throw refused(path, 'is not supported', instead === '' ? 'nothing' : instead);
    }
    const fixed = FIXED.get(template);
    if (fixed !== undefined) return void fixed(value, path);
    const field = FIELDS.get(template);
    if (field === undefined) return visitSection(value, place);
    given.push({ source: path, option: named(field.option, name), value: field.read(value, path) });
  };

  const visitSection = (value: unknown, place: Place): void => {
    const { template, path } = place;
    const names = namesBelow(template);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw refused(path, 'is not a mapping', names.join(', '));
    if (SWITCHED.has(template) && isSwitchedOff(value, path)) return;
    for (const [key, each] of Object.entries(value)) {
      const below = join(path, key);
      if (names.includes(key)) visit(each, { ...place, template: join(template, key), path: below });
      else if (names.includes('*')) visit(each, { template: join(template, '*'), path: below, name: key });
      // A Java client has many more, and ignores those that it does not know.
      else if (template === PROPERTIES) onIgnored(below);
      else throw refused(below, 'is unknown', names.join(', '));
    }
  };

  visitSection(tree ?? {}, { template: '', path: '', name: undefined });
  return given;
}

/** Returns the path of a field's option, with the name in the place of `*`. */
function named(option: readonly string[], name: string | undefined): readonly string[] {
  return option.map((each) => (each === '*' && name !== undefined ? name : each));
}

/** Makes an object without a prototype, since the file may call a map `__proto__`. */
function emptySection(): object {
  return Object.create(null) as object;
}

function isSwitchedOff(value: unknown, path: string): boolean {
  if (typeof value !== 'object' || value === null || !('enabled' in value)) return false;
  return flag(value.enabled, join(path, 'enabled')) === false;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Returns the keys that may be right below a section. */
function namesBelow(template: string): string[] {
  const prefix = template === '' ? '' : `${template}.`;
  const known = [...FIELDS.keys(), ...FIXED.keys(), ...WITHOUT_MEANING, ...REFUSED.keys()].filter((each) =>
    each.startsWith(prefix),
  );
  const names = known.map((each) => each.slice(prefix.length));
  // The names of properties have dots.
  return [...new Set(template === PROPERTIES ? names : names.map((each) => each.split('.')[0]))];
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
