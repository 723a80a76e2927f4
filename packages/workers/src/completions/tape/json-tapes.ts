import { Refusals } from './refusals.js';
import { ShapeTree } from './shape-tree.js';
import { TapeShare, type TapeLoad } from './tape-share.js';
import { TapeWriter } from './tape-writer.js';

/** Bytes of the shortest document that becomes a tape: its kind is told by them. */
const SHORTEST_TAPED = 8;

/** Bytes of the longest document that becomes a tape. V8 never moves the young values of a longer text, but those of its tape. */
const LONGEST_TAPED: number = 128 * 1024;

/**
 * The most keys that may be learned on credit, and the bytes of text with known keys that earn one more: learning a key, and making
 * its objects one property at a time, costs what a tape saves on so many bytes.
 */
const MOST_CREDIT = 2048;
const BYTES_A_KEY = 256;

/** Keys earned by a document that had to stay text, so that documents with many new keys become tapes in the end. */
const KEYS_A_REFUSAL = 2;

/**
 * After so many documents whose keys found no room in the tree it begins anew. Each time the number doubles, up to a limit: a new
 * tree that is soon as full has its shapes announced and compiled for nothing.
 */
const MANY_OVERFLOWS = 128;
const MOST_OVERFLOWS: number = 64 * MANY_OVERFLOWS;

/** The message that tells the caller the keys of a shape, before the first record with it. */
export interface ShapeAnnouncement {
  readonly type: 'shape';
  /** Number of the shape, counted from 0. The number 0 begins a new list of shapes. */
  readonly number: number;
  readonly keys: readonly string[];
}

/**
 * Makes tapes of JSON texts where that pays. It recognises documents whose keys do not come again: their keys use up credit that only
 * known keys earn.
 */
export class JsonTapes {
  /** Bytes of the shortest text that becomes a tape. */
  readonly from: number;
  readonly #announce: (shape: ShapeAnnouncement) => void;
  readonly #onTaped: () => void;
  readonly #share: TapeShare;
  readonly #refusals = new Refusals();
  #tree = new ShapeTree();
  #writer = new TapeWriter(this.#tree);
  #credit = MOST_CREDIT;
  #trees = 1;

  /**
   * @param from bytes of the shortest text that becomes a tape. @param announce runs for each shape before its first use.
   * @param onTaped runs for each tape. @param load tells how busy both threads are: a worker that others wait for leaves texts to
   *   the caller.
   */
  constructor(
    from: number,
    announce: (shape: ShapeAnnouncement) => void,
    onTaped: () => void,
    load: TapeLoad,
  ) {
    this.from = from;
    this.#announce = announce;
    this.#onTaped = onTaped;
    this.#share = new TapeShare(load);
  }

  /** Number of lists of shapes so far. A tape that was made with an earlier list cannot be read any more. */
  get trees(): number {
    return this.#trees;
  }

  /** Makes a tape. @returns that of the text in `bytes[start, end)`, valid until the next call; undefined: it stays text. */
  record(bytes: Buffer, start: number, end: number): Buffer | undefined {
    return this.#make(true, bytes, start, end);
  }

  /** Makes a tape as `record` does, but without the text, for a reader that has the text, too. */
  apart(bytes: Buffer, start: number, end: number): Buffer | undefined {
    return this.#make(false, bytes, start, end);
  }

  #make(withText: boolean, bytes: Buffer, start: number, end: number): Buffer | undefined {
    const length = end - start;
    if (length < Math.max(this.from, SHORTEST_TAPED) || length > LONGEST_TAPED) return undefined;
    const refusals = this.#refusals;
    const kind = refusals.kindOf(bytes, start);
    if (refusals.passOver(kind) || !this.#share.take()) return undefined;
    const tree = this.#tree;
    const { nodes, shapes } = tree;
    tree.allowance = this.#credit | 0;
    const writer = this.#writer;
    const record = withText ? writer.write(bytes, start, end) : writer.writeApart(bytes, start, end);
    if (record === undefined) {
      tree.rollBack(nodes, shapes);
      refusals.onRefused(kind);
      this.#onRefused();
      return undefined;
    }
    refusals.onTaped(kind);
    this.#credit = Math.min(MOST_CREDIT, this.#credit - (tree.nodes - nodes) + length / BYTES_A_KEY);
    for (let number = shapes; number < tree.shapes; number++) {
      const keys = JSON.parse(tree.keysOf(number).toString()) as string[];
      this.#announce({ type: 'shape', number, keys });
    }
    this.#onTaped();
    return record;
  }

  #onRefused(): void {
    this.#credit = Math.min(MOST_CREDIT, this.#credit + KEYS_A_REFUSAL);
    if (this.#tree.overflows < Math.min(MANY_OVERFLOWS * 2 ** (this.#trees - 1), MOST_OVERFLOWS)) return;
    this.#trees++;
    this.#tree = new ShapeTree();
    this.#writer = new TapeWriter(this.#tree);
    this.#credit = MOST_CREDIT;
  }
}
