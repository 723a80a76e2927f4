import {
  DEFAULT_MAX_MESSAGE_BYTES,
  FLAG_BEGIN_FRAGMENT,
  FLAG_END_FRAGMENT,
  FLAG_FINAL,
  FLAG_UNFRAGMENTED,
  FRAGMENTATION_ID_SIZE,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  RESPONSE_FIXED_FIELDS_OFFSET,
} from './frame.js';
import { FrameReader } from './frame-reader.js';
import type { MessageLimits } from './message-scanner.js';
import { ProtocolError } from './protocol-error.js';

export interface FragmentLimits extends MessageLimits {
  /** Most messages under assembly at the same time. Default 1024. */
  readonly maxPendingMessages?: number;
  /** Most bytes held for all messages under assembly. Default twice `maxMessageBytes`. */
  readonly maxPendingBytes?: number;
  /**
   * Called when a message is longer than the limit. `bytes`, valid until this returns, are its first frames, the initial one at
   * least; `leastLength` is what is known of its length, in bytes. Its further fragments are ignored. Default: a {@link
   * ProtocolError} is thrown.
   */
  readonly onTooLong?: (bytes: Buffer, leastLength: number) => void;
}

const NO_BYTES = Buffer.alloc(0);

/** Frames that have come of one message, without the fragmentation frames. */
interface Pending {
  bytes: Buffer;
  length: number;
  /** Offset of the last frame so far. Its FINAL flag counts only if no fragment follows. */
  lastFrame: number;
  /** True if the message is longer than the limit: nothing of it is kept, and the rest is ignored. */
  isSkipped: boolean;
}

/**
 * Puts fragmented messages together. Fragments of several messages may interleave; those of one message come in order. Each
 * connection needs an assembler of its own, as each sender chooses its own fragmentation ids.
 */
export class FragmentAssembler {
  readonly #maxMessageBytes: number;
  readonly #maxPendingMessages: number;
  readonly #maxPendingBytes: number;
  readonly #onTooLong: FragmentLimits['onTooLong'];
  readonly #pending = new Map<bigint, Pending>();
  readonly #reader = new FrameReader();
  #pendingBytes = 0;

  constructor(limits: FragmentLimits = {}) {
    this.#maxMessageBytes = limits.maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
    this.#maxPendingMessages = limits.maxPendingMessages ?? 1024;
    this.#maxPendingBytes = limits.maxPendingBytes ?? 2 * this.#maxMessageBytes;
    this.#onTooLong = limits.onTooLong;
  }

  /** Number of messages that have begun and not ended. */
  get pendingMessages(): number {
    return this.#pending.size;
  }

  /** Bytes held of messages that have begun and not ended. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /**
   * Takes the complete wire message in `bytes[start, end)` and copies what it keeps. Returns the whole message, in a
   * buffer of its own, when this was the last fragment. An unfragmented message is returned as a view.
   *
   * Throws {@link ProtocolError} when a message goes on or ends without a beginning, begins twice, or passes a limit.
   */
  add(bytes: Buffer, start: number, end: number): Buffer | undefined {
    const reader = this.#reader.reset(bytes, start, end);
    const part = this.#readPart(reader);
    if (part === FLAG_UNFRAGMENTED) return bytes.subarray(start, end);
    const id = bytes.readBigInt64LE(reader.contentStart);
    const message = part === FLAG_BEGIN_FRAGMENT ? this.#begin(id) : this.#find(id);
    if (!message.isSkipped) this.#append(message, reader, end);
    return part === FLAG_END_FRAGMENT ? this.#end(id, message) : undefined;
  }

  /**
   * Skips the message of a fragment that alone is longer than the limit: calls `onTooLong`, which must be set, and ignores the
   * rest of the message.
   *
   * The fragment's first whole frames lie in `bytes[start, end)`, and it has `leastLength` bytes or more.
   */
  skip(bytes: Buffer, start: number, end: number, leastLength: number): void {
    const reader = this.#reader.reset(bytes, start, end);
    const part = this.#readPart(reader);
    const id = bytes.readBigInt64LE(reader.contentStart);
    const message = part === FLAG_BEGIN_FRAGMENT ? this.#begin(id) : this.#find(id);
    if (!message.isSkipped) {
      this.#refuse(message, bytes, reader.contentEnd, end, message.length + leastLength);
    }
    if (part === FLAG_END_FRAGMENT) this.#pending.delete(id);
  }

  /** Puts the reader on the fragmentation frame. @returns the flags that tell which part of a message this is. */
  #readPart(reader: FrameReader): number {
    if (!reader.next()) throw new ProtocolError('Message has no frame');
    const part = reader.flags & FLAG_UNFRAGMENTED;
    const length = reader.contentEnd - reader.contentStart;
    if (part !== FLAG_UNFRAGMENTED && length < FRAGMENTATION_ID_SIZE) {
      throw new ProtocolError('Fragmentation frame is too short', { length });
    }
    return part;
  }

  #begin(id: bigint): Pending {
    if (this.#pending.has(id)) throw new ProtocolError('Fragmented message begins twice', { id: String(id) });
    if (this.#pending.size >= this.#maxPendingMessages) {
      throw new ProtocolError('Too many fragmented messages at once', { limit: this.#maxPendingMessages });
    }
    const message: Pending = { bytes: NO_BYTES, length: 0, lastFrame: -1, isSkipped: false };
    this.#pending.set(id, message);
    return message;
  }

  #find(id: bigint): Pending {
    const message = this.#pending.get(id);
    if (message === undefined) throw new ProtocolError('Fragment without a beginning', { id: String(id) });
    return message;
  }

  /** Copies the frames behind the fragmentation frame the reader stands on. */
  #append(message: Pending, reader: FrameReader, end: number): void {
    const from = reader.contentEnd;
    const size = end - from;
    const length = message.length + size;
    if (length > this.#maxMessageBytes) {
      this.#refuse(message, reader.bytes, from, end, length);
      return;
    }
    if (this.#pendingBytes + size > this.#maxPendingBytes) {
      throw new ProtocolError('Fragments held are more than the limit', {
        bytes: this.#pendingBytes + size,
        limit: this.#maxPendingBytes,
      });
    }
    let last = -1;
    while (reader.next()) last = reader.contentStart - FRAME_HEADER_SIZE - from;
    if (last === -1) return;
    if (length > message.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, message.bytes.length * 2));
      grown.set(message.bytes.subarray(0, message.length));
      message.bytes = grown;
    }
    message.bytes.set(reader.bytes.subarray(from, end), message.length);
    if (message.lastFrame !== -1) clearFinal(message.bytes, message.lastFrame);
    message.lastFrame = message.length + last;
    message.length = length;
    this.#pendingBytes += size;
  }

  /** Lets go of a message that is longer than the limit. @param from, end more of its frames, behind those kept. */
  #refuse(message: Pending, bytes: Buffer, from: number, end: number, leastLength: number): void {
    const limit = this.#maxMessageBytes;
    if (this.#onTooLong === undefined) {
      throw new ProtocolError('Message is longer than the limit', { length: leastLength, limit });
    }
    const isFirst = message.length === 0;
    const first = isFirst ? bytes.subarray(from, end) : message.bytes.subarray(0, message.length);
    this.#pendingBytes -= message.length;
    message.isSkipped = true;
    message.bytes = NO_BYTES;
    message.length = 0;
    checkInitialFrame(first);
    this.#onTooLong(first, leastLength);
  }

  #end(id: bigint, message: Pending): Buffer | undefined {
    this.#pending.delete(id);
    if (message.isSkipped) return undefined;
    this.#pendingBytes -= message.length;
    if (message.length === 0) throw new ProtocolError('Fragmented message is empty', { id: String(id) });
    const bytes = message.bytes;
    bytes[FRAME_FLAGS_OFFSET + 1] |= FLAG_UNFRAGMENTED >>> 8;
    bytes[message.lastFrame + FRAME_FLAGS_OFFSET + 1] |= FLAG_FINAL >>> 8;
    return bytes.subarray(0, message.length);
  }
}

/**
 * Cuts the message in `bytes[start, end)` into fragments of at most `maxFragmentBytes`, all headers included; a frame that is
 * longer than that makes a fragment of its own, since a frame is never cut. Returns the message itself, as a view, when it is
 * short enough. @param fragmentationId must be different for each message of the sender.
 */
export function fragmentMessage(
  bytes: Buffer,
  start: number,
  end: number,
  maxFragmentBytes: number,
  fragmentationId: bigint,
): Buffer[] {
  if (end - start <= maxFragmentBytes) return [bytes.subarray(start, end)];
  const reader = new FrameReader().reset(bytes, start, end);
  const room = maxFragmentBytes - FRAME_HEADER_SIZE - FRAGMENTATION_ID_SIZE;
  const cuts: number[] = [start];
  let lastFrame = start;
  const lastFrames: number[] = [];
  while (reader.next()) {
    const frame = reader.contentStart - FRAME_HEADER_SIZE;
    if (frame > cuts.at(-1)! && reader.contentEnd - cuts.at(-1)! > room) {
      cuts.push(frame);
      lastFrames.push(lastFrame);
    }
    lastFrame = frame;
  }
  lastFrames.push(lastFrame);
  if (cuts.length === 1) return [bytes.subarray(start, end)];
  cuts.push(end);
  return lastFrames.map((last, index) => {
    const from = cuts[index];
    const head = FRAME_HEADER_SIZE + FRAGMENTATION_ID_SIZE;
    const fragment = Buffer.allocUnsafe(head + cuts[index + 1] - from);
    const isLast = index === lastFrames.length - 1;
    const part = (index === 0 ? FLAG_BEGIN_FRAGMENT : 0) | (isLast ? FLAG_END_FRAGMENT : 0);
    fragment.writeInt32LE(head, 0);
    fragment.writeUInt16LE(part, FRAME_FLAGS_OFFSET);
    fragment.writeBigInt64LE(fragmentationId, FRAME_HEADER_SIZE);
    fragment.set(bytes.subarray(from, cuts[index + 1]), head);
    fragment[head + last - from + FRAME_FLAGS_OFFSET + 1] |= FLAG_FINAL >>> 8;
    return fragment;
  });
}

/** Throws ProtocolError unless the initial frame has the type and the correlation id, which `onTooLong` reads unchecked. */
function checkInitialFrame(bytes: Buffer): void {
  const length = bytes.length < FRAME_HEADER_SIZE ? 0 : bytes.readInt32LE(0);
  if (length < FRAME_HEADER_SIZE + RESPONSE_FIXED_FIELDS_OFFSET || length > bytes.length) {
    throw new ProtocolError('Initial frame is missing or too short', { length, available: bytes.length });
  }
}

function clearFinal(bytes: Buffer, frame: number): void {
  bytes[frame + FRAME_FLAGS_OFFSET + 1] &= ~(FLAG_FINAL >>> 8) & 0xff;
}
