/**
 * A number of 64 bits that is changed in place: a hash of bigints takes twenty times as long. It wraps around as Java's `long` does.
 */
export class Word {
  high: number;
  low: number;

  constructor(high: number, low: number) {
    this.high = high | 0;
    this.low = low | 0;
  }

  xor(by: Word): this {
    this.high ^= by.high;
    this.low ^= by.low;
    return this;
  }

  plus(by: Word): this {
    const low = (this.low >>> 0) + (by.low >>> 0);
    this.low = low | 0;
    this.high = (this.high + by.high + (low > 0xffff_ffff ? 1 : 0)) | 0;
    return this;
  }

  times(by: Word): this {
    const { low } = this;
    const a0 = low & 0xffff;
    const a1 = low >>> 16;
    const b0 = by.low & 0xffff;
    const b1 = by.low >>> 16;
    // The upper half of low × low, of factors of 16 bits: so no sum needs more than 32.
    const middle = a1 * b0 + ((a0 * b0) >>> 16);
    const other = a0 * b1 + (middle & 0xffff);
    const carry = a1 * b1 + (middle >>> 16) + (other >>> 16);
    this.high = (carry + Math.imul(this.high, by.low) + Math.imul(low, by.high)) | 0;
    this.low = Math.imul(low, by.low);
    return this;
  }

  /** Rotates to the left. @param bits 1 to 63, but not 32. */
  rotate(bits: number): this {
    const high = bits < 32 ? this.high : this.low;
    const low = bits < 32 ? this.low : this.high;
    this.high = (high << bits) | (low >>> -bits);
    this.low = (low << bits) | (high >>> -bits);
    return this;
  }

  /** XORs the upper 31 bits into the lower ones: what Java writes as `x ^= x >>> 33`. */
  fold(): this {
    this.low ^= this.high >>> 1;
    return this;
  }
}
