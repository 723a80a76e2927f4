import { FIELDS_ROOM } from './field-writer.js';
import {
  CHANNEL_OFFSET,
  FRAME_END,
  FRAME_HEAD,
  FRAME_OVERHEAD,
  FrameType,
  LENGTH_OFFSET,
  TYPE_OFFSET,
} from './frame-format.js';
import { writeShort, writeWord } from './integers.js';
import { Memory } from './memory.js';
import type { Fields, MethodSpec } from './method-spec.js';
import { refuseMethod, refuseProperties, writeHeader, writeMethod } from './method-writer.js';

/** Most bytes of a payload: its length is sent in 32 bits. */
const LONGEST_FRAME = 0xffff_ffff;
/** Bytes of a body frame from which on it is a part of its own. Shorter ones are sooner copied than made a call of their own. */
const LONG_BODY = 4096;

/** A body that lies elsewhere. */
interface Body {
  /** Where it belongs in the memory. */
  readonly at: number;
  readonly bytes: Buffer;
}

/**
 * Writes frames into memory of 64 KiB, and more while much is written, one behind the other. A method that cannot be encoded leaves nothing: the
 * error is thrown, and what was written before stays.
 */
export class FrameWriter {
  readonly #memory = new Memory();
  #bodies: Body[] = [];
  #bodyBytes = 0;
  #begun = 0;

  /** How often it has begun anew. */
  get begun(): number {
    return this.#begun;
  }

  /** Bytes written and not taken yet. */
  get length(): number {
    return this.#memory.at + this.#bodyBytes;
  }

  /** True if a content was long and was not copied: `parts` or `take` has to be called before the application may change it. */
  get isUrgent(): boolean {
    return this.#bodies.length > 0;
  }

  /** Writes a method without content. Throws `amqplib`'s errors for arguments of a wrong type. */
  method(channel: number, spec: MethodSpec, fields: Fields): void {
    const start = this.#memory.at;
    try {
      this.#memory.reserve(FIELDS_ROOM);
      this.#writeMethod(channel, spec, fields);
    } catch (error) {
      this.#memory.at = start;
      refuseMethod(this.#memory, spec, fields);
      throw error;
    }
  }

  /** Writes a method over one of the same length. @param at what `length` was before that was written, since when the writer has not begun anew */
  rewrite(at: number, channel: number, spec: MethodSpec, fields: Fields): void {
    const memory = this.#memory;
    const end = memory.at;
    memory.at = at;
    try {
      this.#writeMethod(channel, spec, fields);
    } finally {
      memory.at = end;
    }
  }

  /**
   * Writes a method with its content: a header frame and as many body frames as `frameMax` asks for. A long content is not copied yet: see
   * `isUrgent`.
   *
   * @param frameMax bytes of the longest frame; 0: no limit
   */
  content(
    channel: number,
    spec: MethodSpec,
    fields: Fields,
    properties: Fields,
    content: Uint8Array,
    frameMax: number,
  ): void {
    const longest = (frameMax === 0 ? LONGEST_FRAME : frameMax) - FRAME_OVERHEAD;
    if (longest <= 0)
      throw new Error(`Cannot send content: frameMax ${frameMax} leaves no room for a body frame`);
    const start = this.#memory.at;
    try {
      this.#memory.reserve(2 * FIELDS_ROOM);
      this.#writeMethod(channel, spec, fields);
      this.#writeHeader(channel, content.length, properties);
    } catch (error) {
      this.#memory.at = start;
      refuseMethod(this.#memory, spec, fields);
      refuseProperties(this.#memory, properties);
      throw error;
    }
    this.#writeBody(channel, content, longest);
  }

  /** What was written, in parts, which hold until anything else is written. Long contents are parts of their own. */
  parts(): Buffer[] {
    const { bytes, at } = this.#memory;
    const parts: Buffer[] = [];
    let start = 0;
    for (const body of this.#bodies) {
      parts.push(bytes.subarray(start, body.at), body.bytes);
      start = body.at;
    }
    parts.push(bytes.subarray(start, at));
    return parts;
  }

  /** Begins anew. */
  clear(): void {
    this.#begun++;
    this.#memory.clear();
    if (!this.isUrgent) return;
    this.#bodies = [];
    this.#bodyBytes = 0;
  }

  /** Returns what was written, as memory of its own, and begins anew. */
  take(): Buffer {
    const taken = this.isUrgent ? Buffer.concat(this.parts(), this.length) : this.#memory.take();
    this.clear();
    return taken;
  }

  #writeMethod(channel: number, spec: MethodSpec, fields: Fields): void {
    const start = this.#beginFrame(FrameType.METHOD, channel);
    writeMethod(this.#memory, spec, fields);
    this.#endFrame(start, this.#memory.at - start);
  }

  #writeHeader(channel: number, length: number, properties: Fields): void {
    const start = this.#beginFrame(FrameType.HEADER, channel);
    writeHeader(this.#memory, length, properties);
    this.#endFrame(start, this.#memory.at - start);
  }

  #writeBody(channel: number, content: Uint8Array, longest: number): void {
    const frames = Math.ceil(content.length / longest);
    const copied = longest < LONG_BODY ? content.length : Math.min(content.length, LONG_BODY);
    this.#memory.reserve(copied + frames * FRAME_OVERHEAD);
    for (let from = 0; from < content.length; from += longest) {
      const to = Math.min(from + longest, content.length);
      const start = this.#beginFrame(FrameType.BODY, channel);
      if (to - from < LONG_BODY) this.#copyBody(content, from, to);
      else this.#holdBody(content, from, to);
      this.#endFrame(start, to - from);
    }
  }

  #copyBody(content: Uint8Array, from: number, to: number): void {
    const memory = this.#memory;
    memory.bytes.set(to - from === content.length ? content : content.subarray(from, to), memory.at);
    memory.at += to - from;
  }

  #holdBody({ buffer, byteOffset }: Uint8Array, from: number, to: number): void {
    this.#bodies.push({ at: this.#memory.at, bytes: Buffer.from(buffer, byteOffset + from, to - from) });
    this.#bodyBytes += to - from;
  }

  /** Returns where its payload begins. */
  #beginFrame(type: number, channel: number): number {
    const memory = this.#memory;
    const { bytes, at } = memory;
    bytes[at + TYPE_OFFSET] = type;
    writeShort(bytes, at + CHANNEL_OFFSET, channel);
    memory.at = at + FRAME_HEAD;
    return memory.at;
  }

  /** @param length bytes of its payload */
  #endFrame(start: number, length: number): void {
    const memory = this.#memory;
    writeWord(memory.bytes, start - FRAME_HEAD + LENGTH_OFFSET, length);
    memory.bytes[memory.at++] = FRAME_END;
  }
}
