/** Up to this many characters are written one by one: below it, that is quicker than a call into C++. */
const FEW_CHARACTERS = 64;
/** Bytes of the longest short string. */
const LONGEST_SHORT = 255;

/** Methods that every Buffer of Node 20 and later has, though its types do not say so: `toString` costs 10 ns more. */
interface Slices {
  utf8Slice(start: number, end: number): string;
}

/** Decodes `bytes[start, end)` as UTF-8; malformed bytes become U+FFFD. `start` and `end` are not checked. */
export function readText(bytes: Buffer, start: number, end: number): string {
  return (bytes as unknown as Slices).utf8Slice(start, end);
}

/**
 * Writes a string behind a byte for its length. There must be room for 256 bytes.
 *
 * @returns the offset behind it, or −1 if it has over 255 bytes
 */
export function writeShortText(bytes: Buffer, at: number, text: string): number {
  const { length } = text;
  if (length > FEW_CHARACTERS) return writeLonger(bytes, at, text);
  const end = writeAscii(bytes, at + 1, text);
  if (end < 0) return writeLonger(bytes, at, text);
  bytes[at] = length;
  return end;
}

/**
 * Writes a string if it is ASCII and short. There must be room for `text.length` bytes.
 *
 * @returns the offset behind it, or −1 if it is not
 */
export function writeAscii(bytes: Buffer, at: number, text: string): number {
  const { length } = text;
  if (length > FEW_CHARACTERS) return -1;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return -1;
    bytes[at + index] = code;
  }
  return at + length;
}

function writeLonger(bytes: Buffer, at: number, text: string): number {
  // As many bytes as characters, at least: no need to count those of a long text.
  if (text.length > LONGEST_SHORT) return -1;
  const length = Buffer.byteLength(text);
  if (length > LONGEST_SHORT) return -1;
  bytes[at] = length;
  return at + 1 + bytes.write(text, at + 1, length, 'utf8');
}
