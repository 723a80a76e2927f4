import { bigIntToBytes, encodeByClass, longFrom, ObjectDataOutput, UUID } from '@offloop/values';
import { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, TypeId } from '@offloop/wire';

import { unsupported } from '../calls/errors.js';
import { BigNumber } from './big-numbers.js';
import { JavaNumber, Opaque, Ordered, Structure, type JavaValue, type NumberType } from './java-values.js';

type Write = (output: ObjectDataOutput, value: bigint | number) => void;

const NUMBERS: Readonly<Record<NumberType, readonly [type: number, write: Write]>> = {
  byte: [TypeId.BYTE, (output, value) => output.writeByte(Number(value))],
  short: [TypeId.SHORT, (output, value) => output.writeShort(Number(value))],
  int: [TypeId.INT, (output, value) => output.writeInt(Number(value))],
  long: [TypeId.LONG, (output, value) => output.writeLong(longFrom(BigInt(value)))],
  float: [TypeId.FLOAT, (output, value) => output.writeFloat(Number(value))],
  double: [TypeId.DOUBLE, (output, value) => output.writeDouble(Number(value))],
};

/**
 * Returns the type id and payload of a value. Throws MemberError for a part of a document, for which members use a class of their
 * own.
 */
export function written(value: JavaValue): Buffer {
  if (value === null) return int(TypeId.NULL);
  if (typeof value === 'boolean') return typed(TypeId.BOOLEAN, (output) => output.writeBoolean(value));
  if (typeof value === 'string') return typed(TypeId.STRING, (output) => output.writeString(value));
  if (value instanceof JavaNumber) {
    const [type, write] = NUMBERS[value.type];
    return typed(type, (output) => write(output, value.value));
  }
  if (value instanceof BigNumber) {
    const isDecimal = value.type === 'BigDecimal';
    return typed(isDecimal ? TypeId.BIG_DECIMAL : TypeId.BIG_INTEGER, (output) => {
      output.writeByteArray(bigIntToBytes(value.unscaled));
      if (isDecimal) output.writeInt(value.scale);
    });
  }
  const isKept = value instanceof Opaque || value instanceof Structure;
  const bytes = isKept ? value.bytes : value instanceof Ordered ? writtenMoment(value) : undefined;
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

function writtenMoment({ moment }: Ordered): Buffer | undefined {
  if (moment instanceof UUID)
    return typed(TypeId.UUID, (output) => {
      output.writeLong(moment.mostSignificant);
      output.writeLong(moment.leastSignificant);
    });
  if (moment instanceof Date)
    return typed(TypeId.DATE, (output) => output.writeLong(longFrom(BigInt(moment.getTime()))));
  const encoded = moment === undefined ? null : encodeByClass(moment, false);
  return encoded === null ? undefined : Buffer.concat([int(encoded.typeId), encoded.bytes]);
}

function typed(type: number, write: (output: ObjectDataOutput) => void): Buffer {
  const output = new ObjectDataOutput(() => undefined);
  output.writeTyped(type, write);
  return output.toBuffer();
}
