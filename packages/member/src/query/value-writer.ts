import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, TypeId } from '@offloop/wire';

import { unsupported } from '../calls/errors.js';
import { BigNumber, bytesOf } from './big-numbers.js';
import { JavaNumber, Opaque, Ordered, Structure, type JavaValue } from './java-values.js';

const NUMBERS = {
  byte: {
    type: TypeId.BYTE,
    size: 1,
    write: (to: Buffer, value: bigint | number) => to.writeInt8(Number(value)),
  },
  short: {
    type: TypeId.SHORT,
    size: 2,
    write: (to: Buffer, value: bigint | number) => to.writeInt16BE(Number(value)),
  },
  int: {
    type: TypeId.INT,
    size: 4,
    write: (to: Buffer, value: bigint | number) => to.writeInt32BE(Number(value)),
  },
  long: {
    type: TypeId.LONG,
    size: 8,
    write: (to: Buffer, value: bigint | number) => to.writeBigInt64BE(BigInt(value)),
  },
  float: {
    type: TypeId.FLOAT,
    size: 4,
    write: (to: Buffer, value: bigint | number) => to.writeFloatBE(Number(value)),
  },
  double: {
    type: TypeId.DOUBLE,
    size: 8,
    write: (to: Buffer, value: bigint | number) => to.writeDoubleBE(Number(value)),
  },
} as const;

/**
 * Returns the type id and payload of a value. Throws MemberError for a part of a document, for which members use a class of their
 * own.
 */
export function written(value: JavaValue): Buffer {
  if (value === null) return int(TypeId.NULL);
  if (typeof value === 'boolean') return Buffer.concat([int(TypeId.BOOLEAN), Buffer.of(value ? 1 : 0)]);
  if (typeof value === 'string') return Buffer.concat([int(TypeId.STRING), text(value)]);
  if (value instanceof JavaNumber) {
    const { type, size, write } = NUMBERS[value.type];
    const payload = Buffer.alloc(size);
    write(payload, value.value);
    return Buffer.concat([int(type), payload]);
  }
  if (value instanceof BigNumber) {
    const digits = bytesOf(value.unscaled);
    const isDecimal = value.type === 'BigDecimal';
    const type = isDecimal ? TypeId.BIG_DECIMAL : TypeId.BIG_INTEGER;
    const parts = [int(type), int(digits.length), digits];
    return Buffer.concat(isDecimal ? [...parts, int(value.scale)] : parts);
  }
  const isKept = value instanceof Opaque || value instanceof Structure || value instanceof Ordered;
  const bytes = isKept ? value.bytes : undefined;
  if (bytes === undefined) throw unsupported('results that are part of a value and have parts of their own');
  return bytes;
}

/** Returns a value as `Data`, without a partition hash. */
export function dataOf(value: JavaValue): Buffer {
  return asData(written(value));
}

/** Returns `Data` of a type id and payload, without a partition hash. */
export function asData(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(DATA_TYPE_OFFSET), bytes]);
}

/** Returns the four bytes of a big-endian int32. */
export function int(value: number): Buffer {
  const bytes = Buffer.alloc(DATA_PAYLOAD_OFFSET - DATA_TYPE_OFFSET);
  bytes.writeInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([int(bytes.length), bytes]);
}
