import { readText } from './text.js';

/** Number of strings that are kept. A power of two. */
const SLOTS = 64;
/** Bytes of the longest string that is kept. */
const LONGEST = 255;
const SLOT_BYTES = 256;

const memory = Buffer.allocUnsafeSlow(SLOTS * SLOT_BYTES);
const lengths = new Uint8Array(SLOTS);
const texts = new Array<string>(SLOTS).fill('');

/**
 * Decodes `bytes[start, end)`, which are likely to have come before: names of exchanges and queues, routing keys, keys of headers. To compare
 * bytes is quicker than to decode them, and the same string is kept once.
 */
export function knownText(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length === 0) return '';
  if (length > LONGEST) return readText(bytes, start, end);
  // What tells names apart is mostly at their end.
  const slot =
    (bytes[end - 1] + 5 * bytes[start] + 11 * bytes[(start + end) >> 1] + 17 * length) & (SLOTS - 1);
  const base = slot * SLOT_BYTES;
  if (lengths[slot] === length && isSame(bytes, start, end, base)) return texts[slot];
  const text = readText(bytes, start, end);
  bytes.copy(memory, base, start, end);
  lengths[slot] = length;
  texts[slot] = text;
  return text;
}

function isSame(bytes: Buffer, start: number, end: number, base: number): boolean {
  for (let at = start, known = base; at < end; at++, known++) if (bytes[at] !== memory[known]) return false;
  return true;
}
