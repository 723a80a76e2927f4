import {
  CHANNEL_OFFSET,
  FRAME_END,
  FRAME_HEAD,
  FRAME_OVERHEAD,
  FRAME_TAIL,
  FrameType,
  LENGTH_OFFSET,
  TYPE_OFFSET,
} from './frame-format.js';
import { readShort, readWord } from './integers.js';

/** Cuts what a server sends into frames. */
export class FrameReader {
  /** Type of the frame that `take` found last: one of `FrameType`. */
  type = 0;
  /** Number of the channel that the frame belongs to. */
  channel = 0;
  /** Where its payload lies. */
  payloadStart = 0;
  payloadEnd = 0;
  /** Bytes of the longest payload that is accepted; 0: no limit. The handshake may change it. */
  maxFrameSize: number;

  /** @param maxFrameSize bytes of the longest payload that is accepted; 0: no limit */
  constructor(maxFrameSize: number) {
    this.maxFrameSize = maxFrameSize;
  }

  /**
   * Finds the end of the frame that begins at `start` of `bytes[start, end)`. Throws `amqplib`'s errors for a frame that is too long, does not
   * end where it says, or is of an unknown type. A server that speaks another version of the protocol answers with a header of its own: read
   * as a frame, that is too long.
   *
   * @returns the offset behind the frame, or −1 if it is not all there: then the last frame's members stay
   */
  take(bytes: Buffer, start: number, end: number): number {
    if (end - start < FRAME_HEAD) return -1;
    const size = readWord(bytes, start + LENGTH_OFFSET);
    if (this.maxFrameSize > 0 && size > this.maxFrameSize)
      throw new Error(`Frame size ${size} exceeds maxFrameSize ${this.maxFrameSize}`);
    if (end - start < size + FRAME_OVERHEAD) return -1;
    const payloadStart = start + FRAME_HEAD;
    const payloadEnd = payloadStart + size;
    if (bytes[payloadEnd] !== FRAME_END) throw new Error('Invalid frame');
    const type = bytes[start + TYPE_OFFSET];
    if (!isKnown(type)) throw new Error(`Unknown frame type ${type}`);
    this.type = type;
    this.channel = readShort(bytes, start + CHANNEL_OFFSET);
    this.payloadStart = payloadStart;
    this.payloadEnd = payloadEnd;
    return payloadEnd + FRAME_TAIL;
  }
}

function isKnown(type: number): boolean {
  return (
    type === FrameType.METHOD ||
    type === FrameType.BODY ||
    type === FrameType.HEADER ||
    type === FrameType.HEARTBEAT
  );
}

export { FrameType, HEARTBEAT, PROTOCOL_HEADER } from './frame-format.js';
