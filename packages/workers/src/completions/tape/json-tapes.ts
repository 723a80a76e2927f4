import { Refusals } from './refusals.js';
import { ShapeTree } from './shape-tree.js';
import { TapeShare, type TapeLoad } from './tape-share.js';
import { TapeWriter } from './tape-writer.js';

/** Bytes in which kinds of documents can be told apart. */
const SHORTEST_TAPED = 8;

/** Bytes. V8 puts the values of a longer text where they are not moved while they are young; those of a tape it moves. */
const LONGEST_TAPED: number = 128 * 1024;

/**
 * Keys that may be learned before they have to be earned, and text of known keys that earns one: learning a key and making
 * its objects one property at a time costs what a tape saves on so many bytes.
 */
const MOST_CREDIT = 2048;
const BYTES_A_KEY = 256;

/** Keys earned by a document that had to stay text, so that documents with many new keys have their chance in the end. */
const KEYS_A_REFUSAL = 2;

/**
 * Documents for whose keys the tree had no room, from which it begins anew: as many for the first time, and twice as many each
 * time, up to a limit. Where a new one is soon as full, its shapes are announced and compiled for nothing.
 */
const MANY_OVERFLOWS = 128;
const MOST_OVERFLOWS: number = 64 * MANY_OVERFLOWS;

/** What the worker tells the caller of a shape, before the first record with it. */
export interface ShapeAnnouncement {
  readonly type: 'shape';
  /** Counted from 0, with which a new list of shapes begins. */
  readonly number: number;
  readonly keys: readonly string[];
}

/**
 * Makes tapes of JSON texts where that pays. Documents whose keys do not come again are recognised, as their keys take up
 * credit that only known keys earn.
 */
export class JsonTapes {
  /** Bytes from which texts are taken. */
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
   * @param from bytes from which texts are taken. @param announce runs for each shape before its first use.
   * @param onTaped runs for each tape. @param load of the two threads: a worker that others wait for leaves texts to the caller.
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

  /** How many lists of shapes there have been. Tapes that were made with another one than the present cannot be read any more. */
  get trees(): number {
    return this.#trees;
  }

  /** @returns the tape of the text in `bytes[start, end)`, valid until the next call; undefined: it stays text. */
  record(bytes: Buffer, start: number, end: number): Buffer | undefined {
    return this.#make(true, bytes, start, end);
  }

  /** @returns the tape as `record` does, but without the text, for a reader that has the text, too. */
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
