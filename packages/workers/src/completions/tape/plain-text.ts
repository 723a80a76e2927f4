/** Bytes that are looked at together. So many may be read behind a text. */
export const WORD = 4;
export const HIGHEST_BITS: number = 0x80808080 | 0;

/** Has the highest bit of each byte that ends plain text: a quote, a backslash or a control character. Bits above the lowest may err. */
export function stopsIn(word: number): number {
  return (
    ((word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101)) &
    ~word &
    HIGHEST_BITS
  );
}

/** The place behind the whitespace at `from`. */
export function behindSpace(bytes: Buffer, from: number): number {
  let at = from;
  let byte = bytes[at];
  while (byte === 0x20 || byte === 10 || byte === 13 || byte === 9) byte = bytes[++at];
  return at;
}
