export interface KeepAlive {
  /** What is sent when half an interval brought nothing else to send. */
  readonly bytes: Buffer;
  /** Milliseconds, more than 0. The connection ends when the other side is silent for two intervals. */
  readonly intervalMillis: number;
}

/** A connection that goes on in another thread. It can be cloned. */
export interface MovedConnection {
  /** The number of its socket. */
  readonly fd: number;
  readonly keepAlive: KeepAlive | undefined;
  /** What was read, and not taken as messages. */
  readonly unread: Buffer;
  /** What the socket was given, and the kernel has not taken: it may begin in the midst of a message. */
  readonly unsent: Buffer;
}
