/**
 * What the records of the two rings mean. Offsets are bytes from the start of a record's payload, which is 8-byte
 * aligned, so every int32 field here can be read as a word.
 */

/** Records of the request ring, caller → worker. */
export const RequestKind = {
  /** A call: header, then the final wire bytes of its message. */
  INVOKE: 1,
  /** A call too long to go inline: header only; its wire bytes wait on the spill port as the next transferred buffer. */
  INVOKE_SPILLED: 2,
  /** The caller has lost interest (timeout, abort): slot and generation. The worker still owes the terminal completion. */
  CANCEL: 3,
  /** A control message as JSON text, in order with the calls around it. */
  CONTROL: 4,
  /** A control message too long to go inline: it is the next transferred buffer on the spill port. */
  CONTROL_SPILLED: 5,
} as const;
export type RequestKind = (typeof RequestKind)[keyof typeof RequestKind];

export const REQUEST_SLOT_OFFSET = 0;
export const REQUEST_GENERATION_OFFSET = 4;
export const REQUEST_FLAGS_OFFSET = 8;
/** Milliseconds until the worker gives the call up, 0 for the client-wide invocation timeout. */
export const REQUEST_TIMEOUT_OFFSET = 12;
/**
 * What `REQUEST_FLAGS` say it is: the number of a connection (`BOUND`), the tag of a member's UUID (`PREFERS`), or the number of
 * the call the request is a part of (`SHELVED`).
 */
export const REQUEST_TARGET_OFFSET = 16;
/** Bytes of the wire message; of a spilled one too, so that the worker can check what the port gave it. */
export const REQUEST_WIRE_LENGTH_OFFSET = 20;
export const REQUEST_HEADER_LENGTH = 24;

/** Bits of `REQUEST_FLAGS`. */
export const RequestFlag = {
  /** Running it twice does what running it once does: may be sent again after its connection was lost. */
  RETRYABLE: 1,
  /** May rest on the member for as long as it likes (`lock`, `take`): gets bytes of its own, and no default deadline. */
  WAITS: 2,
  /** Bound to the connection `REQUEST_TARGET` names; never sent anywhere else. */
  BOUND: 4,
  /** The response is for another thread than the caller's: it comes as one `RAW` message, whatever it holds. */
  RAW: 8,
  /** The response stays in the worker until a compute thread fetches it: the caller gets `VOID`, and not at once. */
  SHELVED: 32,
  /** To the member whose tag `REQUEST_TARGET` has, if there is a connection to it; else to any. */
  PREFERS: 64,
  /** The response is one list of serialized values: it comes as a `LIST`. */
  LIST: 16,
} as const;

/** Records of the completion ring, worker → caller. Each completes a call, except `EVENT` and `CONTROL`. */
export const CompletionKind = {
  VOID: 1,
  NULL: 2,
  TRUE: 3,
  FALSE: 4,
  INT32: 5,
  INT64: 6,
  FLOAT64: 7,
  /** Text the worker has checked to be ASCII: one `latin1Slice`. */
  ASCII: 8,
  /** Other text: one `utf8Slice`. */
  UTF8: 9,
  BYTES: 10,
  /** The text of a JSON value. */
  JSON: 11,
  /** A whole serialized value (with its header) only the caller's serializers can read. */
  DATA: 12,
  /** A whole response message without a hot path. */
  FRAMES: 13,
  /** `{code, message, details}` as JSON text. */
  ERROR: 14,
  /** A whole event message; the slot is its registration's number. */
  EVENT: 15,
  /** The payload of another kind, too long to go inline: see `SPILL_KIND_OFFSET`. */
  SPILL: 16,
  /** A control message as JSON text, in order with the completions around it. */
  CONTROL: 17,
  /** A whole response message nobody has looked into. Only ever in a `SPILL`, so that its reader can pass the buffer on. */
  RAW: 18,
  /** A list of serialized values with the table of its elements: see `list-record.ts`. */
  LIST: 19,
  /** A JSON value that the worker has parsed and packed, complete in itself. */
  PACKED: 20,
} as const;
export type CompletionKind = (typeof CompletionKind)[keyof typeof CompletionKind];

export const COMPLETION_SLOT_OFFSET = 0;
export const COMPLETION_GENERATION_OFFSET = 4;
export const COMPLETION_BODY_OFFSET = 8;
/** In the body of a `SPILL`: the kind of what the port carries; the buffer is the next one on the spill port. */
export const SPILL_KIND_OFFSET: number = COMPLETION_BODY_OFFSET;
/** In the body of a `SPILL`: its length in bytes. */
export const SPILL_LENGTH_OFFSET: number = COMPLETION_BODY_OFFSET + 4;

/**
 * The protocol's 64-bit correlation id is the address of a pending call, so that no thread keeps a map:
 * the low word is the slot, the high word `generation << 8 | attempt`. Generations stay below 2²³, so the high word is
 * never negative and the id never −1, which the protocol reserves.
 */
export const MAX_GENERATION: number = 2 ** 23 - 1;
export const MAX_ATTEMPT = 255;

/** Slots from here on are the worker's own calls (authentication, heartbeats, listeners). */
export const INTERNAL_SLOT_BASE = 0x40000000;

/** @returns the high word of the correlation id. */
export function correlationHigh(generation: number, attempt: number): number {
  return (generation << 8) | attempt;
}

export function generationOf(correlationHighWord: number): number {
  return correlationHighWord >>> 8;
}

export function attemptOf(correlationHighWord: number): number {
  return correlationHighWord & 0xff;
}
