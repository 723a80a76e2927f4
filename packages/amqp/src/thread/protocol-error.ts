/** Codes with which AMQP answers what breaks its rules. */
export const ReplyCode = {
  FRAME_ERROR: 501,
  UNEXPECTED_FRAME: 505,
} as const;
export type ReplyCode = (typeof ReplyCode)[keyof typeof ReplyCode];

/** The server has broken the protocol: its connection cannot be used any longer. */
export class ProtocolError extends Error {
  /** The code that the server is told. */
  readonly replyCode: ReplyCode;
  /** The text that the server is told. */
  readonly replyText: string;

  /** @param replyText default: the message */
  constructor(replyCode: ReplyCode, message: string, replyText: string = message) {
    super(message);
    this.replyCode = replyCode;
    this.replyText = replyText;
  }
}
