import { expect, test } from 'vitest';
import { runWithCarry } from './carry-process.js';

test('tapes are read where code generation is forbidden', async () => {
  const program = `
    let forbidden = false;
    try { new Function('1'); } catch { forbidden = true; }
    const text = JSON.stringify([{ id: 1, on: true, name: 'a name of 20 letters' }, { id: 2, of: { x: [1.5, null] } }]);
    let same = true;
    for (let i = 0; i < 100; i++) same &&= JSON.stringify(carry(text)) === text;
    console.log(forbidden, same);`;
  expect(await runWithCarry(['--disallow-code-generation-from-strings'], program)).toBe('true true');
});

test('objects with the same keys have one hidden class, with fast properties', async () => {
  const program = `
    const documents = Array.from({ length: 200 }, (_, i) =>
      carry(JSON.stringify({ id: i, name: 'name ' + i, price: i / 3, of: { x: [i], on: i % 2 === 0 ? null : 'on' } })));
    // The first ones of a shape are made key by key.
    const last = documents.slice(100);
    const all = (of) => last.every((document) => %HaveSameMap(of(document), of(last[0])) && %HasFastProperties(of(document)));
    console.log(all((document) => document), all((document) => document.of));`;
  expect(await runWithCarry(['--allow-natives-syntax'], program)).toBe('true true');
});
