import { DATA_PAYLOAD_OFFSET } from '@offloop/wire';
import Long from 'long';
import { Word } from './word.js';

/** Hazelcast's seed for hashes of values. */
const SEED = new Word(0, 0x01000193);
const BLOCK_BYTES = 16;
const HALF_BYTES = 8;

const THREE = new Word(0, 3);
const FIVE = new Word(0, 5);
const H1_STEP = new Word(0, 0x52dce729);
const H2_STEP = new Word(0, 0x38495ab5);
const C1_STEP = new Word(0, 0x7b7d159c);
const C2_STEP = new Word(0, 0x6bce6396);
const FINAL_1 = new Word(0xff51afd7, 0xed558ccd);
const FINAL_2 = new Word(0xc4ceb9fe, 0x1a85ec53);

/** State of one hash. */
class Murmur {
  readonly h1: Word = new Word(0x9368e53c, 0x2f6af274).xor(SEED);
  readonly h2: Word = new Word(0x586dcd20, 0x8f7cd3fd).xor(SEED);
  readonly #c1 = new Word(0x87c37b91, 0x114253d5);
  readonly #c2 = new Word(0x4cf5ad43, 0x2745937f);

  /** Takes a block, whose halves are changed. */
  mix(k1: Word, k2: Word): void {
    const { h1, h2 } = this;
    const c1 = this.#c1;
    const c2 = this.#c2;
    h1.xor(k1.times(c1).rotate(23).times(c2)).plus(h2);
    h2.rotate(41).xor(k2.times(c2).rotate(23).times(c1)).plus(h1);
    h1.times(THREE).plus(H1_STEP);
    h2.times(THREE).plus(H2_STEP);
    c1.times(FIVE).plus(C1_STEP);
    c2.times(FIVE).plus(C2_STEP);
  }
}

/**
 * Returns the hash by which members know an item: an early MurmurHash3 of 64 bits, of a serialized value without its 8-byte header.
 */
export function hash64(data: Buffer): Long {
  const length = data.length - DATA_PAYLOAD_OFFSET;
  const blocksEnd = data.length - (length % BLOCK_BYTES);
  const murmur = new Murmur();
  const { h1, h2 } = murmur;
  const k1 = new Word(0, 0);
  const k2 = new Word(0, 0);
  for (let at = DATA_PAYLOAD_OFFSET; at < blocksEnd; at += BLOCK_BYTES) {
    read(data, at, k1);
    read(data, at + HALF_BYTES, k2);
    murmur.mix(k1, k2);
  }
  if (blocksEnd < data.length) {
    const middle = Math.min(blocksEnd + HALF_BYTES, data.length);
    murmur.mix(rest(data, blocksEnd, middle), rest(data, middle, data.length));
  }
  h2.xor(new Word(0, length));
  h1.plus(h2);
  h2.plus(h1);
  const { high, low } = finish(h1).plus(finish(h2));
  return new Long(low, high);
}

function read(bytes: Buffer, at: number, into: Word): void {
  into.low = bytes.readInt32LE(at);
  into.high = bytes.readInt32LE(at + 4);
}

/** Reads up to 8 bytes, the first as the lowest. Members take each as a signed number, whose sign goes into all bits above it. */
function rest(bytes: Buffer, start: number, end: number): Word {
  const word = new Word(0, 0);
  for (let at = start; at < end; at++) {
    const byte = bytes.readInt8(at);
    const shift = 8 * (at - start);
    // From 32 on JavaScript shifts by what is beyond that.
    word.high ^= shift < 32 ? (byte >> 1) >> (31 - shift) : byte << shift;
    if (shift < 32) word.low ^= byte << shift;
  }
  return word;
}

function finish(word: Word): Word {
  return word.fold().times(FINAL_1).fold().times(FINAL_2).fold();
}
