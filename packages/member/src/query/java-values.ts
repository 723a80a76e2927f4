import type { BigNumber } from './big-numbers.js';

/** Java's types of numbers that queries know. */
export type NumberType = 'byte' | 'short' | 'int' | 'long' | 'float' | 'double';

/** Bits of the whole numbers. */
export const WHOLE_BITS: Readonly<Partial<Record<NumberType, number>>> = {
  byte: 8,
  short: 16,
  int: 32,
  long: 64,
};

/** A number of Java's. A whole one is a bigint, another a number: JavaScript compares the two by their worth. */
export class JavaNumber {
  readonly type: NumberType;
  readonly value: bigint | number;

  constructor(type: NumberType, value: bigint | number) {
    this.type = type;
    this.value = value;
  }
}

/** A value of another class that has an order: a date, a time, a UUID. Values of one type are compared by their places. */
export class Ordered {
  /** The id of the value's type in `Data`. */
  readonly type: number;
  readonly place: bigint;
  /** Type id and payload; undefined where the value was made of something else. */
  readonly bytes: Buffer | undefined;

  constructor(type: number, place: bigint, bytes: Buffer | undefined) {
    this.type = type;
    this.place = place;
    this.bytes = bytes;
  }
}

/** A value that queries can only hand on, and tell whether it is the same: its type id and its payload. */
export class Opaque {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A value with fields. */
export abstract class Structure {
  /** Type id and payload; undefined where the value is part of another that it cannot be cut out of. */
  abstract readonly bytes: Buffer | undefined;

  /** Null where it has no such field. */
  abstract field(name: string): JavaValue;
}

/** An array or a list. */
export class JavaList {
  readonly #items: () => readonly JavaValue[];

  /** @param items called when they are looked at: there may be lists within lists, however deep. */
  constructor(items: () => readonly JavaValue[]) {
    this.#items = items;
  }

  get items(): readonly JavaValue[] {
    return this.#items();
  }
}

/** What `[any]` in the name of an attribute stands for: each of its values, one by one. */
export class Several {
  readonly values: readonly JavaValue[];

  constructor(values: readonly JavaValue[]) {
    this.values = values;
  }
}

/** A value as queries on the member see it. */
export type JavaValue =
  null | boolean | string | JavaNumber | BigNumber | Ordered | Opaque | Structure | JavaList | Several;
