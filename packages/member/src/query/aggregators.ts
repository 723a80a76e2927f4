import { TypeId } from '@offloop/wire';

import { classCast, illegalArgument } from '../calls/errors.js';
import { attributeOf, type Attribute, type QueryEntry } from './attribute.js';
import { cast, compare, exactly } from './comparison.js';
import { openIdentified, readIdentity, unknownClass } from './identified.js';
import { BigNumber } from './big-numbers.js';
import { reading } from './input.js';
import { JavaNumber, Several, type JavaValue } from './java-values.js';
import { asData, dataOf, int, written } from './value-writer.js';

const FACTORY_ID = -29;
/** Class id of the set that `distinct` returns. */
const DISTINCT_SET = 19;

/** Takes the values of an attribute one by one and returns the result as `Data`; null if there is none. */
interface Accumulator {
  add(value: JavaValue): void;
  result(): Buffer | null;
}

/**
 * Type in which numbers are aggregated: whole numbers of 32 or 64 bits that must fit exactly, doubles (`double exactly` refuses
 * big numbers), or any numbers cast to long or double.
 */
type Terms = 32 | 64 | 'double exactly' | 'long' | 'double';

function termOf(value: JavaValue, terms: Terms): bigint | number {
  if (!(value instanceof JavaNumber || value instanceof BigNumber))
    throw classCast('An aggregator of numbers met another value');
  if (terms === 'double exactly') {
    if (value instanceof BigNumber)
      throw illegalArgument(`A ${value.type} cannot be taken for a double exactly`);
    return cast(value, 'double').value;
  }
  return typeof terms === 'number' ? exactly(value, terms) : cast(value, terms).value;
}

/** Adds up numbers. A long wraps around, as Java's does. */
class Sum implements Accumulator {
  readonly #terms: Terms;
  #whole = 0n;
  #fractions = 0;

  constructor(terms: Terms) {
    this.#terms = terms;
  }

  add(value: JavaValue): void {
    const term = termOf(value, this.#terms);
    if (typeof term === 'bigint') this.#whole = BigInt.asIntN(64, this.#whole + term);
    else this.#fractions += term;
  }

  get sum(): JavaNumber {
    return this.#terms === 'double' || this.#terms === 'double exactly'
      ? new JavaNumber('double', this.#fractions)
      : new JavaNumber('long', this.#whole);
  }

  result(): Buffer {
    return dataOf(this.sum);
  }
}

/** Computes the mean as a double; null if there are no values. */
class Mean implements Accumulator {
  readonly #sum: Sum;
  #count = 0;

  constructor(terms: Terms) {
    this.#sum = new Sum(terms);
  }

  add(value: JavaValue): void {
    this.#sum.add(value);
    this.#count++;
  }

  result(): Buffer | null {
    if (this.#count === 0) return null;
    return dataOf(new JavaNumber('double', Number(this.#sum.sum.value) / this.#count));
  }
}

class Extreme implements Accumulator {
  readonly #sign: number;
  #met: JavaValue = null;

  /** @param sign 1 to find the greatest value, -1 to find the least. */
  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  add(value: JavaValue): void {
    if (this.#met === null || compare(value, this.#met) * this.#sign > 0) this.#met = value;
  }

  result(): Buffer | null {
    return this.#met === null ? null : dataOf(this.#met);
  }
}

class Count implements Accumulator {
  #count = 0n;

  add(): void {
    this.#count++;
  }

  result(): Buffer {
    return dataOf(new JavaNumber('long', this.#count));
  }
}

class Distinct implements Accumulator {
  readonly #met = new Map<string, Buffer>();

  add(value: JavaValue): void {
    const bytes = written(value);
    this.#met.set(bytes.toString('latin1'), bytes);
  }

  result(): Buffer {
    const head = [int(TypeId.IDENTIFIED_DATA_SERIALIZABLE), Buffer.of(1), int(FACTORY_ID), int(DISTINCT_SET)];
    return asData(Buffer.concat([...head, int(this.#met.size), ...this.#met.values()]));
  }
}

/** Aggregators by class id. */
const CLASSES: ReadonlyMap<number, () => Accumulator> = new Map<number, () => Accumulator>([
  [4, () => new Count()],
  [5, () => new Distinct()],
  [6, () => new Mean('double exactly')],
  [7, () => new Sum('double exactly')],
  [8, () => new Sum('long')],
  [9, () => new Sum('double')],
  [10, () => new Mean(32)],
  [11, () => new Sum(32)],
  [12, () => new Mean(64)],
  [13, () => new Sum(64)],
  [14, () => new Extreme(1)],
  [15, () => new Extreme(-1)],
  [16, () => new Mean('double')],
]);

/**
 * Applies the aggregator of a request to entries and returns its result as `Data`; null if it has none. Throws MemberError for an
 * unknown aggregator, and for values it does not accept.
 */
export function aggregated(data: Buffer, entries: readonly QueryEntry[]): Buffer | null {
  const { accumulator, attribute } = reading(() => parsed(data));
  for (const entry of entries) {
    const value = attribute(entry);
    const values = value instanceof Several ? value.values : [value];
    for (const each of values) if (each !== null) accumulator.add(each);
  }
  return accumulator.result();
}

interface Parsed {
  readonly accumulator: Accumulator;
  readonly attribute: Attribute;
}

function parsed(data: Buffer): Parsed {
  const input = openIdentified(data, 'an aggregator');
  const identity = readIdentity(input);
  const make = identity.factoryId === FACTORY_ID ? CLASSES.get(identity.classId) : undefined;
  if (make === undefined) throw unknownClass(identity);
  return { accumulator: make(), attribute: attributeOf(input.readString() ?? 'this') };
}
