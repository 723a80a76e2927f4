import { MAX_SHAPE_BYTES, MAX_SHAPES, SHAPE_KEY_BYTES } from '@offloop/contract/tape';
import { describe, expect, test } from 'vitest';
import { AnnouncedShapes } from '../../../../src/calls/completions/tape/announced-shapes.js';
import { ShapeTable } from '../../../../src/calls/completions/tape/shape-table.js';
import { runWithCarry } from './carry-process.js';
import { Taper } from './taper.js';

const MEGABYTE = 1024 * 1024;

/** How a string is written, and how many of its bytes count as its own: what V8 takes for its characters. */
describe.each([
  ['4 letters', `'w' + String(i % 1000).padStart(3, '0')`, 4],
  ['12 letters', `String(i).padStart(12, 'x')`, 12],
  ['13 letters', `String(i).padStart(13, 'x')`, 13],
  ['40 letters', `String(i).padStart(40, 'x')`, 40],
  ['41 letters', `String(i).padStart(41, 'x')`, 41],
  ['300 letters', `String(i).padStart(300, 'x')`, 300],
  ['20 letters beyond ASCII', `String(i).padStart(20, 'ж')`, 40],
  ['20 letters with an escape', `'\\n' + String(i).padStart(19, 'x')`, 20],
])('a kept string of %s', (_, text, own) => {
  test('takes a few times its own bytes, and not those of its document', async () => {
    const program = `
      const kept = [];
      const filler = Array.from({ length: 100 }, (_, i) => 'some other text ' + i);
      for (let i = 0; i < 12000; i++) {
        if (i === 2000) { gc(); var before = process.memoryUsage().heapUsed; }
        kept.push(carry(JSON.stringify({ filler, text: ${text} })).text);
      }
      gc();
      console.log((process.memoryUsage().heapUsed - before) / 10000, kept.length);`;
    const [bytes, strings] = (await runWithCarry(['--expose-gc'], program)).split(' ').map(Number);
    expect(strings).toBe(12_000);
    // A header, and its place in the array. The document has 2 KB.
    expect(bytes).toBeLessThan(2 * own + 64);
  });
});

test.each([0, 1, 2, 8, 40])(
  'a kept document with arrays of %i takes what that of JSON.parse takes',
  async (length) => {
    const program = `
    const text = JSON.stringify(Array.from({ length: 100 }, () => Array.from({ length: ${length} }, () => true)));
    function bytesOf(make) {
      for (let i = 0; i < 100; i++) make(text);
      gc();
      const before = process.memoryUsage().heapUsed;
      const kept = Array.from({ length: 1000 }, () => make(text));
      gc();
      return process.memoryUsage().heapUsed - before - kept.length;
    }
    console.log(bytesOf(carry) / bytesOf(JSON.parse));`;
    expect(Number(await runWithCarry(['--expose-gc'], program))).toBeLessThan(1.15);
  },
);

test('the memory that a tape came in can go once it is read', async () => {
  const program = `
    const text = JSON.stringify({ n: 1, s: 'a \\n text', of: [{ n: 2 }] });
    const rings = [new SharedArrayBuffer(65536), new SharedArrayBuffer(65536)];
    const gone = rings.map((ring) => new WeakRef(ring));
    carry(text, Buffer.from(rings[0]));
    carry(text, Buffer.from(rings[1]));
    rings.length = 0;
    setImmediate(() => { gc(); console.log(gone.map((ring) => ring.deref() === undefined).join()); });`;
  expect(await runWithCarry(['--expose-gc'], program)).toBe('true,true');
});

describe('the table of shapes', () => {
  test('leaves out what is out of turn', () => {
    const table = new ShapeTable();
    for (const number of [1, -1, 0.5, Number.NaN, 2 ** 31]) table.add(number, ['a']);
    table.add(0, ['a']);
    table.add(0, ['b']);
    table.add(2, ['c']);
    expect(table.shapes).toHaveLength(1);
  });

  test('has room for as many shapes as a worker announces', () => {
    const table = new ShapeTable();
    for (let i = 0; i < MAX_SHAPES + 10; i++) table.add(i, [`k${i}`]);
    expect(table.shapes).toHaveLength(MAX_SHAPES);
  });

  test('has room for as many bytes of keys as a worker announces', () => {
    const table = new ShapeTable();
    const keys = Array.from({ length: 128 }, (_, i) => `k${i}`.padEnd(84));
    for (let i = 0; i < 1000; i++) table.add(i, keys);
    expect(table.shapes).toHaveLength(Math.floor(MAX_SHAPE_BYTES / (128 * (84 + SHAPE_KEY_BYTES))));
    table.add(table.shapes.length, ['x'.repeat(MAX_SHAPE_BYTES)]);
    expect(table.shapes.length).toBeLessThan(1000);
  });

  test('is a new one for a new worker, while what is being read keeps its own', () => {
    const shapes = new AnnouncedShapes();
    for (let life = 0; life < 50; life++) {
      const before = shapes.current;
      for (let i = 0; i < 10; i++) shapes.add(i, [`k${life}-${i}`]);
      expect(shapes.current).not.toBe(before);
      expect(shapes.current.shapes).toHaveLength(10);
    }
  });

  test.each([
    ['many short keys', 1],
    ['some long keys', 100],
  ])('takes some megabytes at its fullest, with all its functions compiled: %s', async (_, length) => {
    const program = `
      gc();
      const before = process.memoryUsage();
      const values = { value: () => null };
      // Shapes that go on behind each other, as the prefixes of one long object.
      for (let i = 0; ; i++) {
        const keys = Array.from({ length: 1 + (i % 128) }, (_, k) => ((i >> 7) * 128 + k).toString(36).padStart(${length}, 'k'));
        table.add(i, keys);
        if (table.shapes.length <= i) break;
        for (let n = 0; n < 20; n++) table.shapes[i].make(values);
      }
      gc();
      const after = process.memoryUsage();
      console.log(after.heapUsed - before.heapUsed + after.external - before.external, table.shapes.length);`;
    const [bytes, shapes] = (await runWithCarry(['--expose-gc'], program)).split(' ').map(Number);
    console.log(`a full table: ${shapes} shapes, ${(bytes / MEGABYTE).toFixed(1)} MB`);
    expect(shapes).toBeGreaterThan(100);
    expect(bytes).toBeLessThan(16 * MEGABYTE);
  });
});

test('a document with a shape that was not announced fails with an error that says so', () => {
  const taper = new Taper();
  expect(() => taper.carry('{"a":1}', () => false)).toThrow('a shape that its worker has not announced');
  expect(taper.carry('[1]')).toEqual({ value: [1] });
});
