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

/** The serialized elements of a `LIST` completion. The worker's table tells where each is; it is decoded when it is read. */
export class ValueList<T = unknown> implements LazySource<T> {
  readonly length: number;
  readonly #table: Buffer;
  readonly #tableStart: number;
  readonly #kindsStart: number;
  readonly #placesStart: number;
  readonly #message: Buffer;
  readonly #messageStart: number;
  readonly #reader: ValueReader;
  /** Shapes of the worker that sent the list: another worker may have taken its place when an element is read. */
  readonly #shapes: ShapeTable;
  /** All memory of `#table`, once a tape was read. */
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

  /** Offset at which the message begins. Boundaries count from it. */
  get messageStart(): number {
    return this.#messageStart;
  }

  /** Makes a list of a body in one piece, from `start` on. @param shapes the shapes that were announced before the list. */
  static inline(bytes: Buffer, start: number, reader: ValueReader, shapes: ShapeTable): ValueList {
    const messageStart = start + bytes.readInt32LE(start + LIST_TABLE_LENGTH_OFFSET);
    return new ValueList(bytes, start, bytes, messageStart, reader, shapes);
  }

  /** Makes a list of the two buffers of a spilled body. @param shapes the shapes that were announced before the list. */
  static spilled(table: Buffer, message: Buffer, reader: ValueReader, shapes: ShapeTable): ValueList {
    return new ValueList(table, 0, message, 0, reader, shapes);
  }

  /** Returns where the elements before `index` end, in bytes from the message's start. */
  bytesBefore(index: number): number {
    return this.#table.readInt32LE(this.#tableStart + 4 * index);
  }

  /** Decodes element `index`, anew each time. Throws HazelcastSerializationError. */
  at(index: number): T {
    return this.read(index, this.bytesBefore(index), this.bytesBefore(index + 1)) as T;
  }

  /** Decodes one element whose `bytesBefore`, and that of the next one, are known already. */
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

  /** Returns a reader before the response's initial frame. Only for a list with memory of its own. */
  frames(): FrameReader {
    return new FrameReader().reset(this.#message, this.#messageStart, this.#message.length);
  }

  /** Returns a reader before the frame that ends the list. Only for a list with memory of its own. */
  framesBehind(): FrameReader {
    const start = this.#messageStart + this.bytesBefore(this.length);
    return new FrameReader().reset(this.#message, start, this.#message.length);
  }

  /** Throws SchemaAbsent if an element is a Compact value whose schema is not known yet. */
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
