/**
 * The records of the two rings. Offsets are bytes from the start of a record's payload, which is 8-byte
 * aligned, so every int32 field here can be read as a word.
 */

/** Kinds of records in the request ring, from the caller to the thread. */
export const RequestKind = {
  /** A call: header, then the bytes of its message. */
  INVOKE: 1,
  /** A call too long to go inline: header only; its bytes wait on the spill port as the next transferred buffer. */
  INVOKE_SPILLED: 2,
  /** A call is given up (timeout, abort): its slot and generation. The thread must still write its terminal completion. */
  CANCEL: 3,
  /** A control message of the protocol as JSON text, in order with the calls around it. */
  CONTROL: 4,
  /** A control message too long to go inline: it is the next transferred buffer on the spill port. */
  CONTROL_SPILLED: 5,
  /** The agent has to settle every call and end. */
  SHUTDOWN: 6,
} as const;
export type RequestKind = (typeof RequestKind)[keyof typeof RequestKind];

export const REQUEST_SLOT_OFFSET = 0;
export const REQUEST_GENERATION_OFFSET = 4;
/** Offset of the flags: `REPEATABLE_FLAG` is the floor's, the other bits are the protocol's. */
export const REQUEST_FLAGS_OFFSET = 8;
/** Offset of the milliseconds until the call is given up; 0 for the protocol's own limit. */
export const REQUEST_TIMEOUT_OFFSET = 12;
/** Offset of an int32 for the protocol, such as where the call goes, or what it belongs to. */
export const REQUEST_TARGET_OFFSET = 16;
/** Offset of the message's length in bytes. A spilled message has it too, so that the thread can check what the port gave it. */
export const REQUEST_LENGTH_OFFSET = 20;
export const REQUEST_HEADER_LENGTH = 24;

/**
 * The floor's one bit of a request's flags: the call may run twice without harm. If the thread dies while its record is still in
 * the ring, the next thread gets it. Other calls that a dead thread may have seen reject.
 */
export const REPEATABLE_FLAG = 1;

/** All slots are below this number. A protocol may number things of its own from here on. */
export const SLOT_LIMIT = 0x40000000;

/** The largest generation of a slot, after which comes 0: 23 bits, so that a protocol can pack a byte of its own beside it. */
export const MAX_GENERATION: number = 2 ** 23 - 1;

/**
 * Kinds of records in the completion ring, from the thread to the caller. Each completes a call, except `EVENT` and `CONTROL`. A
 * protocol has kinds of its own from `FIRST_PROTOCOL_KIND` on.
 */
export const CompletionKind = {
  VOID: 1,
  NULL: 2,
  TRUE: 3,
  FALSE: 4,
  INT32: 5,
  FLOAT64: 6,
  /** Text the thread has checked to be ASCII. */
  ASCII: 7,
  /** Other text, in UTF-8. */
  UTF8: 8,
  BYTES: 9,
  /** The failure of the call, as JSON text. */
  ERROR: 10,
  /** An event, which belongs to no call; the slot is a number that the agent gives it. */
  EVENT: 11,
  /** A completion of another kind, whose body is in buffers on the spill port: see `SPILL_KIND_OFFSET`. */
  SPILL: 12,
  /** A control message of the protocol as JSON text, in order with the completions around it. */
  CONTROL: 13,
  /** An int64 that a number may not hold exactly: its low word, then its high one. */
  BIGINT: 14,
  /** Strings and nulls: see `LIST_COUNT_OFFSET`. */
  TEXT_LIST: 15,
  /** Byte strings and nulls, laid out as in `TEXT_LIST`. */
  BYTES_LIST: 16,
} as const;
export type CompletionKind = (typeof CompletionKind)[keyof typeof CompletionKind];

export const FIRST_PROTOCOL_KIND = 32;

/** Offset in the body of a list: the number of its elements. */
export const LIST_COUNT_OFFSET = 0;
/** Offset in the body of a list: 1 if all its text is ASCII. */
export const LIST_ASCII_OFFSET = 4;
/** Offset in the body of a list: each element's length in bytes, −1 for null. The elements' bytes follow, one behind the other. */
export const LIST_LENGTHS_OFFSET = 8;

export const COMPLETION_SLOT_OFFSET = 0;
export const COMPLETION_GENERATION_OFFSET = 4;
export const COMPLETION_BODY_OFFSET = 8;
/** Offset in a `SPILL` record: the kind of the completion whose body the port carries. */
export const SPILL_KIND_OFFSET: number = COMPLETION_BODY_OFFSET;
/** Offset in a `SPILL` record: the number of its buffers, which are the next ones on the port. */
export const SPILL_BUFFERS_OFFSET: number = COMPLETION_BODY_OFFSET + 4;
/** Offset in a `SPILL` record: the bytes of all its buffers. */
export const SPILL_LENGTH_OFFSET: number = COMPLETION_BODY_OFFSET + 8;
export const SPILL_BODY_LENGTH = 12;
