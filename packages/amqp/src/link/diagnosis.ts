/** The socket of a connection, as the thread that it lives in sees it. Fields named `since…` are milliseconds before now. */
export interface SocketDiagnosis {
  /** Since something was last read; null: nothing was. */
  readonly sinceRead: number | null;
  /** Since the socket has last taken bytes, heartbeats included; null: it has not. */
  readonly sinceWritten: number | null;
  /** Bytes that the socket was given and has not taken: the server, or the way to it, does not keep up. */
  readonly unsentBytes: number;
  /** True while nothing is read, until the event loop has taken the deliveries that wait in memory. */
  readonly isPaused: boolean;
}
