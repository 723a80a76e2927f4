/**
 * Kinds of results that a statement may be expected to give. As in a TypeScript enum, `SqlExpectedResultType[0]` is the name of a number.
 */
export const SqlExpectedResultType = {
  /** Rows or a count of updates. */
  ANY: 0,
  /** Rows: a statement that gives a count is an error. */
  ROWS: 1,
  /** A count of updates: a statement that gives rows is an error. */
  UPDATE_COUNT: 2,
  0: 'ANY',
  1: 'ROWS',
  2: 'UPDATE_COUNT',
} as const;
/** The number of a kind of result. */
export type SqlExpectedResultType = Extract<
  (typeof SqlExpectedResultType)[keyof typeof SqlExpectedResultType],
  number
>;

/** The names of the kinds of results, as options take them. */
export type SqlExpectedResultTypeStrings = 'ANY' | 'ROWS' | 'UPDATE_COUNT';

/** Options of a statement. */
export interface SqlStatementOptions {
  /**
   * The schema that names without one are looked up in first, case-sensitive; then `partitioned` and `public`. Default: those
   * two only.
   */
  schema?: string;
  /**
   * Milliseconds after which the member ends the statement with an error; 0: never; −1 (default): what the member's configuration
   * says.
   */
  timeoutMillis?: number;
  /** Rows that the member keeps ready, and the most of a page: 1 to 2,147,483,647. Default 4096. */
  cursorBufferSize?: number;
  /** The kind of result that is accepted; any other is an error. Default `'ANY'`. */
  expectedResultType?: SqlExpectedResultTypeStrings;
  /** True for rows that are {@link SqlRow}s, false (default) for plain objects. */
  returnRawResult?: boolean;
  /** True (default) to fetch the next page while one is read; false to fetch it when its first row is asked for. */
  prefetch?: boolean;
  /**
   * Milliseconds after which the client closes the query on its member, whatever its state: calls that wait for its rows reject
   * with OperationTimeoutError. Default: none. Unlike `timeoutMillis` it is the client's own.
   */
  timeout?: number | undefined;
  /** Closes the query on its member: calls that wait for its rows reject with CancellationError, with the signal's reason as `cause`. */
  signal?: AbortSignal | undefined;
}

/** A statement with its parameters. It is read when it is executed; changes of it afterwards have no effect. */
export interface SqlStatement {
  /** Text of the statement, not empty. A question mark stands for each parameter. */
  sql: string;
  /** Values, one for each question mark. Default: none. */
  params?: unknown[];
  options?: SqlStatementOptions;
}
