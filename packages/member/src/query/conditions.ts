import { illegalArgument, nullPointer } from '../calls/errors.js';
import { attributeOf, type QueryEntry } from './attribute.js';
import { areEqual, compare, converted } from './comparison.js';
import { JavaList, Several, type JavaValue } from './java-values.js';
import { javaPattern, likePattern } from './patterns.js';

/** Returns true if an entry matches. Throws MemberError if the entry's values do not fit the condition. */
export type Condition = (entry: QueryEntry) => boolean;

/** Makes a condition on an attribute. An attribute with several values (`[any]`) meets it if one of them does. */
function on(name: string, test: (value: JavaValue) => boolean): Condition {
  const attribute = attributeOf(name);
  return (entry) => {
    const value = attribute(entry);
    if (value instanceof Several) return value.values.some(test);
    if (value instanceof JavaList)
      throw illegalArgument('A predicate cannot be used with an array or a collection attribute');
    return test(value);
  };
}

function isEqual(attribute: JavaValue, given: JavaValue): boolean {
  return attribute === null ? given === null : areEqual(attribute, converted(given, attribute));
}

/** Compares an attribute with a value of the query, as `compare` does; undefined if either is null. */
function order(attribute: JavaValue, given: JavaValue): number | undefined {
  if (attribute === null || given === null) return undefined;
  return compare(attribute, converted(given, attribute));
}

function matches(name: string, pattern: RegExp): Condition {
  return on(name, (value) => typeof value === 'string' && pattern.test(value));
}

/** Makers of conditions, named as the methods of `Predicates`. */
export const conditions = {
  equal: (name: string, given: JavaValue): Condition => on(name, (value) => isEqual(value, given)),
  notEqual: (name: string, given: JavaValue): Condition => on(name, (value) => !isEqual(value, given)),
  greaterLess: (name: string, given: JavaValue, withEqual: boolean, isLess: boolean): Condition =>
    on(name, (value) => {
      if (given === null) throw nullPointer('There is nothing to compare with');
      const place = order(value, given);
      if (place === undefined) return false;
      return place === 0 ? withEqual : place < 0 === isLess;
    }),
  between: (name: string, to: JavaValue, from: JavaValue): Condition =>
    on(name, (value) => (order(value, from) ?? -1) >= 0 && (order(value, to) ?? 1) <= 0),
  in: (name: string, given: readonly JavaValue[]): Condition =>
    on(name, (value) => given.some((each) => isEqual(value, each))),
  like: (name: string, pattern: string): Condition => matches(name, likePattern(pattern, false)),
  ilike: (name: string, pattern: string): Condition => matches(name, likePattern(pattern, true)),
  regex: (name: string, pattern: string): Condition => matches(name, javaPattern(pattern)),
  and:
    (all: readonly Condition[]): Condition =>
    (entry) =>
      all.every((each) => each(entry)),
  or:
    (any: readonly Condition[]): Condition =>
    (entry) =>
      any.some((each) => each(entry)),
  not:
    (negated: Condition): Condition =>
    (entry) =>
      !negated(entry),
};
