/** An error for which the server gave a reason. */
export interface ServerError extends Error {
  /** Code of AMQP, such as 404. */
  code: number;
  /** Class and method that the server has refused. */
  classId?: number;
  methodId?: number;
  /** What the reason means, and what can be done. Only where the server's own text says too little: for `consumer_timeout`. */
  hint?: string;
}

/** What the server says when it closes a channel. */
export interface CloseReason {
  readonly replyCode: number;
  readonly replyText: string;
  readonly classId: number;
  readonly methodId: number;
}

/** Makes the error of a channel that the server has closed. @param hint undefined: the text says all */
export function serverError(
  message: string,
  { replyCode, classId, methodId }: CloseReason,
  hint: string | undefined,
): ServerError {
  const error = Object.assign(new Error(message), { code: replyCode, classId, methodId });
  // amqplib's errors have no such property, nor have ours without a hint.
  return hint === undefined ? error : Object.assign(error, { hint });
}
