import { HazelcastError, type ServerErrorStackElement, type UUID } from '@offloop/values';

/** An SQL statement failed. Its `code` is Hazelcast's number, as in `hazelcast-client`; its stable code as a text is `textCode`. */
export class HazelcastSqlException extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_HAZELCAST_SQL';

  /** Hazelcast's number of the error, such as 1001 for a lost connection. */
  override readonly code: number;
  /** The text that other errors have as `code`: `'ERR_OFFLOOP_HAZELCAST_SQL'`. */
  readonly textCode: string;
  /** The member that reported the error, or the client itself. */
  readonly originatingMemberId: UUID;
  /** A statement that would remove the cause, or null if the member does not know one. */
  readonly suggestion: string | null;
  /** Number of rows that came before the error; undefined if the result had not begun. */
  rowsRead: number | undefined;

  constructor(
    originatingMemberId: UUID,
    code: number,
    message: string,
    suggestion: string | null = null,
    cause?: unknown,
    serverStackTrace?: ServerErrorStackElement[] | null,
  ) {
    super(message, cause, serverStackTrace);
    this.originatingMemberId = originatingMemberId;
    this.code = code;
    this.textCode = HazelcastSqlException.code;
    this.suggestion = suggestion;
    this.rowsRead = undefined;
  }
}
