import { behindLine, readDecimal } from '@offloop/runtime/bytes';

const CR = 13;
const LF = 10;
/** Most bytes of a line. Errors are shorter. */
const LONGEST_LINE = 65_536;

export const Type = { STRING: 0x2b, ERROR: 0x2d, INTEGER: 0x3a, BULK: 0x24, ARRAY: 0x2a } as const;

/**
 * Finds replies in bytes that come in pieces: RESP version 2, without arrays in arrays. Throws for bytes that are not a
 * reply.
 */
export class ReplyParser {
  /** Type of the reply that `parse` found last: its first byte. */
  type = 0;
  /**
   * Places of the reply's values: two offsets from its start for each, where it begins and where it ends; the second is −1 for a null. Only
   * an array has other than one value.
   */
  readonly ranges: number[] = [];
  readonly #maxBytes: number;
  /** Number of bytes read of a reply that is not complete. */
  #scanned = 0;
  #missing = 1;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Finds the end of the reply that begins at `start`. If the reply is not complete, call it again with more of its bytes, wherever they
   * lie then: it goes on where it stopped.
   *
   * @returns the offset behind the reply, or −1 if it is not complete
   */
  parse(bytes: Buffer, start: number, end: number): number {
    let at = start + this.#scanned;
    if (at === start) this.ranges.length = 0;
    while (this.#missing > 0) {
      const next = this.#value(bytes, start, at, end);
      if (next < 0) {
        if (end - start > this.#maxBytes) throw new Error(`a reply of over ${this.#maxBytes} bytes`);
        this.#scanned = at - start;
        return -1;
      }
      this.#missing--;
      at = next;
    }
    this.#scanned = 0;
    this.#missing = 1;
    return at;
  }

  #value(bytes: Buffer, start: number, at: number, end: number): number {
    const line = behindLine(bytes, at, end, LONGEST_LINE);
    if (line < 0) return -1;
    const type = bytes[at];
    const from = at + 1;
    if (at === start) this.type = type;
    else if (type !== Type.BULK && type !== Type.INTEGER)
      throw new Error(`an array with an element of type ${type}`);
    switch (type) {
      case Type.INTEGER:
      case Type.STRING:
      case Type.ERROR:
        if (type === Type.INTEGER) readDecimal(bytes, from, line - 2);
        this.ranges.push(from - start, line - 2 - start);
        return line;
      case Type.ARRAY: {
        const count = readDecimal(bytes, from, line - 2);
        if (count < -1) throw new Error('an array of no length');
        if (count === -1) {
          // What waited and got nothing: like a string that is not there.
          this.type = Type.BULK;
          this.ranges.push(line - start, -1);
          return line;
        }
        this.#missing += count;
        return line;
      }
      case Type.BULK: {
        const length = readDecimal(bytes, from, line - 2);
        if (length < 0) {
          this.ranges.push(line - start, -1);
          return line;
        }
        const next = line + length + 2;
        if (next > end) return -1;
        if (bytes[next - 2] !== CR || bytes[next - 1] !== LF) throw new Error('a string without its end');
        this.ranges.push(line - start, next - 2 - start);
        return next;
      }
      default:
        throw new Error(`a reply of type ${type}`);
    }
  }
}
