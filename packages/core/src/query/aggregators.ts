import Long from 'long';
import {
  Identified,
  type IdentifiedDataSerializable,
  cannotSerialize,
  type DataInput,
  type DataOutput,
} from '@offloop/values';

/** Factory id of the members' aggregators. */
const FACTORY_ID = -29;

/** Types of the values that members keep while they aggregate; a client writes the initial ones. */
type State = 'long' | 'double' | 'int' | 'object';

/** The members' classes: their ids, and the types of their state, which is written behind the field's name. */
const CLASSES = {
  count: { id: 4, state: ['long'] },
  distinct: { id: 5, state: ['int'] },
  doubleAvg: { id: 6, state: ['double', 'long'] },
  doubleSum: { id: 7, state: ['double'] },
  fixedPointSum: { id: 8, state: ['long'] },
  floatingPointSum: { id: 9, state: ['double'] },
  integerAvg: { id: 10, state: ['long', 'long'] },
  integerSum: { id: 11, state: ['long'] },
  longAvg: { id: 12, state: ['long', 'long'] },
  longSum: { id: 13, state: ['long'] },
  max: { id: 14, state: ['object'] },
  min: { id: 15, state: ['object'] },
  numberAvg: { id: 16, state: ['double', 'long'] },
} as const satisfies Record<string, { readonly id: number; readonly state: readonly State[] }>;

const BEGIN: Readonly<Record<State, (output: DataOutput) => void>> = {
  long: (output) => output.writeLong(Long.ZERO),
  double: (output) => output.writeDouble(0),
  int: (output) => output.writeInt(0),
  object: (output) => output.writeObject(null),
};

const SKIP: Readonly<Record<State, (input: DataInput) => unknown>> = {
  long: (input) => input.readLong(),
  double: (input) => input.readDouble(),
  int: (input) => input.readInt(),
  object: (input) => input.readObject(),
};

/**
 * Makes one value of many entries, on the members. It is made by {@link Aggregators}, or of a class of yours that members have,
 * too.
 */
export interface Aggregator<R> extends IdentifiedDataSerializable {
  /** Exists for types only: the type that `aggregate` resolves to. */
  readonly result?: R;
}

class AggregatorImpl<R> extends Identified implements Aggregator<R> {
  readonly factoryId = FACTORY_ID;
  readonly classId: number;
  readonly #state: readonly State[];
  #field: string | null;

  constructor(kind: keyof typeof CLASSES, field: string | null = null) {
    super();
    const { id, state } = CLASSES[kind];
    this.classId = id;
    this.#state = state;
    this.#field = field;
  }

  writeData(output: DataOutput): void {
    if (this.#field !== null && typeof this.#field !== 'string')
      throw cannotSerialize(this.#field, 'the field of an aggregator is a string');
    output.writeString(this.#field);
    for (const each of this.#state) BEGIN[each](output);
  }

  readData(input: DataInput): void {
    this.#field = input.readString();
    for (const each of this.#state) SKIP[each](input);
  }
}

/**
 * Makes aggregators, by the official names. `field` is a field of the value, as for `Predicates`; without one, the value itself is
 * aggregated. Numbers are those of the member's Java types: a JSON or default JavaScript number is a double, unless
 * `serialization.defaultNumberType` says otherwise.
 */
export const Aggregators: AggregatorFamily = {
  count: (field) => new AggregatorImpl('count', field),
  doubleAvg: (field) => new AggregatorImpl('doubleAvg', field),
  doubleSum: (field) => new AggregatorImpl('doubleSum', field),
  numberAvg: (field) => new AggregatorImpl('numberAvg', field),
  fixedPointSum: (field) => new AggregatorImpl('fixedPointSum', field),
  floatingPointSum: (field) => new AggregatorImpl('floatingPointSum', field),
  max: (field) => new AggregatorImpl('max', field),
  min: (field) => new AggregatorImpl('min', field),
  integerAvg: (field) => new AggregatorImpl('integerAvg', field),
  integerSum: (field) => new AggregatorImpl('integerSum', field),
  longAvg: (field) => new AggregatorImpl('longAvg', field),
  longSum: (field) => new AggregatorImpl('longSum', field),
  // By this name a member would give JSON as a class of its own, which no client reads.
  distinct: (field) => new AggregatorImpl('distinct', field === 'this' ? null : field),
};

/** Functions that make aggregators. A value of another type than an aggregator's rejects the call with the member's error. */
export interface AggregatorFamily {
  /** Counts the entries; with `field`, those in which it is not null. */
  count(field?: string): Aggregator<Long>;
  /** Computes the mean of doubles; null if there are none. */
  doubleAvg(field?: string): Aggregator<number>;
  /** Computes the sum of doubles. */
  doubleSum(field?: string): Aggregator<number>;
  /** Computes the mean of numbers of any type; null if there are none. */
  numberAvg(field?: string): Aggregator<number>;
  /** Computes the sum of numbers of any type, each cut to a whole number. */
  fixedPointSum(field?: string): Aggregator<Long>;
  /** Computes the sum of numbers of any type, as a double. */
  floatingPointSum(field?: string): Aggregator<number>;
  /** Finds the greatest value by its natural order; null if there are none. */
  max<R>(field?: string): Aggregator<R>;
  /** Finds the least value by its natural order; null if there are none. */
  min<R>(field?: string): Aggregator<R>;
  /** Computes the mean of int32 values; null if there are none. */
  integerAvg(field?: string): Aggregator<number>;
  /** Computes the sum of int32 values. */
  integerSum(field?: string): Aggregator<Long>;
  /** Computes the mean of int64 values; null if there are none. */
  longAvg(field?: string): Aggregator<number>;
  /** Computes the sum of int64 values, which wraps around. */
  longSum(field?: string): Aggregator<Long>;
  /** Collects the distinct values. Objects that JavaScript cannot tell to be equal may be in the set more than once. */
  distinct<R>(field?: string): Aggregator<Set<R>>;
}
