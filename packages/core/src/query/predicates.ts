import {
  describe,
  IllegalArgumentError,
  Identified,
  isWrittenByClass,
  type IdentifiedDataSerializable,
  cannotSerialize,
  type DataInput,
  type DataOutput,
  type SerializationSettings,
} from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import {
  mayBePredicate,
  PagingPredicateImpl,
  pagingPredicate,
  type Comparator,
  type PagingPredicate,
} from './paging-predicate.js';

/**
 * A condition on entries that members evaluate. It is made by {@link Predicates}, or of a class of yours that members have, too:
 * of one with these methods, or with a serializer (Compact, Portable, one of your own), although the official type says otherwise.
 */
export interface Predicate extends IdentifiedDataSerializable {}

/** Factory id of the members' predicates. */
const FACTORY_ID = -20;

/** Types of a predicate's fields: text, a value or predicate with its type, many of those behind their number, or a flag. */
type Field = 'text' | 'object' | 'objects' | 'flag';

/** The members' classes: their ids, and the types of their fields in order. */
const CLASSES = {
  sql: { id: 0, fields: ['text'] },
  and: { id: 1, fields: ['objects'] },
  between: { id: 2, fields: ['text', 'object', 'object'] },
  equal: { id: 3, fields: ['text', 'object'] },
  greaterLess: { id: 4, fields: ['text', 'object', 'flag', 'flag'] },
  like: { id: 5, fields: ['text', 'text'] },
  ilike: { id: 6, fields: ['text', 'text'] },
  in: { id: 7, fields: ['text', 'objects'] },
  instanceOf: { id: 8, fields: ['text'] },
  notEqual: { id: 9, fields: ['text', 'object'] },
  not: { id: 10, fields: ['object'] },
  or: { id: 11, fields: ['objects'] },
  regex: { id: 12, fields: ['text', 'text'] },
  false: { id: 13, fields: [] },
  true: { id: 14, fields: [] },
} as const satisfies Record<string, { readonly id: number; readonly fields: readonly Field[] }>;

const WRITERS: Readonly<Record<Field, (output: DataOutput, value: unknown) => void>> = {
  text: (output, value) => {
    if (typeof value !== 'string')
      throw cannotSerialize(value, 'the fields and patterns of predicates are strings');
    output.writeString(value);
  },
  object: (output, value) => output.writeObject(value),
  objects: (output, value) => {
    const items = value as readonly unknown[];
    output.writeInt(items.length);
    for (const each of items) output.writeObject(each);
  },
  flag: (output, value) => output.writeBoolean(value as boolean),
};

const READERS: Readonly<Record<Field, (input: DataInput) => unknown>> = {
  text: (input) => input.readString(),
  object: (input) => input.readObject(),
  objects: (input) => Array.from({ length: input.readInt() }, () => input.readObject()),
  flag: (input) => input.readBoolean(),
};

class PredicateImpl extends Identified implements Predicate {
  readonly factoryId = FACTORY_ID;
  readonly classId: number;
  readonly #fields: readonly Field[];
  #values: readonly unknown[];

  constructor(kind: keyof typeof CLASSES, values: readonly unknown[]) {
    super();
    const { id, fields } = CLASSES[kind];
    this.classId = id;
    this.#fields = fields;
    this.#values = values;
  }

  writeData(output: DataOutput): void {
    this.#fields.forEach((field, index) => WRITERS[field](output, this.#values[index]));
  }

  readData(input: DataInput): void {
    this.#values = this.#fields.map((field) => READERS[field](input));
  }
}

/** Returns the predicate unchanged. Throws IllegalArgumentError for a value that is not a predicate, and for one in pages. */
export function checkedPredicate(value: unknown, settings: SerializationSettings): Predicate {
  if (value instanceof PagingPredicateImpl)
    throw new IllegalArgumentError(
      'a paging predicate is for keySetWithPredicate, valuesWithPredicate and entrySetWithPredicate',
    );
  if (mayBePredicate(value) && isWrittenByClass(value, settings)) return value;
  const hint = typeof value === 'string' ? ': of text, Predicates.sql makes one' : '';
  throw new IllegalArgumentError(
    `the predicate must be one of Predicates, or of a class with a serializer, got ${describe(value)}${hint}`,
  );
}

function predicate(kind: keyof typeof CLASSES, ...values: readonly unknown[]): Predicate {
  return new PredicateImpl(kind, values);
}

function checked(predicates: readonly Predicate[]): readonly Predicate[] {
  const wrong = predicates.findIndex((each) => !mayBePredicate(each));
  if (wrong < 0) return predicates;
  throw mustBe('each', 'one of Predicates, or of a class with a serializer', predicates[wrong]);
}

/**
 * Makes predicates, by the official names. `field` is a field of the value (`address.city` within another,
 * `__key` the key, `__key.id` a field of it, `this` the value itself); values are compared as the member's Java types, and a
 * `number` is a double unless `serialization.defaultNumberType` says otherwise.
 */
export const Predicates: PredicateFamily = {
  sql: (expression) => predicate('sql', expression),
  and: (...predicates) => predicate('and', checked(predicates)),
  // The upper end first, as members have it.
  between: (field, from, to) => predicate('between', field, to, from),
  equal: (field, value) => predicate('equal', field, value),
  greaterThan: (field, value) => predicate('greaterLess', field, value, false, false),
  greaterEqual: (field, value) => predicate('greaterLess', field, value, true, false),
  lessThan: (field, value) => predicate('greaterLess', field, value, false, true),
  lessEqual: (field, value) => predicate('greaterLess', field, value, true, true),
  like: (field, pattern) => predicate('like', field, pattern),
  ilike: (field, pattern) => predicate('ilike', field, pattern),
  inPredicate: (field, ...values) => predicate('in', field, values),
  instanceOf: (className) => predicate('instanceOf', className),
  notEqual: (field, value) => predicate('notEqual', field, value),
  not: (negated) => predicate('not', ...checked([negated])),
  or: (...predicates) => predicate('or', checked(predicates)),
  regex: (field, pattern) => predicate('regex', field, pattern),
  alwaysTrue: () => predicate('true'),
  alwaysFalse: () => predicate('false'),
  paging: pagingPredicate,
};

/** Functions that make predicates. `and`, `or` and `not` throw IllegalArgumentError for anything but predicates. */
export interface PredicateFamily {
  /**
   * Matches entries for which an SQL condition is true: `age > 30 AND name LIKE 'J%'`. The member checks it, and its error
   * rejects the call.
   */
  sql(expression: string): Predicate;
  /** Matches entries that match all of these predicates; without any, every entry. */
  and(...predicates: Predicate[]): Predicate;
  /** Matches if the field is between `from` and `to`, both included. */
  between(field: string, from: unknown, to: unknown): Predicate;
  /** Matches if the field is equal to the value. */
  equal(field: string, value: unknown): Predicate;
  /** Matches if the field is greater than the value. */
  greaterThan(field: string, value: unknown): Predicate;
  /** Matches if the field is greater than the value, or equal. */
  greaterEqual(field: string, value: unknown): Predicate;
  /** Matches if the field is less than the value. */
  lessThan(field: string, value: unknown): Predicate;
  /** Matches if the field is less than the value, or equal. */
  lessEqual(field: string, value: unknown): Predicate;
  /**
   * Matches if the field fits the pattern, in which `%` stands for any text and `_` for any character; `\%` and `\_` are these
   * characters.
   */
  like(field: string, pattern: string): Predicate;
  /** Matches if the field fits the pattern of {@link like}, in upper or lower case. */
  ilike(field: string, pattern: string): Predicate;
  /** Matches if the field is equal to one of the values. */
  inPredicate(field: string, ...values: unknown[]): Predicate;
  /** Matches if the value is of that Java class. */
  instanceOf(className: string): Predicate;
  /** Matches if the field is not equal to the value. */
  notEqual(field: string, value: unknown): Predicate;
  /** Matches entries that do not match the predicate. */
  not(negated: Predicate): Predicate;
  /** Matches entries that match any of these predicates; without any, no entry. */
  or(...predicates: Predicate[]): Predicate;
  /** Matches if the whole text of the field matches a Java regular expression. */
  regex(field: string, pattern: string): Predicate;
  /** Matches every entry. */
  alwaysTrue(): Predicate;
  /** Matches no entry. */
  alwaysFalse(): Predicate;
  /**
   * Returns the matches of a predicate, or with null all entries, page by page.
   *
   * @param pageSize entries in a page, 1 to 2147483647.
   * @param comparator their order: an object that members have a class for. Default: by value for `valuesWithPredicate`, else by
   * key, which members must be able to compare.
   */
  paging(predicate: Predicate | null, pageSize: number, comparator?: Comparator | null): PagingPredicate;
}
