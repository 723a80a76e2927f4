import { RECORD_HEADER_LENGTH } from './layout.js';

/** One thread's views of a ring's shared memory, by which its two ends write and read. */
export class RingMemory {
  readonly buffer: SharedArrayBuffer;
  /** Bytes for records, a power of two. */
  readonly capacity: number;
  /** The longest payload that goes inline, bytes; a longer one has to spill. */
  readonly maxPayloadLength: number;
  /** The whole buffer as bytes; payload offsets index into this. */
  readonly bytes: Buffer;
  /** The whole buffer as int32 words, for the shared words and for aligned payload fields. */
  readonly words: Int32Array;
  /** The whole buffer for integers that need not be aligned. */
  readonly view: DataView;

  protected constructor(buffer: SharedArrayBuffer, capacity: number) {
    this.buffer = buffer;
    this.capacity = capacity;
    // An eighth: with it a record always fits once the consumer has caught up, wherever the wrap falls.
    this.maxPayloadLength = capacity / 8 - RECORD_HEADER_LENGTH;
    this.bytes = Buffer.from(buffer);
    this.words = new Int32Array(buffer);
    this.view = new DataView(buffer);
  }
}
