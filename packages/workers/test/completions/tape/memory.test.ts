import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { MAX_SHAPE_BYTES, SHAPE_KEY_BYTES } from '@offloop/contract/tape';
import { ShapeTree } from '../../../src/completions/tape/shape-tree.js';
import { TapeWriter } from '../../../src/completions/tape/tape-writer.js';

const TAPES = new URL('../../../dist/completions/tape/json-tapes.js', import.meta.url).href;
const KILOBYTE = 1024;

/** Offers documents of one kind, each with keys of its own: more than the tree takes. @returns keys learned. */
function fill(tree: ShapeTree, document: (i: number) => string, documents = 6000): number {
  const writer = new TapeWriter(tree, false);
  for (let i = 0; i < documents; i++) {
    const bytes = Buffer.from(document(i));
    const { nodes, shapes } = tree;
    tree.allowance = 10_000;
    if (writer.write(bytes, 0, bytes.length) === undefined) tree.rollBack(nodes, shapes);
  }
  return tree.nodes - 1;
}

describe('the tree of keys', () => {
  // Below 64 first keys, as no more may follow the same ones.
  const among64 = (i: number, key: string): string => `{"k${i % 64}":{},"${key}":1}`;

  test('learns at most 4095', () => {
    const tree = new ShapeTree();
    expect(fill(tree, (i) => among64(i, `${i}x`))).toBe(4095);
    expect(tree.overflows).toBeGreaterThan(0);
  });

  test('keeps at most 128 KiB of their text', () => {
    const tree = new ShapeTree();
    const learned = fill(tree, (i) => among64(i, `${i}`.padEnd(996, 'x')));
    // With quotes and colon.
    const bytes = (learned - 64) * 999 + 64 * 6;
    expect(bytes).toBeLessThanOrEqual(128 * KILOBYTE);
    expect(bytes).toBeGreaterThan(126 * KILOBYTE);
    expect(tree.overflows).toBeGreaterThan(0);
  });

  test('takes no key that is longer than all of them may be', () => {
    expect(fill(new ShapeTree(), () => `{"${'x'.repeat(128 * KILOBYTE)}":1}`, 10)).toBe(0);
  });

  test('has shapes of at most a megabyte, however often keys are in several', () => {
    const tree = new ShapeTree();
    // Each shape goes on behind the one before.
    const properties = (i: number): string[] =>
      Array.from({ length: 1 + (i % 128) }, (_, k) => `"k${k}":${i}`);
    fill(
      tree,
      (i) => `[{"r${i >> 7}":{${properties(i).join(',')}}},{"r${i >> 7}":1,${properties(i).join(',')}}]`,
    );
    let bytes = 0;
    for (let shape = 0; shape < tree.shapes; shape++) {
      for (const key of JSON.parse(tree.keysOf(shape).toString()) as string[])
        bytes += key.length + 3 + SHAPE_KEY_BYTES;
    }
    expect(bytes).toBeLessThanOrEqual(MAX_SHAPE_BYTES);
    expect(bytes).toBeGreaterThan(0.9 * MAX_SHAPE_BYTES);
    expect(tree.overflows).toBeGreaterThan(0);
  });

  test('has room again for what was rolled back', () => {
    const tree = new ShapeTree();
    const writer = new TapeWriter(tree, false);
    const keys = Array.from({ length: 100 }, (_, i) => `"${'x'.repeat(500)}${i}":1`);
    // Each would take more than a third of all there is.
    const damaged = Buffer.from(`[{${keys.join(',')}},]`);
    for (let i = 0; i < 50; i++) {
      tree.allowance = 10_000;
      expect(writer.write(damaged, 0, damaged.length)).toBeUndefined();
      tree.rollBack(1, 0);
    }
    expect(tree.overflows).toBe(0);
  });
});

/** Documents, as programs make them, and the most bytes outside of V8's heap that their tapes may take. */
const KINDS = {
  numbers: `'[' + '1,'.repeat(60000) + '1]'`,
  'one long text': `'["' + 'x'.repeat(120000) + '"]'`,
  escapes: `'["' + '\\\\\\\\n'.repeat(60000) + '"]'`,
  'many strings with escapes': `'[' + '"\\\\\\\\n",'.repeat(20000) + '1]'`,
};
/** One that is too long to become a tape. */
const BEYOND = `'["' + 'x'.repeat(10_000_000) + '"]'`;
/** What a tree takes at most: its text of keys, and seven columns of 4096. */
const TREE: number = (128 + 7 * 16) * KILOBYTE;

test('scratch memory is eight times the longest text at most, and grows with no further document', async () => {
  const program = `
    import { JsonTapes } from '${TAPES}';
    const load = { waiting: () => 1, wakeupsSent: () => 0, wakeupsSuppressed: () => 0, times: () => ({ active: 0, idle: 0 }) };
    for (const text of [${[...Object.values(KINDS), BEYOND].join()}]) {
      const texts = [text, '{"id": 1}', text].map((each) => Buffer.from(each));
      gc();
      const before = process.memoryUsage().arrayBuffers;
      let taped = 0;
      const tapes = new JsonTapes(1, () => {}, () => taped++, load);
      for (let round = 0; round < 100; round++) for (const each of texts) tapes.record(each, 0, each.length);
      gc();
      const taken = process.memoryUsage().arrayBuffers - before;
      console.log(taken, taped, tapes.record(Buffer.from('nonsense'), 0, 8), texts.length);
    }`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--input-type=module',
    '-e',
    program,
  ]);
  const found = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number));
  expect(found).toHaveLength(Object.keys(KINDS).length + 1);
  for (const [bytes, taped] of found) {
    expect(taped).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(8 * 121_000 + TREE);
  }
  // A text beyond the longest that becomes a tape takes no scratch memory.
  expect(found.at(-1)![0]).toBeLessThan(TREE);
});
