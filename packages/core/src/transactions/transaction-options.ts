import { LONGEST_DELAY_MILLIS } from '@offloop/runtime/clock';
import { describeNumber, IllegalArgumentError } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';

/**
 * How a transaction is committed. `TWO_PHASE`: every change is prepared first; if that fails, none is made. `ONE_PHASE`: the
 * changes are made at once; if that fails, some of them may be made. Until its end, others that read its keys wait.
 */
export type TransactionType = 'TWO_PHASE' | 'ONE_PHASE';

/** Options of a transaction. */
export interface TransactionOptions {
  /**
   * Milliseconds from `begin` to `commit`, and the longest wait for a lock: a whole number from 1 to 2,147,483,647. Then the
   * members take the transaction's locks away, and it cannot be committed any more. Default 120,000.
   */
  readonly timeoutMillis?: number | undefined;
  /**
   * Number of further members that get the changes before a two-phase commit makes them: a whole number from 0 to
   * 2,147,483,647. Default 1.
   */
  readonly durability?: number | undefined;
  /** Default `'TWO_PHASE'`. */
  readonly type?: TransactionType | undefined;
}

export interface CheckedOptions {
  readonly timeoutMillis: number;
  readonly durability: number;
  /** The number by which members know the type. */
  readonly typeId: number;
}

const TYPE_IDS: ReadonlyMap<unknown, number> = new Map([
  ['ONE_PHASE', 1],
  ['TWO_PHASE', 2],
]);

const NAMES: readonly string[] = ['timeoutMillis', 'durability', 'type'];

const DEFAULT_TIMEOUT_MILLIS = 120_000;
const MOST_INT32 = 2 ** 31 - 1;

/** Throws IllegalArgumentError naming the option that is wrong or unknown, and what is accepted. */
export function checkedOptions(options: TransactionOptions = {}): CheckedOptions {
  if (typeof options !== 'object' || options === null) {
    throw mustBe('options', '{ timeoutMillis, durability, type }', options);
  }
  for (const name in options) {
    // The default would take the place of one that is misspelt.
    if (!NAMES.includes(name)) {
      throw new IllegalArgumentError(
        'there is an unknown option of a transaction: there are timeoutMillis, durability and type',
      );
    }
  }
  const { timeoutMillis = DEFAULT_TIMEOUT_MILLIS, durability = 1, type = 'TWO_PHASE' } = options;
  checkInteger('timeoutMillis', timeoutMillis, 1, LONGEST_DELAY_MILLIS);
  checkInteger('durability', durability, 0, MOST_INT32);
  const typeId = TYPE_IDS.get(type);
  if (typeId === undefined) {
    throw mustBe('type', "'TWO_PHASE' or 'ONE_PHASE'", type);
  }
  return { timeoutMillis, durability, typeId };
}

function checkInteger(option: string, value: unknown, min: number, max: number): void {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return;
  throw new IllegalArgumentError(
    `${option} must be a whole number from ${min} to ${max}, got ${describeNumber(value)}`,
  );
}
