import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const WORKERS = new URL('../../../../../workers/dist/index.js', import.meta.url).href;
const TAPES = new URL('../../../../dist/calls/completions/tape/', import.meta.url).href;

/** Both ends of the way of a document, in a process of its own: `carry(text)` gives its value. */
const CARRY = `
  import { ShapeTree, TapeWriter } from '${WORKERS}';
  import { ShapeTable } from '${TAPES}shape-table.js';
  import { TapeReader } from '${TAPES}tape-reader.js';
  const tree = new ShapeTree(), writer = new TapeWriter(tree), table = new ShapeTable(), reader = new TapeReader();
  let announced = 0;
  function carry(text) {
    const bytes = Buffer.from(text);
    tree.allowance = 1000;
    const record = writer.write(bytes, 0, bytes.length);
    for (; announced < tree.shapes; announced++) table.add(announced, JSON.parse(tree.keysOf(announced).toString()));
    return reader.read(record, 0, record.length, table);
  }`;

async function run(flags: readonly string[], program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    '--input-type=module',
    '-e',
    `${CARRY}\n${program}`,
  ]);
  return stdout.trim();
}

test('tapes are read where code generation is forbidden', async () => {
  const program = `
    let forbidden = false;
    try { new Function('1'); } catch { forbidden = true; }
    const text = JSON.stringify([{ id: 1, on: true, name: 'a name of 20 letters' }, { id: 2, of: { x: [1.5, null] } }]);
    let same = true;
    for (let i = 0; i < 100; i++) same &&= JSON.stringify(carry(text)) === text;
    console.log(forbidden, same);`;
  expect(await run(['--disallow-code-generation-from-strings'], program)).toBe('true true');
});

test('a string that is kept does not keep its document', async () => {
  const program = `
    const kept = [];
    const document = (i) => JSON.stringify({ short: 'short ' + i, middle: 'of twenty letters ' + i, long: 'l' + String(i).repeat(20), filler: 'x'.repeat(16384) });
    for (let i = 0; i < 3000; i++) {
      const { short, middle, long } = carry(document(i));
      if (i === 1000) { gc(); var before = process.memoryUsage().heapUsed; }
      kept.push(short, middle, long);
    }
    gc();
    console.log(process.memoryUsage().heapUsed - before, kept.length);`;
  const [bytes, strings] = (await run(['--expose-gc'], program)).split(' ').map(Number);
  expect(strings).toBe(9000);
  // 6000 strings of up to 100 bytes; 2000 documents would be 32 MB.
  expect(bytes).toBeLessThan(2 * 1024 * 1024);
});
