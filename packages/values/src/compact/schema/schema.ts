import { schemaId } from '@offloop/wire';
import { HazelcastSerializationError } from '../../errors/hierarchy.js';
import { FieldKind, isFieldKind } from './field-kind.js';

/** A field's name and kind, in the protocol's form. */
export interface FieldDescriptor {
  readonly fieldName: string;
  readonly kind: FieldKind;
}

/** A field, and the place of its value. */
export interface SchemaField extends FieldDescriptor {
  /** Offset in bytes from the start of the data. −1: the field has variable size, see `index`. */
  readonly offset: number;
  /** Number of the bit that a boolean has in its byte; the lowest is 0. */
  readonly bit: number;
  /** Index in the table of offsets. −1: the field has a fixed size. */
  readonly index: number;
}

/** Sizes in bytes of the kinds that have a fixed size; booleans are bits. */
const FIXED_SIZES: Readonly<Partial<Record<FieldKind, number>>> = {
  [FieldKind.INT8]: 1,
  [FieldKind.INT16]: 2,
  [FieldKind.INT32]: 4,
  [FieldKind.INT64]: 8,
  [FieldKind.FLOAT32]: 4,
  [FieldKind.FLOAT64]: 8,
};

/**
 * The fields of one Compact type, and the layout of its values, which follows from their names and kinds:
 *
 * ```
 *   no field of variable size:        some:
 *   +-----------+------------+        +-----------+-------------+------------+----------------+---------+
 *   | id  int64 | fixed part |        | id  int64 | data length | fixed part | variable parts | offsets |
 *   +-----------+------------+        +-----------+-------------+------------+----------------+---------+
 *                                                               |<------- data length ------->|
 *   fixed part: by size, greatest first, then by name; behind them the booleans, eight a byte
 *   offsets:    of the variable parts, by name, from the start of the fixed part; all bits set: null.
 *               1, 2 or 4 bytes each, by the data length (`offsetBytes`)
 * ```
 */
export class Schema {
  readonly typeName: string;
  /** The fields, sorted by name in the order of UTF-16 units. */
  readonly fields: readonly SchemaField[];
  /** High half of the schema's id, a fingerprint of the type's name and its fields. */
  readonly high: number;
  /** Low half of the schema's id. */
  readonly low: number;
  /** Length of the fixed part in bytes. */
  readonly fixedBytes: number;
  /** Number of fields of variable size. */
  readonly variableCount: number;
  readonly #byName: ReadonlyMap<string, SchemaField>;

  /** Throws HazelcastSerializationError for a field that occurs twice, or whose kind is not known. */
  constructor(typeName: string, descriptors: readonly FieldDescriptor[]) {
    this.typeName = typeName;
    const sorted = [...descriptors].sort(({ fieldName: a }, { fieldName: b }) =>
      a < b ? -1 : a > b ? 1 : 0,
    );
    check(typeName, sorted);
    const { fields, fixedBytes, variableCount } = layoutOf(sorted);
    this.fields = fields;
    this.fixedBytes = fixedBytes;
    this.variableCount = variableCount;
    this.#byName = new Map(fields.map((field) => [field.fieldName, field]));
    const { high, low } = schemaId(typeName, fields);
    this.high = high;
    this.low = low;
  }

  field(name: string): SchemaField | undefined {
    return this.#byName.get(name);
  }

  /** Returns true if the other schema has the same name and fields; ids alone could be equal by chance. */
  equals(other: Schema): boolean {
    return (
      this === other ||
      (this.typeName === other.typeName &&
        this.fields.length === other.fields.length &&
        this.fields.every(({ fieldName, kind }, index) => {
          const their = other.fields[index];
          return their.fieldName === fieldName && their.kind === kind;
        }))
    );
  }
}

/** Returns the size in bytes of one entry in the table of offsets behind `dataLength` bytes of data. */
export function offsetBytes(dataLength: number): 1 | 2 | 4 {
  return dataLength < 0xff ? 1 : dataLength < 0xffff ? 2 : 4;
}

function check(typeName: string, sorted: readonly FieldDescriptor[]): void {
  sorted.forEach(({ fieldName, kind }, index) => {
    if (!isFieldKind(kind)) {
      throw new HazelcastSerializationError(
        `field '${fieldName}' of Compact type '${typeName}' is of a kind that is not known, ${String(kind)}`,
      );
    }
    if (index > 0 && sorted[index - 1].fieldName === fieldName) {
      throw new HazelcastSerializationError(
        `Field with the name ${fieldName} already exists in Compact type '${typeName}'`,
      );
    }
  });
}

function layoutOf(sorted: readonly FieldDescriptor[]): {
  readonly fields: SchemaField[];
  readonly fixedBytes: number;
  readonly variableCount: number;
} {
  let fixedBytes = 0;
  const offsets = new Map<FieldDescriptor, number>();
  for (const size of [8, 4, 2, 1]) {
    for (const field of sorted) {
      if (FIXED_SIZES[field.kind] !== size) continue;
      offsets.set(field, fixedBytes);
      fixedBytes += size;
    }
  }
  let bits = 0;
  let variableCount = 0;
  const fields = sorted.map((field): SchemaField => {
    const { fieldName, kind } = field;
    if (kind === FieldKind.BOOLEAN) {
      const offset = fixedBytes + (bits >> 3);
      return { fieldName, kind, offset, bit: bits++ & 7, index: -1 };
    }
    const offset = offsets.get(field) ?? -1;
    return { fieldName, kind, offset, bit: 0, index: offset < 0 ? variableCount++ : -1 };
  });
  return { fields, fixedBytes: fixedBytes + ((bits + 7) >> 3), variableCount };
}
