import { CompletionKind } from '@offloop/contract';
import {
  LIST_BOUNDARIES_OFFSET,
  LIST_TABLE_LENGTH_OFFSET,
  listKindsOffset,
  listPlacesOffset,
} from '@offloop/contract/list';
import { FrameReader } from '@offloop/wire';
import type { LazySource } from './read-only-lazy-list.js';
import type { ShapeTable } from './tape/shape-table.js';
import type { ValueReader } from './value-reader.js';

/** The serialized elements of a `LIST` completion: each is found by the worker's table, and decoded when asked for. */
export class ValueList<T = unknown> implements LazySource<T> {
  readonly length: number;
  readonly #table: Buffer;
  readonly #tableStart: number;
  readonly #kindsStart: number;
  readonly #placesStart: number;
  readonly #message: Buffer;
  readonly #messageStart: number;
  readonly #reader: ValueReader;
  /** The shapes of the worker that has sent the list: another may have its place when an element is asked for. */
  readonly #shapes: ShapeTable;
  /** All memory of `#table`, once there is a tape to read. */
  #words: Int32Array | undefined;

  private constructor(
    table: Buffer,
    tableStart: number,
    message: Buffer,
    messageStart: number,
    reader: ValueReader,
    shapes: ShapeTable,
  ) {
    this.length = table.readInt32LE(tableStart);
    this.#table = table;
    this.#tableStart = tableStart + LIST_BOUNDARIES_OFFSET;
    this.#kindsStart = tableStart + listKindsOffset(this.length);
    this.#placesStart = tableStart + listPlacesOffset(this.length);
    this.#message = message;
    this.#messageStart = messageStart;
    this.#reader = reader;
    this.#shapes = shapes;
  }

  /** Where the message begins, by which boundaries count. */
  get messageStart(): number {
    return this.#messageStart;
  }

  /** A whole body in one piece, from `start` on. @param shapes that were announced before the list. */
  static inline(bytes: Buffer, start: number, reader: ValueReader, shapes: ShapeTable): ValueList {
    const messageStart = start + bytes.readInt32LE(start + LIST_TABLE_LENGTH_OFFSET);
    return new ValueList(bytes, start, bytes, messageStart, reader, shapes);
  }

  /** The two buffers of a spilled one. @param shapes that were announced before the list. */
  static spilled(table: Buffer, message: Buffer, reader: ValueReader, shapes: ShapeTable): ValueList {
    return new ValueList(table, 0, message, 0, reader, shapes);
  }

  /** Bytes up to the end of the elements before `index`, counted from the message's start. */
  bytesBefore(index: number): number {
    return this.#table.readInt32LE(this.#tableStart + 4 * index);
  }

  /** Element `index`, decoded anew each time. Throws HazelcastSerializationError. */
  at(index: number): T {
    return this.read(index, this.bytesBefore(index), this.bytesBefore(index + 1)) as T;
  }

  /** Decodes one element, where `bytesBefore` of it and of the next one are known already. */
  read(index: number, start: number, end: number): unknown {
    const messageStart = this.#messageStart;
    const table = this.#table;
    const kind = table[this.#kindsStart + index];
    const frame = messageStart + start;
    if (kind !== CompletionKind.TAPE) {
      return this.#reader.readElement(kind, this.#message, frame, messageStart + end);
    }
    const places = this.#placesStart;
    const tape = places + table.readInt32LE(places + 4 * index);
    this.#words ??= new Int32Array(table.buffer, 0, table.buffer.byteLength >> 2);
    return this.#reader.readTaped(
      this.#words,
      table,
      tape,
      this.#message,
      frame,
      messageStart + end,
      this.#shapes,
    );
  }

  /** The frames of the response: before the first is the initial one. Of a list of its own memory. */
  frames(): FrameReader {
    return new FrameReader().reset(this.#message, this.#messageStart, this.#message.length);
  }

  /** The frames behind the elements, of which the next is the one that ends the list. Of a list of its own memory. */
  framesBehind(): FrameReader {
    const start = this.#messageStart + this.bytesBefore(this.length);
    return new FrameReader().reset(this.#message, start, this.#message.length);
  }

  /** Throws SchemaAbsent for an element that is a Compact value of a schema that is not known yet. */
  requireSchemas(): void {
    const kinds = this.#table.subarray(this.#kindsStart, this.#kindsStart + this.length);
    let index = kinds.indexOf(CompletionKind.DATA);
    while (index >= 0) {
      const start = this.#messageStart + this.bytesBefore(index);
      this.#reader.requireSchemas(this.#message, start, this.#messageStart + this.bytesBefore(index + 1));
      index = kinds.indexOf(CompletionKind.DATA, index + 1);
    }
  }
}
