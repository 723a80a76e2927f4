import { checkCallOptions, checkOptionNames, type CallOptions } from '../calls/call-options.js';
import type { IllegalArgumentError } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import {
  SqlExpectedResultType,
  type SqlExpectedResultTypeStrings,
  type SqlStatement,
  type SqlStatementOptions,
} from './sql-statement.js';

/** A statement whose text, parameters and options have been checked, with defaults filled in. */
export interface CheckedStatement {
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly schema: string | null;
  readonly timeoutMillis: number;
  readonly cursorBufferSize: number;
  readonly expectedResultType: SqlExpectedResultType;
  readonly returnRawResult: boolean;
  readonly prefetch: boolean;
  /** Time limit and signal of the call; undefined if the statement has neither. */
  readonly limits: CallOptions | undefined;
}

const OPTIONS: readonly (keyof SqlStatementOptions)[] = [
  'schema',
  'timeoutMillis',
  'cursorBufferSize',
  'expectedResultType',
  'returnRawResult',
  'prefetch',
  'timeout',
  'signal',
];
const DEFAULT_CURSOR_BUFFER_SIZE = 4096;
const LARGEST_INT32 = 2 ** 31 - 1;
const NOT_SET = -1;

/** How all of the official client's messages begin, which programs match on. */
const OPENING = 'Invalid argument given to execute(): ';

/** Checks a statement and fills in the defaults. Throws IllegalArgumentError that names the field and the values it accepts. */
export function checkedStatement(statement: SqlStatement): CheckedStatement {
  if (typeof statement !== 'object' || statement === null)
    throw wrong(
      'statement',
      statement,
      'an SqlStatement',
      statement === null && 'SQL statement cannot be null',
    );
  const { sql, params = [], options = {} } = statement;
  if (typeof sql !== 'string' || sql === '')
    throw wrong('sql', sql, 'a string that is not empty', sql === '' && 'Empty SQL string is disallowed.');
  if (!Array.isArray(params)) throw wrong('params', params, 'an array');
  if (typeof options !== 'object' || options === null) throw wrong('options', options, 'an object');
  checkOptionNames(options, 'a statement', OPTIONS);
  const {
    schema = null,
    timeoutMillis = NOT_SET,
    cursorBufferSize = DEFAULT_CURSOR_BUFFER_SIZE,
    expectedResultType = 'ANY',
    returnRawResult = false,
    prefetch = true,
    timeout,
    signal,
  } = options;
  if (schema !== null && typeof schema !== 'string') throw wrong('schema', schema, 'a string');
  if (!isWhole(timeoutMillis, NOT_SET, Number.MAX_SAFE_INTEGER))
    throw wrong(
      'timeoutMillis',
      timeoutMillis,
      'a whole number of milliseconds, 0 for none, or -1',
      timeoutMillis < NOT_SET && 'Timeout millis can be non-negative or -1',
    );
  if (!isWhole(cursorBufferSize, 1, LARGEST_INT32))
    throw wrong(
      'cursorBufferSize',
      cursorBufferSize,
      `a whole number from 1 to ${LARGEST_INT32}`,
      cursorBufferSize <= 0 && 'Cursor buffer size cannot be negative',
    );
  if (typeof returnRawResult !== 'boolean') throw wrong('returnRawResult', returnRawResult, 'a boolean');
  if (typeof prefetch !== 'boolean') throw wrong('prefetch', prefetch, 'a boolean');
  const hasLimits = timeout !== undefined || signal !== undefined;
  const limits = hasLimits ? { timeout, signal } : undefined;
  if (limits !== undefined) checkCallOptions(limits);
  return {
    sql,
    // COPY: the statement may be changed while it waits for a schema.
    params: [...params],
    schema,
    timeoutMillis,
    cursorBufferSize,
    expectedResultType: resultType(expectedResultType),
    returnRawResult,
    prefetch,
    limits,
  };
}

function resultType(name: SqlExpectedResultTypeStrings): SqlExpectedResultType {
  switch (name) {
    case 'ANY':
      return SqlExpectedResultType.ANY;
    case 'ROWS':
      return SqlExpectedResultType.ROWS;
    case 'UPDATE_COUNT':
      return SqlExpectedResultType.UPDATE_COUNT;
    default:
      throw wrong('expectedResultType', name, "'ANY', 'ROWS' or 'UPDATE_COUNT'");
  }
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

/** @param official what the official client says of such a value; false: nothing, or it quotes the value. */
function wrong(
  name: string,
  value: unknown,
  accepted: string,
  official: string | false = false,
): IllegalArgumentError {
  const reason = official === false ? '' : `${official}: `;
  return mustBe(`${OPENING}${reason}${name}`, accepted, value);
}
