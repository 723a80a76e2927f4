import { type LinkPort } from '@offloop/runtime/thread';
import { copyBytes } from '@offloop/runtime/bytes';
import {
  BODY_LENGTH_OFFSET,
  CHANNEL_OFFSET,
  FLAGS_OFFSET,
  FRAME_END,
  FRAME_HEAD,
  FRAME_TAIL,
  LENGTH_OFFSET,
  TYPE_OFFSET,
} from '../wire/frame-format.js';
import { FrameType, type FrameReader } from '../wire/frame-reader.js';
import { readWord, writeShort, writeWord } from '../wire/integers.js';
import { BasicDeliver, BasicGetOk, BasicReturn } from '../wire/methods.js';
import { ProtocolError, ReplyCode } from './protocol-error.js';

/** Bytes of a header frame's payload, at least. */
const LEAST_HEADER = FLAGS_OFFSET + 2;
/** Bytes of the longest body: RabbitMQ cannot be configured to take a longer one. */
const LONGEST_BODY = 2 ** 29;
/** Bytes of all messages of a connection that have begun and not ended, at most. RabbitMQ sends one behind the other. */
const MOST_UNFINISHED = 2 * LONGEST_BODY;

/** A message whose body has not come to its end. */
interface Filling {
  /** All its frames; the last one is the body. */
  readonly message: Buffer<ArrayBuffer>;
  readonly bodyLength: number;
  /** Offsets where the next bytes of the body go, and where it ends. */
  at: number;
  readonly end: number;
}

/** Messages that have begun and not ended. It can be cloned. */
export interface Unfinished {
  readonly methods: readonly (Buffer | undefined)[];
  readonly fillings: readonly (Filling | undefined)[];
  readonly bytes: number;
}

/**
 * Puts the frames of messages together, for all channels of a connection. A message that came in one piece is passed on as it lies. Any other
 * is copied once, to where its header says that it will have room.
 */
export class Contents {
  readonly #reader: FrameReader;
  readonly #link: Pick<LinkPort<never, never, never>, 'frames' | 'whole'>;
  // Arrays by channel: a `Map` of which entries go as fast as they come makes its table anew again and again, in V8's old space.
  /** Frames of methods whose header has not come. */
  readonly #methods: (Buffer | undefined)[];
  readonly #fillings: (Filling | undefined)[];
  #unfinishedBytes: number;

  /**
   * @param reader the connection's: it has the frame that is to be taken
   * @param link gets the messages: a method, and behind it, if it has content, its header frame and, unless it is empty, one body frame,
   *   however long
   * @param begun what has come before, in another thread. Default: nothing
   */
  constructor(
    reader: FrameReader,
    link: Pick<LinkPort<never, never, never>, 'frames' | 'whole'>,
    begun?: Unfinished,
  ) {
    this.#reader = reader;
    this.#link = link;
    this.#methods = [...(begun?.methods ?? [])];
    this.#fillings = (begun?.fillings ?? []).map(
      (filling) => filling && { ...filling, message: ownMemory(filling.message) },
    );
    this.#unfinishedBytes = begun?.bytes ?? 0;
  }

  /** What has begun, for another thread to go on with. */
  get unfinished(): Unfinished {
    return { methods: this.#methods, fillings: this.#fillings, bytes: this.#unfinishedBytes };
  }

  /**
   * Takes the frame that the reader has just read of `bytes[…, end)`, and those of its message behind it if all of them are there. Throws a
   * `ProtocolError` for a frame that cannot come here.
   *
   * @returns the offset behind what was taken
   */
  take(bytes: Buffer, end: number): number {
    const { type, payloadStart, payloadEnd } = this.#reader;
    if (type === FrameType.METHOD) return this.#takeMethod(bytes, payloadStart, payloadEnd, end);
    if (type === FrameType.HEADER) this.#takeHeader(bytes, payloadStart, payloadEnd);
    else this.#takeBody(bytes, payloadStart, payloadEnd);
    return payloadEnd + FRAME_TAIL;
  }

  #takeMethod(bytes: Buffer, payloadStart: number, payloadEnd: number, end: number): number {
    const { channel } = this.#reader;
    this.#checkNothingBegun(channel);
    const start = payloadStart - FRAME_HEAD;
    const next = payloadEnd + FRAME_TAIL;
    let last = next;
    if (hasContent(readWord(bytes, payloadStart))) {
      last = this.#endOfMessage(channel, bytes, next, end);
      if (last < 0) {
        this.#methods[channel] = Buffer.from(bytes.subarray(start, next));
        this.#begin(next - start);
        return next;
      }
    }
    this.#link.frames(bytes, start, last);
    return last;
  }

  /** Returns the offset behind the message whose header is at `at`; −1 if it is not all there, or its body is not one frame. */
  #endOfMessage(channel: number, bytes: Buffer, at: number, end: number): number {
    const reader = this.#reader;
    const behindHeader = reader.take(bytes, at, end);
    if (behindHeader < 0 || !this.#isOf(channel, FrameType.HEADER)) return -1;
    const length = bodyLength(bytes, reader.payloadStart, reader.payloadEnd);
    if (length === 0) return behindHeader;
    const next = reader.take(bytes, behindHeader, end);
    if (next < 0 || !this.#isOf(channel, FrameType.BODY)) return -1;
    return reader.payloadEnd - reader.payloadStart === length ? next : -1;
  }

  #isOf(channel: number, type: number): boolean {
    return this.#reader.channel === channel && this.#reader.type === type;
  }

  #takeHeader(bytes: Buffer, payloadStart: number, payloadEnd: number): void {
    const { channel } = this.#reader;
    const method = this.#methods[channel];
    if (method === undefined) {
      this.#checkNothingBegun(channel);
      throw notBegun(`<BasicProperties channel:${channel}>`);
    }
    this.#methods[channel] = undefined;
    this.#unfinishedBytes -= method.length;
    const length = bodyLength(bytes, payloadStart, payloadEnd);
    const header = bytes.subarray(payloadStart - FRAME_HEAD, payloadEnd + FRAME_TAIL);
    const bodyFrame = method.length + header.length;
    const start = bodyFrame + FRAME_HEAD;
    const message = Buffer.allocUnsafeSlow(length === 0 ? bodyFrame : start + length + FRAME_TAIL);
    method.copy(message);
    header.copy(message, method.length);
    if (length === 0) {
      this.#link.whole(message);
      return;
    }
    // However many frames the body comes in, it goes on as one.
    message[bodyFrame + TYPE_OFFSET] = FrameType.BODY;
    writeShort(message, bodyFrame + CHANNEL_OFFSET, channel);
    writeWord(message, bodyFrame + LENGTH_OFFSET, length);
    message[start + length] = FRAME_END;
    this.#fillings[channel] = { message, bodyLength: length, at: start, end: start + length };
    this.#begin(length);
  }

  #takeBody(bytes: Buffer, payloadStart: number, payloadEnd: number): void {
    const { channel } = this.#reader;
    const filling = this.#fillings[channel];
    if (filling === undefined) {
      this.#checkNothingBegun(channel);
      throw notBegun(`<Content channel:${channel} size:NaN>`);
    }
    const at = filling.at;
    filling.at += payloadEnd - payloadStart;
    if (filling.at > filling.end)
      throw unexpected(`Too much content sent! Expected ${filling.bodyLength} bytes`);
    copyBytes(bytes, payloadStart, payloadEnd, filling.message, at);
    if (filling.at < filling.end) return;
    this.#fillings[channel] = undefined;
    this.#unfinishedBytes -= filling.bodyLength;
    this.#link.whole(filling.message);
  }

  #begin(bytes: number): void {
    this.#unfinishedBytes += bytes;
    if (this.#unfinishedBytes > MOST_UNFINISHED)
      throw unexpected(`Messages of ${this.#unfinishedBytes} bytes have begun and not ended`);
  }

  /** Throws if the next frame of a channel has to be another one, of a message that has begun. */
  #checkNothingBegun(channel: number): void {
    if (this.#methods[channel] !== undefined) throw unexpected('Expected headers frame after delivery');
    if (this.#fillings[channel] !== undefined) throw unexpected('Expected content frame after headers');
  }
}

/** What came from another thread may share its memory with other things, and a message is handed over with all of its memory. */
function ownMemory(message: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(message.length);
  message.copy(own);
  return own;
}

function hasContent(method: number): boolean {
  return method === BasicDeliver.id || method === BasicReturn.id || method === BasicGetOk.id;
}

function bodyLength(bytes: Buffer, payloadStart: number, payloadEnd: number): number {
  if (payloadEnd - payloadStart < LEAST_HEADER)
    throw new ProtocolError(ReplyCode.FRAME_ERROR, 'Invalid frame');
  const at = payloadStart + BODY_LENGTH_OFFSET;
  const length = readWord(bytes, at) * 2 ** 32 + readWord(bytes, at + 4);
  if (length > LONGEST_BODY) throw unexpected(`A message of ${length} bytes is over ${LONGEST_BODY}`);
  return length;
}

function notBegun(frame: string): ProtocolError {
  return unexpected(`Expected BasicDeliver or BasicReturn; got ${frame}`);
}

function unexpected(message: string): ProtocolError {
  return new ProtocolError(ReplyCode.UNEXPECTED_FRAME, message);
}
