import { createRandom } from '@offloop/tools/random';

/** Number of base-36 digits at a value's start that name its key and variant: three can name 46,656 of them. */
const TAG_LENGTH = 3;

const FIRST_PRINTABLE = 0x20;
const PRINTABLES = 0x7f - FIRST_PRINTABLE;

/** Keys and values of one cell. Any two values differ, so that an answer which belongs to another call is noticed. */
export interface Dataset {
  readonly keys: readonly string[];
  /** Values of each key and variant, `values[key][variant]`: printable ASCII, `valueBytes` long. */
  readonly values: readonly (readonly string[])[];
  readonly valueBytes: number;
}

/**
 * Makes the keys and values of a cell.
 *
 * @param keyCount number of keys; the partition hash spreads them over a member's 271 partitions
 * @param variants number of different values of a key, for writers to alternate between
 * @param valueBytes length of a value in bytes and characters, at least 3
 */
export function createDataset(seed: number, keyCount: number, variants: number, valueBytes: number): Dataset {
  if (valueBytes < TAG_LENGTH)
    throw new RangeError(`valueBytes ${valueBytes} < ${TAG_LENGTH}: no room for the tag`);
  const count = keyCount * variants;
  if (count > 36 ** TAG_LENGTH)
    throw new RangeError(`${count} values do not fit a tag of ${TAG_LENGTH} digits`);

  // One random block, from which each value takes its own window: filling hundreds of megabytes at random takes seconds.
  const random = createRandom(seed);
  const block = Buffer.alloc(valueBytes + count);
  for (let i = 0; i < block.length; i++) block[i] = FIRST_PRINTABLE + random.below(PRINTABLES);

  const keys: string[] = [];
  const values: string[][] = [];
  for (let key = 0; key < keyCount; key++) {
    keys.push(`key-${key}`);
    const row: string[] = [];
    for (let variant = 0; variant < variants; variant++) {
      const ordinal = key * variants + variant;
      const bytes = Buffer.from(block.subarray(ordinal, ordinal + valueBytes));
      bytes.write(ordinal.toString(36).padStart(TAG_LENGTH, '0'), 'latin1');
      // latin1 makes a flat one-byte string; concatenation would make a rope that the first reader pays for
      row.push(bytes.toString('latin1'));
    }
    values.push(row);
  }
  return { keys, values, valueBytes };
}
