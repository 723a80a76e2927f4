import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const WRITER = new URL('../../../../../workers/dist/completions/tape/', import.meta.url).href;
const TAPES = new URL('../../../../dist/calls/completions/tape/', import.meta.url).href;

/** Both ends of the way of a document, in a process of its own: `carry(text)` gives its value, by way of `memory` if that is given. */
const CARRY = `
  import { ShapeTree } from '${WRITER}shape-tree.js';
  import { TapeWriter } from '${WRITER}tape-writer.js';
  import { ShapeTable } from '${TAPES}shape-table.js';
  import { TapeReader } from '${TAPES}tape-reader.js';
  const tree = new ShapeTree(), writer = new TapeWriter(tree), table = new ShapeTable(), reader = new TapeReader();
  let announced = 0;
  function carry(text, memory) {
    const bytes = Buffer.from(text);
    tree.allowance = 1000;
    const record = writer.write(bytes, 0, bytes.length);
    if (record === undefined) return undefined;
    for (; announced < tree.shapes; announced++) table.add(announced, JSON.parse(tree.keysOf(announced).toString()));
    if (memory === undefined) return reader.read(record, 0, record.length, table);
    record.copy(memory);
    return reader.read(memory, 0, record.length, table);
  }`;

/** Runs a program that has `carry`, and the four classes, in a process with these flags. @returns what it printed. */
export async function runWithCarry(flags: readonly string[], program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    '--input-type=module',
    '-e',
    `${CARRY}\n${program}`,
  ]);
  return stdout.trim();
}
