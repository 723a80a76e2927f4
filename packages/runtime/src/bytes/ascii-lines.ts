const CR = 13;
const LF = 10;
const MINUS = 0x2d;
const ZERO = 0x30;

/**
 * Finds the end of the line that begins at `at` and ends with CR LF.
 *
 * @param longest the most bytes a line may have; throws for a longer one.
 * @returns the offset behind the line, or −1 when its end is not in `bytes[at, end)`.
 */
export function behindLine(bytes: Buffer, at: number, end: number, longest: number): number {
  for (let i = at; i < end - 1; i++) {
    if (bytes[i] === CR && bytes[i + 1] === LF) return i + 2;
  }
  if (end - at > longest) throw new Error(`a line of over ${longest} bytes`);
  return -1;
}

/** Reads `bytes[start, end)` as a decimal integer with an optional minus. Throws for anything else. */
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
