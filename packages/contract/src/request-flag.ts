/** Bits of a request's flags. */
export const RequestFlag = {
  /**
   * Running it twice does what running it once does: may be sent again after its connection was lost. The floor's
   * `REPEATABLE_FLAG`.
   */
  RETRYABLE: 1,
  /** May rest on the member for as long as it likes (`lock`, `take`): gets bytes of its own, and no default deadline. */
  WAITS: 2,
  /** The response is for another thread than the caller's: it comes as one `RAW` message, whatever it holds. */
  RAW: 8,
  /** The response is one list of serialized values: it comes as a `LIST`. */
  LIST: 16,
  /**
   * The response stays here until a compute thread fetches it: the caller gets `VOID`, and not at once. The target is the
   * number of the call the request is a part of.
   */
  DEFERRED: 32,
  /** To the member whose tag is the target, if there is a connection to it; else to any. */
  PREFERS: 64,
  /**
   * To be carried out by the member whose tag is the target, which the request itself names, and by no other: without a
   * connection to it any member passes the request on. That the member has left is the end of the call: its caller knows
   * whom to ask next.
   */
  MEMBER: 128,
  /** Somebody wants to know what becomes of it: each further attempt is told of, and who carried it out. */
  TRACED: 256,
  /** The response comes as it is, whatever it holds: as `FRAMES`. */
  FRAMES: 512,
  /** The response may hold a page of rows, which comes as a `PAGE`. The member's cursor has moved: it is never sent twice. */
  PAGE: 1024,
  /** To be sent on the connection whose number is the target, and on no other: what it is about is gone with it. */
  CONNECTION: 2048,
} as const;
