import { describe, expect, it } from 'vitest';

import { behindLine, readDecimal } from '../../src/bytes/ascii-lines.js';

const decimal = (text: string): number => readDecimal(Buffer.from(`x${text}x`), 1, 1 + text.length);

describe('a line', () => {
  const bytes = Buffer.from('ab\r\nc\rd\ne\r\n');

  it('ends behind its CR LF, and at no other CR or LF', () => {
    expect(behindLine(bytes, 0, bytes.length, 100)).toBe(4);
    expect(behindLine(bytes, 4, bytes.length, 100)).toBe(bytes.length);
  });

  it('whose end has not come is not there yet, whatever lies behind', () => {
    for (let end = 4; end < bytes.length; end++) expect(behindLine(bytes, 4, end, 100)).toBe(-1);
  });

  it('that is too long is an error', () => {
    expect(behindLine(Buffer.alloc(100, 'x'), 0, 100, 100)).toBe(-1);
    expect(() => behindLine(Buffer.alloc(101, 'x'), 0, 101, 100)).toThrow('a line of over 100 bytes');
  });
});

describe('a decimal integer', () => {
  it.each(['0', '7', '-1', '007', '9007199254740991', '-9007199254740991'])('%s is read', (text) => {
    expect(decimal(text)).toBe(Number(text));
  });

  it.each(['', '-', '+1', '1x', '1e3', ' 1', '--1', '1-'])('"%s" is none', (text) => {
    expect(() => decimal(text)).toThrow(/^an integer /);
  });
});
