/** Hazelcast's seed; every client and member must agree on it, or keys land on the wrong partition. */
const SEED = 0x01000193;
const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

/**
 * Returns MurmurHash3, x86 32-bit variant, of `bytes[start, end)` as a signed int32.
 *
 * The caller makes sure that `start` and `end` lie inside `bytes`: this is the hot path of every keyed request.
 */
export function murmur3(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const blocksEnd = start + (length & ~3);
  let h = SEED;
  let k = 0;

  for (let at = start; at < blocksEnd; at += 4) {
    k = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    k = Math.imul(k, C1);
    k = (k << 15) | (k >>> 17);
    h ^= Math.imul(k, C2);
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }

  const rest = length & 3;
  if (rest !== 0) {
    k = bytes[blocksEnd];
    if (rest > 1) k |= bytes[blocksEnd + 1] << 8;
    if (rest > 2) k |= bytes[blocksEnd + 2] << 16;
    k = Math.imul(k, C1);
    k = (k << 15) | (k >>> 17);
    h ^= Math.imul(k, C2);
  }

  h ^= length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) | 0;
}
