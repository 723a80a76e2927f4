import type { LocalDate, LocalDateTime, LocalTime, OffsetDateTime, UUID } from '@offloop/values';

import type { BigNumber } from './big-numbers.js';

/** Java's number types that queries handle. */
export type NumberType = 'byte' | 'short' | 'int' | 'long' | 'float' | 'double';

/** Number of bits of the whole-number types. */
export const WHOLE_BITS: Readonly<Partial<Record<NumberType, number>>> = {
  byte: 8,
  short: 16,
  int: 32,
  long: 64,
};

/** A Java number. Whole types hold a bigint, float and double a number; JavaScript compares the two by numeric value. */
export class JavaNumber {
  readonly type: NumberType;
  readonly value: bigint | number;

  constructor(type: NumberType, value: bigint | number) {
    this.type = type;
    this.value = value;
  }

  /** Makes a number of any type but a long. A byte may be given as 0 to 255. */
  static of(type: Exclude<NumberType, 'long'>, value: number): JavaNumber {
    const bits = WHOLE_BITS[type];
    return new JavaNumber(type, bits === undefined ? value : BigInt.asIntN(bits, BigInt(value)));
  }
}

/** A value of one of the classes with an order, apart from numbers and texts. */
export type Moment = Date | UUID | LocalDate | LocalTime | LocalDateTime | OffsetDateTime;

/** A date, a time or a UUID. Values of one type are compared by `place`. */
export class Ordered {
  /** Type id of the value in `Data`. */
  readonly type: number;
  readonly place: bigint;
  /** The value itself; undefined if it was made of a number. */
  readonly moment: Moment | undefined;

  constructor(type: number, place: bigint, moment?: Moment) {
    this.type = type;
    this.place = place;
    this.moment = moment;
  }
}

/** A value that queries cannot look into: they return it, and compare its type id and payload. */
export class Opaque {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A value with fields. */
export abstract class Structure {
  /** Type id and payload; undefined if the value is part of another value and cannot be cut out of it. */
  abstract readonly bytes: Buffer | undefined;

  /** Returns the value of a field; null if there is no such field. */
  abstract field(name: string): JavaValue;
}

/** An array or a list. */
export class JavaList {
  readonly #items: () => readonly JavaValue[];

  /** @param items called when the items are looked at, so that lists nested however deep take no stack. */
  constructor(items: () => readonly JavaValue[]) {
    this.#items = items;
  }

  get items(): readonly JavaValue[] {
    return this.#items();
  }
}

/** The values that `[any]` in the name of an attribute stands for. */
export class Several {
  readonly values: readonly JavaValue[];

  constructor(values: readonly JavaValue[]) {
    this.values = values;
  }
}

/** A deserialized value in a query. */
export type JavaValue =
  null | boolean | string | JavaNumber | BigNumber | Ordered | Opaque | Structure | JavaList | Several;
