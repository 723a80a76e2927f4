/*
 * bigint <-> the bytes of java.math.BigInteger: two's complement, big-endian.
 *
 * Java writes the shortest form; hazelcast-client puts a zero byte before every positive number. Keys are compared by
 * their bytes, so the second form is kept: an entry that one of the two JavaScript clients put is found by the other.
 * (For −1 and for about every other block of 2^8k below −128 the official client writes another number than it was
 * given; those are written as Java does.)
 */

/** Encodes a bigint as hazelcast-client does where it does it right. */
export function bigIntToBytes(value: bigint): Buffer {
  if (value >= 0n) return Buffer.from('00' + evenHex(value), 'hex');
  const inverted = Buffer.from(evenHex(-value - 1n), 'hex');
  for (let at = 0; at < inverted.length; at++) inverted[at] = ~inverted[at];
  const negative = inverted[0] >= 0x80;
  return negative ? inverted : Buffer.concat([Buffer.of(0xff), inverted]);
}

const SCRATCH: DataView = new DataView(new ArrayBuffer(8));

/** Decodes the bigint in `bytes[start, end)`. No bytes are −1: only hazelcast-client writes none, and for nothing else. */
export function bytesToBigInt(bytes: Buffer, start: number, end: number): bigint {
  if (start === end) return -1n;
  if (end - start > 8)
    return BigInt.asIntN(8 * (end - start), BigInt('0x' + bytes.toString('hex', start, end)));
  // Without a text: some hundred ns less.
  let low = bytes[start] >= 0x80 ? -1 : 0;
  let high = low;
  for (let at = start; at < end; at++) {
    high = (high << 8) | (low >>> 24);
    low = (low << 8) | bytes[at];
  }
  SCRATCH.setInt32(0, high);
  SCRATCH.setInt32(4, low);
  return SCRATCH.getBigInt64(0);
}

function evenHex(value: bigint): string {
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : '0' + digits;
}
