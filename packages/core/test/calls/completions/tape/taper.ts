import { ShapeTree } from '../../../../../workers/src/completions/tape/shape-tree.js';
import { TapeWriter } from '../../../../../workers/src/completions/tape/tape-writer.js';
import { ShapeTable } from '../../../../src/calls/completions/tape/shape-table.js';
import { TapeReader } from '../../../../src/calls/completions/tape/tape-reader.js';

/** Nodes of a tree after which the next document meets a new one, as that of a worker that took a dead one's place. */
const NODES_A_LIFE = 2000;

/** Both ends of the way of a document: the worker's and the caller's, without the ring between them. */
export class Taper {
  readonly #reader = new TapeReader();
  #tree = new ShapeTree();
  #writer = new TapeWriter(this.#tree, false);
  #table = new ShapeTable();
  #carried = 0;
  readonly #memory = Buffer.from(new SharedArrayBuffer(4 * 1024 * 1024));

  /**
   * The value that `text` has arrived as, in an object; undefined: it stayed text.
   *
   * @param isTold whether the caller hears of the shape of this number.
   */
  carry(
    text: Buffer | string,
    isTold: (shape: number) => boolean = () => true,
  ): { readonly value: unknown } | undefined {
    const bytes = Buffer.from(text);
    // Something around it, so that an offset that is not looked at shows.
    // It has memory of its own, so that a read behind the end of that shows, too.
    const behind = '"]}1'.slice(0, this.#carried++ % 5);
    const around = Buffer.allocUnsafeSlow(3 + bytes.length + behind.length);
    around.write('{"a');
    bytes.copy(around, 3);
    around.write(behind, 3 + bytes.length);
    if (this.#tree.nodes > NODES_A_LIFE) {
      this.#tree = new ShapeTree();
      this.#writer = new TapeWriter(this.#tree, false);
      this.#table = new ShapeTable();
    }
    const tree = this.#tree;
    const { nodes, shapes } = tree;
    tree.allowance = 500;
    const record = this.#writer.write(around, 3, 3 + bytes.length);
    if (record === undefined) {
      tree.rollBack(nodes, shapes);
      return undefined;
    }
    for (let i = shapes; i < tree.shapes; i++) {
      if (isTold(i)) this.#table.add(i, JSON.parse(tree.keysOf(i).toString()) as string[]);
    }
    record.copy(this.#memory, 40);
    return { value: this.#reader.read(this.#memory, 40, 40 + record.length, this.#table) };
  }
}
