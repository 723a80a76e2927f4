/** An error for which the server gave a reason. */
export interface ServerError extends Error {
  /** Code of AMQP, such as 404. */
  code: number;
  /** Class and method that the server did not like. */
  classId?: number;
  methodId?: number;
}

/** What the server says when it closes a channel. */
export interface CloseReason {
  readonly replyCode: number;
  readonly replyText: string;
  readonly classId: number;
  readonly methodId: number;
}

/** Makes the error of a channel that the server has closed. */
export function serverError(message: string, { replyCode, classId, methodId }: CloseReason): ServerError {
  return Object.assign(new Error(message), { code: replyCode, classId, methodId });
}
