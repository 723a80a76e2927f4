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
import type { FrameWriter } from './frame-writer.js';
import { writeShort, writeWord } from './integers.js';
import { Memory } from './memory.js';
import type { MethodSpec } from './method-spec.js';
import { refuseMethod, refuseProperties, writeHeader, writeMethod } from './method-writer.js';

/** Most bytes of a payload: its length is sent in 32 bits. */
const LONGEST_FRAME = 0xffff_ffff;

type Fields = Readonly<Record<string, unknown>>;

/** A `FrameWriter` of 64 KiB, and more while much is written. */
export class MemoryWriter implements FrameWriter {
  readonly #memory = new Memory();

  get length(): number {
    return this.#memory.at;
  }

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
    const frames = Math.ceil(content.length / longest);
    const start = this.#memory.at;
    try {
      this.#memory.reserve(2 * FIELDS_ROOM + content.length + frames * FRAME_OVERHEAD);
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

  take(): Buffer {
    return this.#memory.take();
  }

  #writeMethod(channel: number, spec: MethodSpec, fields: Fields): void {
    const start = this.#beginFrame(FrameType.METHOD, channel);
    writeMethod(this.#memory, spec, fields);
    this.#endFrame(start);
  }

  #writeHeader(channel: number, length: number, properties: Fields): void {
    const start = this.#beginFrame(FrameType.HEADER, channel);
    writeHeader(this.#memory, length, properties);
    this.#endFrame(start);
  }

  #writeBody(channel: number, content: Uint8Array, longest: number): void {
    const memory = this.#memory;
    for (let from = 0; from < content.length; from += longest) {
      const to = Math.min(from + longest, content.length);
      const start = this.#beginFrame(FrameType.BODY, channel);
      memory.bytes.set(to - from === content.length ? content : content.subarray(from, to), memory.at);
      memory.at += to - from;
      this.#endFrame(start);
    }
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

  #endFrame(start: number): void {
    const memory = this.#memory;
    writeWord(memory.bytes, start - FRAME_HEAD + LENGTH_OFFSET, memory.at - start);
    memory.bytes[memory.at++] = FRAME_END;
  }
}
