import { IllegalArgumentError } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';

const INDEX_TYPES = { SORTED: 0, HASH: 1, BITMAP: 2 } as const;
const TRANSFORMATIONS = { OBJECT: 0, LONG: 1, RAW: 2 } as const;

/**
 * Types of indexes. As in the official enum, numbers are keys, too: `IndexType[1]` is `'HASH'`. The numbers are the protocol's.
 */
export const IndexType: typeof INDEX_TYPES & {
  readonly 0: 'SORTED';
  readonly 1: 'HASH';
  readonly 2: 'BITMAP';
} = {
  ...INDEX_TYPES,
  0: 'SORTED',
  1: 'HASH',
  2: 'BITMAP',
};
export type IndexType = 0 | 1 | 2;
/** The names of the types, by which an {@link IndexConfig} chooses. */
export type IndexTypeStrings = keyof typeof INDEX_TYPES;

/** Ways to turn the unique key of a bitmap index into a number; numbers are keys, too, as those of {@link IndexType}. */
export const UniqueKeyTransformation: typeof TRANSFORMATIONS & {
  readonly 0: 'OBJECT';
  readonly 1: 'LONG';
  readonly 2: 'RAW';
} = { ...TRANSFORMATIONS, 0: 'OBJECT', 1: 'LONG', 2: 'RAW' };
export type UniqueKeyTransformation = 0 | 1 | 2;
/** The names of the transformations, by which {@link BitmapIndexOptions} choose. */
export type UniqueKeyTransformationStrings = keyof typeof TRANSFORMATIONS;

/** Options that tell the entries of a bitmap index apart. */
export interface BitmapIndexOptions {
  /** The field that is different in each entry. Default `'__key'`. */
  uniqueKey?: string;
  /** `'OBJECT'` (default) numbers its values, `'LONG'` numbers whole numbers, `'RAW'` takes whole numbers from 0 on as they are. */
  uniqueKeyTransformation?: UniqueKeyTransformationStrings;
}

/** An index of a map, for `IMap.addIndex`. */
export interface IndexConfig {
  /** The index's name. Default: the map's name, the type and the attributes, such as `people_sorted_age`. */
  name?: string;
  /** `'SORTED'` (default) for comparisons and equality, `'HASH'` for equality, `'BITMAP'` for few values in many entries. */
  type?: IndexTypeStrings;
  /** The indexed fields: 1 to 255 fields of the value, 1 for a bitmap; `__key` and its fields are those of the key. */
  attributes?: string[];
  /** Options that only a bitmap index has. */
  bitmapIndexOptions?: BitmapIndexOptions;
}

/** A checked index, in the protocol's form. */
export interface CheckedIndex {
  readonly name: string;
  readonly type: number;
  readonly attributes: string[];
  readonly bitmapIndexOptions: { readonly uniqueKey: string; readonly uniqueKeyTransformation: number };
}

const MOST_ATTRIBUTES = 255;

/** Checks an index and gives it a name. Throws IllegalArgumentError naming the option and what is accepted. */
export function checkedIndex(mapName: string, given: IndexConfig): CheckedIndex {
  if (typeof given !== 'object' || given === null) throw wrong('the index', given, 'an IndexConfig');
  const type = oneOf('type', given.type ?? 'SORTED', INDEX_TYPES);
  const { attributes } = given;
  const accepted = `an array of 1 to ${MOST_ATTRIBUTES} names of fields`;
  if (!Array.isArray(attributes)) throw wrong('attributes', attributes, accepted);
  // What follows begins as the official texts do.
  if (attributes.length === 0) throw new IllegalArgumentError('Index must have at least one attribute');
  if (attributes.length > MOST_ATTRIBUTES)
    throw new IllegalArgumentError(`Index cannot have more than ${MOST_ATTRIBUTES} attributes`);
  if (type === IndexType.BITMAP && attributes.length > 1) {
    const rule = 'attributes of a bitmap index must be one name of a field';
    throw new IllegalArgumentError(`Composite bitmap indexes are not supported: ${rule}`);
  }
  const names = attributes.map((attribute) => fieldName('attributes', attribute));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new IllegalArgumentError(`Duplicate attribute name ${twice}: attributes must not have it twice`);
  const { uniqueKey = '__key', uniqueKeyTransformation = 'OBJECT' } = given.bitmapIndexOptions ?? {};
  return {
    name: nameOf(given.name) ?? [mapName, (given.type ?? 'SORTED').toLowerCase(), ...names].join('_'),
    type,
    attributes: names,
    bitmapIndexOptions: {
      uniqueKey: fieldName('bitmapIndexOptions.uniqueKey', uniqueKey),
      uniqueKeyTransformation: oneOf(
        'bitmapIndexOptions.uniqueKeyTransformation',
        uniqueKeyTransformation,
        TRANSFORMATIONS,
      ),
    },
  };
}

function nameOf(name: unknown): string | undefined {
  if (name === undefined || name === null) return undefined;
  if (typeof name !== 'string') throw wrong('name', name, 'a string');
  return name.trim() === '' ? undefined : name;
}

/** Returns the shorter name of a field, by which members know it: `age` for `this.age`. */
function fieldName(option: string, given: unknown): string {
  if (typeof given !== 'string') throw wrong(option, given, 'names of fields');
  const name = given.trim();
  if (name === '' || name.endsWith('.')) {
    const opening = name === '' ? 'Attribute name cannot be empty' : 'Attribute name cannot end with dot';
    throw new IllegalArgumentError(`${opening}: ${option}`);
  }
  return name.startsWith('this.') ? name.slice('this.'.length) : name;
}

/** Returns the number of a constant, whose name may be in any case, as in the official client. */
function oneOf(option: string, given: unknown, names: Readonly<Record<string, number>>): number {
  const found = typeof given === 'string' ? names[given.toUpperCase()] : undefined;
  if (found === undefined) throw wrong(option, given, `one of ${Object.keys(names).join(', ')}`);
  return found;
}

function wrong(option: string, given: unknown, accepted: string): IllegalArgumentError {
  return mustBe(option, accepted, given);
}
