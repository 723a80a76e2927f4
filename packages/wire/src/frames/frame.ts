/*
 * A message is a sequence of frames; the one with FINAL ends it. All integers are little-endian.
 *
 *    0               4       6
 *   +---------------+-------+------------------+
 *   | length int32  | flags | content ...      |     length counts the 6 bytes of the header
 *   +---------------+-------+------------------+
 *
 * The first frame of a message is its initial frame. Its content, by offset:
 *
 *   request, event   type 0 | correlation id 4 | partition id 12   | fixed-size fields 16 ...
 *   response         type 0 | correlation id 4 | backup acks u8 12 | fixed-size fields 13 ...
 *
 * A fragment has a frame before that: an int64 fragmentation id, with BEGIN_FRAGMENT, END_FRAGMENT or neither.
 */

/** Bytes of a frame before its content. */
export const FRAME_HEADER_SIZE = 6;
/** Offset of the flags in a frame, in bytes. */
export const FRAME_FLAGS_OFFSET = 4;

export const FLAG_BEGIN_FRAGMENT = 0x8000;
export const FLAG_END_FRAGMENT = 0x4000;
/** Both fragment flags: the message is in one piece. */
export const FLAG_UNFRAGMENTED = 0xc000;
export const FLAG_FINAL = 0x2000;
export const FLAG_BEGIN_STRUCT = 0x1000;
export const FLAG_END_STRUCT = 0x0800;
export const FLAG_NULL = 0x0400;
export const FLAG_EVENT = 0x0200;
/** Flag of a request whose client counts backup acks itself. */
export const FLAG_BACKUP_AWARE = 0x0100;
export const FLAG_BACKUP_EVENT = 0x0080;
/** Bits that no version of the protocol has given a meaning. If one is set, the reader has lost the frame boundary. */
export const FLAGS_UNKNOWN = 0x007f;

// The offsets below are bytes from the start of the initial frame's content.
export const TYPE_OFFSET = 0;
export const CORRELATION_ID_OFFSET = 4;
export const PARTITION_ID_OFFSET = 12;
export const REQUEST_FIXED_FIELDS_OFFSET = 16;
export const RESPONSE_BACKUP_ACKS_OFFSET = 12;
export const RESPONSE_FIXED_FIELDS_OFFSET = 13;

/** Bytes of the int64 that identifies the message a fragment belongs to. */
export const FRAGMENTATION_ID_SIZE = 8;

/** Message type of a response that carries error holders instead of an answer. */
export const EXCEPTION_MESSAGE_TYPE = 0;
/** Partition id of a request that may go to any member. */
export const ANY_PARTITION = -1;

/** `CP2`, the bytes that a client sends before its first message. Do not write to this buffer. */
export const CONNECTION_PREAMBLE: Buffer = Buffer.from('CP2', 'latin1');

/** Longest message accepted unless configured otherwise, in bytes (512 MiB). */
export const DEFAULT_MAX_MESSAGE_BYTES: number = 512 * 1024 * 1024;
