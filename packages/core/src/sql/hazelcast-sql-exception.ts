import { HazelcastError, type ServerErrorStackElement, type UUID } from '@offloop/values';

/** An SQL statement failed. `sqlCode` is Hazelcast's numeric code, which the official class keeps private. */
export class HazelcastSqlException extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_HAZELCAST_SQL';

  readonly sqlCode: number;
  /** The member that reported the error, or the client itself. */
  readonly originatingMemberId: UUID;
  /** A statement that would remove the cause, or null if the member does not know one. */
  readonly suggestion: string | null;
  /** Rows of the result that came before it; undefined where the statement had given none yet. */
  rowsRead: number | undefined;

  constructor(
    originatingMemberId: UUID,
    sqlCode: number,
    message: string,
    suggestion: string | null = null,
    cause?: unknown,
    serverStackTrace?: ServerErrorStackElement[] | null,
  ) {
    super(message, cause, serverStackTrace);
    this.originatingMemberId = originatingMemberId;
    this.sqlCode = sqlCode;
    this.suggestion = suggestion;
    this.rowsRead = undefined;
  }
}
