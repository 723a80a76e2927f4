import { isUtf8 } from 'node:buffer';
import { isAsciiText } from '@offloop/runtime/bytes';
import { MAX_SHAPE_BYTES, MAX_SHAPES, SHAPE_KEY_BYTES } from '@offloop/contract/tape';

/** The most keys in the tree, and their bytes with quotes and colons. An application's documents have some hundred keys. */
const MAX_NODES: number = MAX_SHAPES;
const MAX_KEY_BYTES: number = 128 * 1024;

/** The most keys of one object. An object with more is a dictionary, whose next document has other keys. */
const MAX_KEYS = 128;

/** The most keys that may follow the same keys. */
const MAX_CHILDREN = 64;

/** Bytes that are compared together. */
const WORD = 4;

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** The node of an object without keys. In place of a key's node: there is none. */
export const ROOT = 0;

const PROTO: Buffer = Buffer.from('"__proto__":');

/**
 * The shapes of an application's objects. A node stands for the keys on the way to it, and remembers which key came next
 * the last time: that key is compared first, with its quotes and colon, and is the right one as a rule.
 *
 * Nodes and shapes are numbered as they come, so what a document has added can be taken back.
 */
export class ShapeTree {
  /** The offset behind the colon of the key that `next` has found, where its value begins. */
  behind = 0;
  /** Number of keys that may still be learned for the present document. */
  allowance = 0;
  #count = 1;
  /** Each node's key in `#keys`. */
  readonly #starts = new Int32Array(MAX_NODES);
  readonly #ends = new Int32Array(MAX_NODES);
  /** The node that came next the last time, by the one before; then the first ones of objects, by the key that these are under. */
  readonly #guesses = new Int32Array(2 * MAX_NODES);
  readonly #parents = new Int32Array(MAX_NODES);
  readonly #firstChild = new Int32Array(MAX_NODES);
  readonly #sibling = new Int32Array(MAX_NODES);
  readonly #depths = new Uint8Array(MAX_NODES);
  /** The number of each node's shape, plus one; 0 as long as no object ended there. */
  readonly #shapes = new Int32Array(MAX_NODES);
  readonly #shapeNodes: number[] = [];
  /** Bytes that all shapes count against `MAX_SHAPE_BYTES`: a key counts in each shape that it is in. */
  #shapeBytes = 0;
  #overflows = 0;
  /** With room for a word behind the last. */
  #keys: Buffer = Buffer.allocUnsafeSlow(4096);
  #keyWords: DataView = new DataView(this.#keys.buffer);

  /** Number of keys learned, with the root. */
  get nodes(): number {
    return this.#count;
  }

  /** Number of times there was no room for a key or a shape. */
  get overflows(): number {
    return this.#overflows;
  }

  /** Number of shapes. They are numbered from 0. */
  get shapes(): number {
    return this.#shapeNodes.length;
  }

  /**
   * Finds the node of the key at `bytes[at]` in an object whose keys so far are `node`, and learns a key that is new. Sets `behind`
   * to the beginning of the key's value.
   *
   * @param words the same memory as `bytes`. @param under the node of the key whose value the object is, or is in.
   * @returns the node; 0 when this is not a key, or one that no shape may have.
   */
  next(bytes: Buffer, words: DataView, at: number, node: number, under: number): number {
    const memory = node === ROOT ? MAX_NODES + under : node;
    const guess = this.#guesses[memory];
    const keys = this.#keyWords;
    let i = this.#starts[guess];
    let left = this.#ends[guess] - i;
    if (guess !== ROOT && at + left + WORD <= bytes.length) {
      let from = at;
      while (left > WORD && keys.getInt32(i, true) === words.getInt32(from, true)) {
        i += WORD;
        from += WORD;
        left -= WORD;
      }
      // What is not of the key in the last word does not count.
      const counts = -1 >>> (8 * (WORD - left));
      if (left <= WORD && ((keys.getInt32(i, true) ^ words.getInt32(from, true)) & counts) === 0) {
        this.behind = from + left;
        return guess;
      }
    }
    return (this.#guesses[memory] = this.#find(bytes, at, node));
  }

  /** Returns the number of the shape of an object whose keys are `node`; negative when there is no room for it. */
  shapeOf(node: number): number {
    const known = this.#shapes[node];
    if (known > 0) return known - 1;
    const bytes = this.#bytesOf(node);
    if (this.#shapeBytes + bytes > MAX_SHAPE_BYTES) {
      this.#overflows++;
      return -1;
    }
    this.#shapeBytes += bytes;
    this.#shapes[node] = this.#shapeNodes.push(node);
    return this.#shapeNodes.length - 1;
  }

  /** Returns the keys of a shape, as the text of a JSON array. */
  keysOf(shape: number): Buffer {
    const pieces: Buffer[] = [];
    for (let node = this.#shapeNodes[shape]; node !== ROOT; node = this.#parents[node])
      pieces.push(this.#keys.subarray(this.#starts[node], this.#ends[node] - 1), COMMA);
    pieces.pop();
    return Buffer.concat([OPEN, ...pieces.toReversed(), CLOSE]);
  }

  /** Forgets all nodes and shapes but the first so many, which were there before a document that had to stay text. */
  rollBack(nodes: number, shapes: number): void {
    while (this.#shapeNodes.length > shapes) {
      const node = this.#shapeNodes.pop()!;
      this.#shapes[node] = 0;
      this.#shapeBytes -= this.#bytesOf(node);
    }
    if (this.#count === nodes) return;
    while (this.#count > nodes) {
      const node = --this.#count;
      this.#firstChild[this.#parents[node]] = this.#sibling[node];
      this.#firstChild[node] = ROOT;
    }
    // The numbers of these nodes are given to other keys, which must not be guessed where these were.
    for (let i = 0; i < 2 * MAX_NODES; i++) if (this.#guesses[i] >= nodes) this.#guesses[i] = ROOT;
  }

  #find(bytes: Buffer, at: number, node: number): number {
    if (bytes[at] !== QUOTE) return ROOT;
    let end = at + 1;
    for (let byte = bytes[end]; byte !== QUOTE; byte = bytes[++end]) {
      if (!(byte >= SPACE) || byte === BACKSLASH || end - at > MAX_KEY_BYTES) return ROOT;
    }
    let behind = ++end;
    while (bytes[behind] === SPACE || (bytes[behind] >= 9 && bytes[behind] <= 13)) {
      // Vertical tabs and form feeds are not whitespace in JSON.
      if (bytes[behind] === 11 || bytes[behind] === 12) return ROOT;
      behind++;
    }
    if (bytes[behind] !== COLON) return ROOT;
    this.behind = behind + 1;
    const length = end - at;
    let children = 0;
    for (let child = this.#firstChild[node]; child !== ROOT; child = this.#sibling[child]) {
      if (this.#isKey(child, bytes, at, length)) return child;
      children++;
    }
    return this.#learn(bytes, at, length, node, children);
  }

  /** Returns true if the key of `node` is `bytes[at, at + length)`. */
  #isKey(node: number, bytes: Buffer, at: number, length: number): boolean {
    const start = this.#starts[node];
    if (this.#ends[node] - start - 1 !== length) return false;
    const keys = this.#keys;
    for (let i = 0; i < length; i++) if (keys[start + i] !== bytes[at + i]) return false;
    return true;
  }

  #learn(bytes: Buffer, at: number, length: number, parent: number, siblings: number): number {
    const node = this.#count;
    const start = node === 1 ? 0 : this.#ends[node - 1];
    const depth = this.#depths[parent] + 1;
    if (depth > MAX_KEYS || !this.#isPlain(bytes, at, length, parent)) return ROOT;
    if (node === MAX_NODES || siblings === MAX_CHILDREN || start + length + 1 > MAX_KEY_BYTES) {
      this.#overflows++;
      return ROOT;
    }
    if (this.allowance <= 0) return ROOT;
    this.allowance--;
    const needed = start + length + 1 + WORD;
    if (needed > this.#keys.length) this.#grow(start, needed);
    bytes.copy(this.#keys, start, at, at + length);
    this.#keys[start + length] = COLON;
    this.#starts[node] = start;
    this.#ends[node] = start + length + 1;
    this.#parents[node] = parent;
    this.#depths[node] = depth;
    this.#sibling[node] = this.#firstChild[parent];
    this.#firstChild[parent] = node;
    this.#count++;
    return node;
  }

  /** Returns true for the key of an ordinary property, which an object has in the order of the text, and only once. */
  #isPlain(bytes: Buffer, at: number, length: number, parent: number): boolean {
    // JavaScript moves keys that are array indexes to the front.
    let digits = 1;
    while (digits < length - 1 && bytes[at + digits] >= 0x30 && bytes[at + digits] <= 0x39) digits++;
    if (digits === length - 1 && length > 2) return false;
    if (length === PROTO.length - 1 && bytes.compare(PROTO, 0, length, at, at + length) === 0) return false;
    // Malformed bytes become U+FFFD, by which different keys would be the same.
    if (!isAsciiText(bytes, at, at + length) && !isUtf8(bytes.subarray(at, at + length))) return false;
    for (let node = parent; node !== ROOT; node = this.#parents[node]) {
      if (this.#isKey(node, bytes, at, length)) return false;
    }
    return true;
  }

  /** Bytes that the shape of an object whose keys are `node` counts. */
  #bytesOf(node: number): number {
    let bytes = 0;
    for (let at = node; at !== ROOT; at = this.#parents[at])
      bytes += this.#ends[at] - this.#starts[at] + SHAPE_KEY_BYTES;
    return bytes;
  }

  #grow(used: number, needed: number): void {
    const keys = Buffer.allocUnsafeSlow(
      Math.max(needed, Math.min(MAX_KEY_BYTES + WORD, 2 * this.#keys.length)),
    );
    this.#keys.copy(keys, 0, 0, used);
    this.#keys = keys;
    this.#keyWords = new DataView(keys.buffer);
  }
}

const OPEN: Buffer = Buffer.from('[');
const COMMA: Buffer = Buffer.from(',');
const CLOSE: Buffer = Buffer.from(']');
