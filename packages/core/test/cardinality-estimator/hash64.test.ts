import { seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { hash64 } from '../../src/cardinality-estimator/hash64.js';

/** Serialized values, and what `Data.hash64` of Hazelcast 5.6.0 returns for them. */
const OF_JAVA: readonly (readonly [hex: string, hash: string])[] = [
  ['99170fbb183477a3', '9168145165656307917'],
  ['5a94c9bf390b770209', '-9093959096828972523'],
  ['0705e6c8b71cf8bdfc97c696693058', '4628573826899253418'],
  ['2edd1479f1953297e1c82141a6a46d99', '31519597503045533'],
  ['364cf461b317c99fee614cc5a74b029f8f', '3608733130957612450'],
  ['111a021c9a0168a981181c9a324f0aec09395a3213018e', '8246334313064469068'],
  ['e232b69b463dffe94c73ba9c9960c80b6a214cc7b067f902', '-6164005808224416664'],
  ['95b0180a98eba8fce9bf8a819b01f5529ebc20efacd4d95a61', '3562588899952095302'],
  ['01b24847eafa8ebbfe41e1be58c9936f70570198736d008963a7f2f0c00be375', '-223034101322802351'],
  ['f45730c31cd75ed1504b79caca281736ce98dcc79ae07e29cf1ba7340a6051cb66b0462ee4f80a', '-4188985170107130681'],
  [
    'aa5cd164323bd3336f03b562919fee92d2262d6a87de9a8306cc38c30e18bf7ae845da7dea912cbcc8',
    '-1412273439171082639',
  ],
];

const HEADER_BYTES = 8;
const int64 = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotated = (value: bigint, bits: bigint): bigint => int64((value << bits) | (value >> (64n - bits)));

/** The same hash, of bigints, which need no tricks. */
function expectedHash(data: Buffer): string {
  let [h1, h2] = [0x9368e53c2f6af274n ^ 0x01000193n, 0x586dcd208f7cd3fdn ^ 0x01000193n];
  let [c1, c2] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn];
  for (let at = HEADER_BYTES; at < data.length; at += 16) {
    let [k1, k2] = [half(data, at), half(data, at + 8)];
    k1 = int64(rotated(int64(k1 * c1), 23n) * c2);
    k2 = int64(rotated(int64(k2 * c2), 23n) * c1);
    h1 = int64((h1 ^ k1) + h2);
    h2 = int64((rotated(h2, 41n) ^ k2) + h1);
    [h1, h2] = [int64(h1 * 3n + 0x52dce729n), int64(h2 * 3n + 0x38495ab5n)];
    [c1, c2] = [int64(c1 * 5n + 0x7b7d159cn), int64(c2 * 5n + 0x6bce6396n)];
  }
  h2 ^= BigInt(data.length - HEADER_BYTES);
  h1 = int64(h1 + h2);
  h2 = int64(h2 + h1);
  return BigInt.asIntN(64, finished(h1) + finished(h2)).toString();
}

/** Up to 8 bytes: those of a whole block unsigned, those of what is left each with its sign. */
function half(data: Buffer, start: number): bigint {
  const isOfBlock = start - ((start - HEADER_BYTES) % 16) + 16 <= data.length;
  if (isOfBlock) return data.readBigUInt64LE(start);
  let value = 0n;
  for (const [i, byte] of new Int8Array(data.subarray(start, start + 8)).entries()) {
    value ^= int64(BigInt(byte) << BigInt(8 * i));
  }
  return value;
}

function finished(value: bigint): bigint {
  let k = value ^ (value >> 33n);
  k = int64(k * 0xff51afd7ed558ccdn);
  k ^= k >> 33n;
  k = int64(k * 0xc4ceb9fe1a85ec53n);
  return k ^ (k >> 33n);
}

test.each(OF_JAVA)("the hash of %s is Java's", (hex, hash) => {
  expect(hash64(Buffer.from(hex, 'hex')).toString()).toBe(hash);
});

test('the hash is that of bigints, whatever the bytes', () => {
  const bytes = fc.uint8Array({ minLength: HEADER_BYTES, maxLength: 100 });
  fc.assert(
    fc.property(bytes, (data) => {
      expect(hash64(Buffer.from(data)).toString()).toBe(expectedHash(Buffer.from(data)));
    }),
    { seed: seedOf('hash64'), numRuns: 2000 },
  );
});

test('the header of a value is no part of its hash', () => {
  const [a, b] = ['0000000000000000cafe', 'ffffffffffffffffcafe'].map((hex) =>
    hash64(Buffer.from(hex, 'hex')),
  );
  expect(a).toEqual(b);
});
