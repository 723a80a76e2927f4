import { TypeId } from '@offloop/wire';
import { BigDecimal } from '../classes/big-decimal.js';
import type { Encoded } from './array-encoding.js';
import { bigIntToBytes } from './big-integer.js';
import type { ObjectDataInput } from './object-data-input.js';
import { cannotDeserialize, cannotSerialize } from '../errors/serialization-error.js';

/** Encodes the digits as a BigInteger behind their length, then the scale as an int32. */
export function encodeBigDecimal(value: BigDecimal, littleEndian: boolean): Encoded {
  const { unscaledValue, scale } = value;
  if (typeof unscaledValue !== 'bigint' || (scale | 0) !== scale) {
    throw cannotSerialize(value, 'unscaledValue must be a bigint, and scale an integer of 32 bits');
  }
  const digits = bigIntToBytes(unscaledValue);
  const bytes = Buffer.allocUnsafe(4 + digits.length + 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  view.setInt32(0, digits.length, littleEndian);
  bytes.set(digits, 4);
  view.setInt32(4 + digits.length, scale, littleEndian);
  return { typeId: TypeId.BIG_DECIMAL, bytes };
}

export function readBigDecimal(input: ObjectDataInput): BigDecimal {
  const unscaledValue = input.readBigInteger();
  if (unscaledValue === null) throw cannotDeserialize('a BigDecimal without digits');
  return new BigDecimal(unscaledValue, input.readInt());
}
