import { decodeLatin1 } from '@offloop/runtime/bytes';

/** Makes a string of ASCII bytes from `start` on. Each maker has its own length. */
export type AsciiMaker = (bytes: Buffer, start: number) => string;

/** Length up to which one call with all character codes is faster than `latin1Slice`: 24 characters take 32 ns, not 70 to 95. */
export const LONGEST_MADE = 40;

/** Number of strings of a length that `latin1Slice` makes before a function is compiled for it. */
const COMPILED_FROM = 16;

/** The makers by length, up to `LONGEST_MADE`. */
export const asciiMakers: AsciiMaker[] = Array.from({ length: LONGEST_MADE + 1 }, (_, length) => {
  let made = 0;
  return (bytes, start) => {
    if (++made === COMPILED_FROM) asciiMakers[length] = compiled(length) ?? asciiMakers[length];
    return decodeLatin1(bytes, start, start + length);
  };
});

/** Compiles a function that names every byte. Returns undefined where code generation is forbidden. */
function compiled(length: number): AsciiMaker | undefined {
  const codes = Array.from({ length }, (_, i) => `bytes[start+${i}]`);
  try {
    // oxlint-disable-next-line no-implied-eval, no-new-func -- a number is all that varies
    return new Function('bytes', 'start', `return String.fromCharCode(${codes.join(',')})`) as AsciiMaker;
  } catch {
    return undefined;
  }
}
