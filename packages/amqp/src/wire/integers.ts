/** Two to the power of 32. */
const WORD = 0x1_0000_0000;

/** Writes 16 bits, of which only those count. */
export function writeShort(bytes: Buffer, at: number, value: number): void {
  bytes[at] = value >>> 8;
  bytes[at + 1] = value;
}

/** Writes 32 bits, of which only those count. */
export function writeWord(bytes: Buffer, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

/** Writes a whole number from 0 to 2⁵³ − 1 as 64 bits. */
export function writeLong(bytes: Buffer, at: number, value: number): void {
  writeWord(bytes, at, Math.floor(value / WORD));
  writeWord(bytes, at + 4, value >>> 0);
}

/** Reads 16 bits without a sign. */
export function readShort(bytes: Buffer, at: number): number {
  return (bytes[at] << 8) | bytes[at + 1];
}

/** Reads 32 bits without a sign. */
export function readWord(bytes: Buffer, at: number): number {
  return ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;
}

/** Reads 64 bits without a sign. Above 2⁵³, the nearest number. */
export function readLong(bytes: Buffer, at: number): number {
  return readWord(bytes, at) * WORD + readWord(bytes, at + 4);
}
