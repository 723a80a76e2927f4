import type { CompletionWriter } from '@offloop/runtime/thread';
import { copyBytes } from '@offloop/runtime/bytes';
import {
  DATA_TYPE_OFFSET,
  eventIds,
  eventValues,
  FLAG_BEGIN_STRUCT,
  FLAG_END_STRUCT,
  FLAG_NULL,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  messages,
  TYPE_OFFSET,
  TypeId,
  type ServiceSpec,
} from '@offloop/wire';
import { CompletionKind, DATA_BODY_OFFSETS } from '@offloop/contract';
import type { JsonTapes } from './tape/json-tapes.js';
import { ValueTable } from './value-table.js';

/** Offset of the message type from the start of an event's message. */
const MESSAGE_TYPE_OFFSET: number = FRAME_HEADER_SIZE + TYPE_OFFSET;
const STRUCT_MARKS: number = FLAG_BEGIN_STRUCT | FLAG_END_STRUCT;

/** The number of values that an event begins with, by the type of its message. */
const VALUES = new Map<number, number>();
for (const service of Object.values<ServiceSpec>(messages)) {
  for (const spec of Object.values(service)) {
    for (const [name, id] of Object.entries(eventIds(spec))) VALUES.set(id, eventValues(spec, name).length);
  }
}

/**
 * Writes events for the caller. An event with a JSON value that is worth a tape gets a table of its values in front of its message, as
 * a list does, and the inverted number of its listener (`~number`). Any other event goes as it has come.
 */
export class EventWriter {
  readonly #to: CompletionWriter;
  readonly #tapes: JsonTapes | undefined;
  readonly #table: ValueTable;
  #recent = 0;
  #scratch: Buffer = Buffer.alloc(0);

  /** @param tapes makes tapes of JSON values; undefined: they stay text. @param littleEndian the byte order of payloads. */
  constructor(to: CompletionWriter, tapes: JsonTapes | undefined, littleEndian: boolean) {
    this.#to = to;
    this.#tapes = tapes;
    this.#table = new ValueTable(littleEndian, tapes);
  }

  /** Returns the number of events with a JSON document since the last call. */
  takeRecent(): number {
    const recent = this.#recent;
    this.#recent = 0;
    return recent;
  }

  /** Writes the event in `bytes[start, end)`. @param registration the number of its listener. */
  write(registration: number, bytes: Buffer, start: number, end: number): void {
    const values =
      this.#tapes === undefined ? 0 : (VALUES.get(bytes.readInt32LE(start + MESSAGE_TYPE_OFFSET)) ?? 0);
    const first = start + bytes.readInt32LE(start);
    if (values > 0 && this.#hasDocument(bytes, first, end, values)) {
      this.#recent++;
      if (this.#fillTable(bytes, start, first, values))
        return this.#writeWithTable(registration, bytes, start, end);
    }
    this.#to.event(registration, bytes, start, end);
  }

  /** Returns true if the frames from `at` on are so many values, with a document among them that is long enough for a tape. */
  #hasDocument(bytes: Buffer, at: number, end: number, values: number): boolean {
    const shortest = FRAME_HEADER_SIZE + DATA_BODY_OFFSETS[CompletionKind.JSON] + (this.#tapes?.from ?? 0);
    let found = false;
    for (let left = values; left > 0; left--) {
      if (end - at < FRAME_HEADER_SIZE) return false;
      const length = bytes.readInt32LE(at);
      if (length < FRAME_HEADER_SIZE || length > end - at) return false;
      if ((bytes.readUInt16LE(at + FRAME_FLAGS_OFFSET) & STRUCT_MARKS) !== 0) return false;
      found ||=
        length >= shortest && bytes.readInt32BE(at + FRAME_HEADER_SIZE + DATA_TYPE_OFFSET) === TypeId.JSON;
      at += length;
    }
    return found;
  }

  /** @returns whether there is a tape in it. */
  #fillTable(bytes: Buffer, start: number, first: number, values: number): boolean {
    const table = this.#table;
    table.begin(start);
    let at = first;
    for (let left = values; left > 0; left--) {
      const end = at + bytes.readInt32LE(at);
      if ((bytes.readUInt16LE(at + FRAME_FLAGS_OFFSET) & FLAG_NULL) !== 0) table.addNull(at);
      else table.add(bytes, at, end);
      at = end;
    }
    table.end(at);
    return table.hasTapes;
  }

  #writeWithTable(registration: number, bytes: Buffer, start: number, end: number): void {
    const to = this.#to;
    const length = this.#table.length + end - start;
    if (length > to.longestBody) {
      const whole = new ArrayBuffer(length);
      this.#writeTo(Buffer.from(whole), bytes, start, end);
      to.handOverWhole(CompletionKind.EVENT, ~registration, 0, [whole]);
      return;
    }
    if (length > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(2 * length);
    this.#writeTo(this.#scratch, bytes, start, end);
    to.event(~registration, this.#scratch, 0, length);
  }

  #writeTo(target: Buffer, bytes: Buffer, start: number, end: number): void {
    this.#table.writeTo(target, 0);
    copyBytes(bytes, start, end, target, this.#table.length);
  }
}
