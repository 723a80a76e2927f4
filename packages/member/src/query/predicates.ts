import { TypeId } from '@offloop/wire';

import { cannotDeserialize, unsupported } from '../calls/errors.js';
import { conditions, type Condition } from './conditions.js';
import { openIdentified, readIdentity, unknownClass } from './identified.js';
import { reading, type Input } from './input.js';
import { conditionOfSql } from './sql.js';
import { readWithin } from './value-reader.js';

const FACTORY_ID = -20;
/** Greatest nesting of predicates. */
const DEEPEST = 200;

type ReadFields = (input: Input, depth: number) => Condition;

/** Functions that read the fields of a predicate, at the index of its class id. */
const CLASSES: readonly ReadFields[] = [
  (input) => conditionOfSql(name(input)),
  (input, depth) => conditions.and(many(input, depth)),
  (input) => conditions.between(name(input), readWithin(input), readWithin(input)),
  (input) => conditions.equal(name(input), readWithin(input)),
  (input) => conditions.greaterLess(name(input), readWithin(input), input.readBoolean(), input.readBoolean()),
  (input) => conditions.like(name(input), name(input)),
  (input) => conditions.ilike(name(input), name(input)),
  (input) => conditions.in(name(input), listOf(input, readWithin)),
  () => {
    throw unsupported('Predicates.instanceOf: it has no Java classes');
  },
  (input) => conditions.notEqual(name(input), readWithin(input)),
  (input, depth) => conditions.not(one(input, depth)),
  (input, depth) => conditions.or(many(input, depth)),
  (input) => conditions.regex(name(input), name(input)),
  () => () => false,
  () => () => true,
];

/** Returns the condition of a serialized predicate. Throws MemberError for an unknown class. */
export function conditionOf(data: Buffer): Condition {
  return reading(() => read(openIdentified(data, 'a predicate'), 0));
}

function read(input: Input, depth: number): Condition {
  const identity = readIdentity(input);
  const fields = identity.factoryId === FACTORY_ID ? CLASSES[identity.classId] : undefined;
  if (fields === undefined) throw unknownClass(identity);
  if (depth > DEEPEST) throw cannotDeserialize(`predicates nested more than ${DEEPEST} deep`);
  return fields(input, depth);
}

function one(input: Input, depth: number): Condition {
  const type = input.readInt();
  if (type !== TypeId.IDENTIFIED_DATA_SERIALIZABLE) throw cannotDeserialize(`a predicate of type ${type}`);
  return read(input, depth + 1);
}

function many(input: Input, depth: number): Condition[] {
  return listOf(input, () => one(input, depth));
}

function listOf<T>(input: Input, readOne: (input: Input) => T): T[] {
  // Each item has at least its type, four bytes.
  return Array.from({ length: input.count(4) }, () => readOne(input));
}

function name(input: Input): string {
  const text = input.readString();
  if (text === null) throw cannotDeserialize('a predicate without the name of its attribute');
  return text;
}
