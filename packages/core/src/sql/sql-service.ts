import type { SqlResult } from './sql-result.js';
import type { SqlStatement, SqlStatementOptions } from './sql-statement.js';

/** Executes SQL statements. The members need the module `hazelcast-sql`, and Jet. */
export interface SqlService {
  /**
   * Resolves when the member has carried the statement out, or has its first rows.
   *
   * Rejects with IllegalArgumentError for arguments that are wrong, with HazelcastSqlException when the statement fails or no
   * member can be reached, and with OperationTimeoutError or CancellationError as its options say.
   *
   * @param params as many as there are question marks in the statement.
   */
  execute(sql: string, params?: unknown[], options?: SqlStatementOptions): Promise<SqlResult>;
  /** Executes a statement given as an object. Resolves and rejects as `execute`. */
  executeStatement(sql: SqlStatement): Promise<SqlResult>;
}
