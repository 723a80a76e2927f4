/** Bits of a request's flags. */
export const RequestFlag = {
  /**
   * The operation has the same effect if it runs twice, so it may be sent again after its connection was lost. The floor's
   * `REPEATABLE_FLAG`.
   */
  RETRYABLE: 1,
  /**
   * The member may answer as late as it likes (`lock`, `take`). The worker copies the request's bytes, and there is no default
   * deadline.
   */
  WAITS: 2,
  /** The response is for another thread than the caller's. It comes undecoded, as one `RAW` message. */
  RAW: 8,
  /** The response is one list of serialized values: it comes as a `LIST`. */
  LIST: 16,
  /**
   * The response stays in the worker until a compute thread fetches it; the caller gets `VOID`, and not at once. The target is
   * the number of the call that the request is a part of.
   */
  DEFERRED: 32,
  /** Goes to the member whose tag is the target if there is a connection to it, otherwise to any. */
  PREFERS: 64,
  /**
   * Only the member whose tag is the target may carry it out; the request names that member, too. Without a connection to it any
   * member passes the request on. If the member has left, the call fails, and its caller knows which member to ask next.
   */
  MEMBER: 128,
  /** The caller is told of each further attempt, and which member carried the call out. */
  TRACED: 256,
  /** The response comes undecoded, as `FRAMES`. */
  FRAMES: 512,
  /** The response may hold a page of rows, which comes as a `PAGE`. The member's cursor has moved: it is never sent twice. */
  PAGE: 1024,
  /** Goes only on the connection whose number is the target. What the request is about is lost with that connection. */
  CONNECTION: 2048,
  /**
   * The response comes as `WITH_CONNECTION`, with the number of the connection that it came by: what it opened on the member is lost with that
   * connection. It is never sent twice.
   */
  TELLS_CONNECTION: 4096,
  /**
   * The member runs a task of the caller's. An error that it reports may be the task's own, so the request is sent again only after one
   * that says that the task was not begun.
   */
  TASK: 8192,
} as const;
