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
