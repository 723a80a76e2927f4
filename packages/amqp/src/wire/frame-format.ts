/** What a frame carries: its first byte. */
export const FrameType = { METHOD: 1, HEADER: 2, BODY: 3, HEARTBEAT: 8 } as const;

/** Bytes before a frame's payload: type, channel and length. */
export const FRAME_HEAD = 7;
/** Bytes behind it. */
export const FRAME_TAIL = 1;
/** The byte behind the payload. */
export const FRAME_END = 206;
/** Bytes of a frame around its payload. */
export const FRAME_OVERHEAD: number = FRAME_HEAD + FRAME_TAIL;

/** Offsets in a frame. */
export const TYPE_OFFSET = 0;
export const CHANNEL_OFFSET = 1;
export const LENGTH_OFFSET = 3;

/** Offsets in the payload of a header frame: class, body's length (64 bits), flags of the properties. */
export const BODY_LENGTH_OFFSET = 4;
export const FLAGS_OFFSET = 12;

/** Class of all methods with content. */
export const BASIC_CLASS = 60;

/** What a client sends first: its protocol and version. */
export const PROTOCOL_HEADER: Buffer = Buffer.from('AMQP\0\0\x09\x01', 'latin1');

export const HEARTBEAT: Buffer = Buffer.from([FrameType.HEARTBEAT, 0, 0, 0, 0, 0, 0, FRAME_END]);
