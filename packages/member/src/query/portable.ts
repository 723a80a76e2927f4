import { FieldType, PortableRecord } from '@offloop/values';

import { javaValueOf, type FieldValue, type SmallNumber } from './field-values.js';
import { reading } from './input.js';
import { Structure, type JavaValue } from './java-values.js';

/** Java's type of the numbers in a field, by the field's type. Types without numbers are left out, and so are doubles and longs. */
const NUMBERS: Readonly<Partial<Record<FieldType, SmallNumber>>> = {
  [FieldType.BYTE]: 'byte',
  [FieldType.BYTE_ARRAY]: 'byte',
  [FieldType.SHORT]: 'short',
  [FieldType.SHORT_ARRAY]: 'short',
  [FieldType.INT]: 'int',
  [FieldType.INT_ARRAY]: 'int',
  [FieldType.FLOAT]: 'float',
  [FieldType.FLOAT_ARRAY]: 'float',
};

/** A Portable object. Its bytes name its fields, so no class is needed. */
export class PortableObject extends Structure {
  readonly bytes: Buffer | undefined;
  readonly #record: PortableRecord;

  /** @param bytes type id and payload of the whole value, if it is this object; otherwise undefined. */
  constructor(record: PortableRecord, bytes: Buffer | undefined) {
    super();
    this.#record = record;
    this.bytes = bytes;
  }

  field(name: string): JavaValue {
    const type = this.#record.typeOf(name);
    if (type === undefined) return null;
    const value = reading(() => this.#record.read(name));
    return javaValueOf(structured(value), NUMBERS[type] ?? 'double');
  }
}

/** Returns a value with a structure in place of each record. */
function structured(value: unknown): FieldValue {
  if (Array.isArray(value)) return value.map(structured);
  return value instanceof PortableRecord ? new PortableObject(value, undefined) : (value as FieldValue);
}
