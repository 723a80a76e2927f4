/** Bytes that are checked together. So many may be read behind a text. */
export const WORD = 4;
export const HIGHEST_BITS: number = 0x80808080 | 0;

/** Returns the highest bit of each byte that ends plain text (quote, backslash, control character). Only the lowest set bit is sure. */
export function stopsIn(word: number): number {
  return (
    ((word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101)) &
    ~word &
    HIGHEST_BITS
  );
}

/** Returns the offset behind the whitespace at `from`. */
export function behindSpace(bytes: Buffer, from: number): number {
  let at = from;
  let byte = bytes[at];
  while (byte === 0x20 || byte === 10 || byte === 13 || byte === 9) byte = bytes[++at];
  return at;
}
