/*
 * The 64-bit Rabin fingerprint, in two int32 words: Hazelcast's ids of Compact schemas. The polynomial is also the fingerprint of
 * no bytes.
 */
const POLYNOMIAL_HIGH = 0xc15d213a | 0;
const POLYNOMIAL_LOW = 0xa4d7a795 | 0;

const TABLE_HIGH = new Int32Array(256);
const TABLE_LOW = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let high = 0;
  let low = byte;
  for (let bit = 0; bit < 8; bit++) {
    const mask = -(low & 1);
    low = ((low >>> 1) | (high << 31)) ^ (POLYNOMIAL_LOW & mask);
    high = (high >>> 1) ^ (POLYNOMIAL_HIGH & mask);
  }
  TABLE_HIGH[byte] = high;
  TABLE_LOW[byte] = low;
}

/** Computes a fingerprint from bytes, added one after another. `high` and `low` are its two words so far. */
class Fingerprint {
  high: number = POLYNOMIAL_HIGH;
  low: number = POLYNOMIAL_LOW;

  addByte(byte: number): void {
    const { high, low } = this;
    const index = (low ^ byte) & 0xff;
    this.low = ((low >>> 8) | (high << 24)) ^ TABLE_LOW[index];
    this.high = (high >>> 8) ^ TABLE_HIGH[index];
  }

  /** Adds the four bytes of an int32, little-endian. */
  addInt32(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.addByte(value >> shift);
  }

  /** Adds a text: its length in bytes, and its UTF-8. */
  addText(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.addInt32(bytes.length);
    for (const byte of bytes) this.addByte(byte);
  }
}

/** Returns the id of a Compact schema, in two int32 words. @param fields sorted by name, in the order of UTF-16 units. */
export function schemaId(
  typeName: string,
  fields: readonly { readonly fieldName: string; readonly kind: number }[],
): { readonly high: number; readonly low: number } {
  const fingerprint = new Fingerprint();
  fingerprint.addText(typeName);
  fingerprint.addInt32(fields.length);
  for (const { fieldName, kind } of fields) {
    fingerprint.addText(fieldName);
    fingerprint.addInt32(kind);
  }
  return fingerprint;
}
