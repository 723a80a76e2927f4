const CR = 13;
const LF = 10;
const MINUS = 0x2d;
const ZERO = 0x30;

/**
 * The offset behind the line, ended by CR LF, that begins at `at`; −1 when its end is not in `bytes[at, end)`.
 *
 * @param longest bytes. Throws for a line that is longer.
 */
export function behindLine(bytes: Buffer, at: number, end: number, longest: number): number {
  for (let i = at; i < end - 1; i++) {
    if (bytes[i] === CR && bytes[i + 1] === LF) return i + 2;
  }
  if (end - at > longest) throw new Error(`a line of over ${longest} bytes`);
  return -1;
}

/** The integer whose decimal digits, after a minus or not, are `bytes[start, end)`. Throws for anything else. */
export function readDecimal(bytes: Buffer, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  let value = 0;
  for (let i = isNegative ? start + 1 : start; i < end; i++) {
    const digit = bytes[i] - ZERO;
    if (!(digit >= 0 && digit <= 9)) throw new Error(`an integer with byte ${bytes[i]}`);
    value = value * 10 + digit;
  }
  if (end - start < (isNegative ? 2 : 1)) throw new Error('an integer without digits');
  return isNegative ? -value : value;
}
