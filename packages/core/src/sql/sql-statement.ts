/** What a statement is expected to give. Numbers have their name, too, as those of a TypeScript enum have. */
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
export type SqlExpectedResultType = Extract<
  (typeof SqlExpectedResultType)[keyof typeof SqlExpectedResultType],
  number
>;

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
  /** Default `'ANY'`. */
  expectedResultType?: SqlExpectedResultTypeStrings;
  /** True: rows are {@link SqlRow}s; false (default): plain objects. */
  returnRawResult?: boolean;
  /** Whether the next page is fetched while one is read. Default true; false fetches it when its first row is asked for. */
  prefetch?: boolean;
  /**
   * Milliseconds after which the query is closed on its member, whatever it does: what waits for it rejects with
   * OperationTimeoutError. Default: none. Unlike `timeoutMillis` it is the client's own.
   */
  timeout?: number | undefined;
  /** Closes the query on its member: what waits for it rejects with CancellationError, whose `cause` is the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** A statement with its parameters. It is read when it is executed; changes of it afterwards have no effect. */
export interface SqlStatement {
  /** Not empty. A question mark stands for each parameter. */
  sql: string;
  /** One for each question mark. Default: none. */
  params?: unknown[];
  options?: SqlStatementOptions;
}
