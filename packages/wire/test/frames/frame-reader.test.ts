import { describe, expect, it } from 'vitest';
import {
  FLAG_BEGIN_STRUCT,
  FLAG_END_STRUCT,
  FLAG_FINAL,
  FLAG_NULL,
  FrameReader,
  ProtocolError,
} from '../../src/index.js';
import { frame } from '../support/frames.js';

const reader = new FrameReader();
const over = (bytes: Buffer): FrameReader => reader.reset(bytes, 0, bytes.length);

describe('the frame reader', () => {
  it('walks the frames and says where their content lies', () => {
    const bytes = Buffer.concat([
      Buffer.from('??'),
      frame(0, 'one'),
      frame(FLAG_NULL),
      frame(FLAG_FINAL, 'three'),
    ]);
    reader.reset(bytes, 2, bytes.length);
    expect(reader.next()).toBe(true);
    expect(bytes.toString('latin1', reader.contentStart, reader.contentEnd)).toBe('one');
    expect(reader.peekFlags()).toBe(FLAG_NULL);
    expect(reader.isNull()).toBe(false);
    expect(reader.next()).toBe(true);
    expect(reader.isNull()).toBe(true);
    expect(reader.contentEnd - reader.contentStart).toBe(0);
    expect(reader.next()).toBe(true);
    expect(reader.flags).toBe(FLAG_FINAL);
    expect(reader.peekFlags()).toBe(-1);
    expect(reader.next()).toBe(false);
    expect(reader.next()).toBe(false);
  });

  it('reads an empty range as a message without frames', () => {
    expect(reader.reset(Buffer.from('abc'), 3, 3).next()).toBe(false);
  });

  it('skips what it does not know up to the end of the structure, nested ones included', () => {
    const bytes = Buffer.concat([
      frame(0, 'unknown'),
      frame(FLAG_BEGIN_STRUCT),
      frame(FLAG_BEGIN_STRUCT),
      frame(FLAG_END_STRUCT),
      frame(FLAG_END_STRUCT),
      frame(FLAG_END_STRUCT),
      frame(FLAG_FINAL, 'after'),
    ]);
    over(bytes).skipToEndStruct();
    expect(reader.isEndStruct()).toBe(true);
    expect(reader.next()).toBe(true);
    expect(bytes.toString('latin1', reader.contentStart, reader.contentEnd)).toBe('after');
  });

  it('refuses a structure that is not closed', () => {
    expect(() => over(frame(FLAG_BEGIN_STRUCT)).skipToEndStruct()).toThrow(ProtocolError);
    expect(() => over(Buffer.alloc(0)).skipToEndStruct()).toThrow(ProtocolError);
  });

  it.each([
    ['a cut-off header', Buffer.alloc(5, 6)],
    ['a length of 0', frame(0, '', 0)],
    ['a length of 5', frame(0, 'x', 5)],
    ['a negative length', frame(0, 'x', -1)],
    ['the least negative length', frame(0, 'x', -(2 ** 31))],
    ['a length past the end', frame(0, 'x', 8)],
    ['the greatest length', frame(0, 'x', 2 ** 31 - 1)],
  ])('refuses %s', (_what, bytes) => {
    expect(() => over(bytes).next()).toThrow(ProtocolError);
  });

  it('refuses bytes after the final frame', () => {
    const bytes = Buffer.concat([frame(FLAG_FINAL), frame(0)]);
    expect(over(bytes).next()).toBe(true);
    expect(() => reader.next()).toThrow(ProtocolError);
  });

  it.each([
    [-1, 3],
    [4, 3],
    [0, 11],
  ])('refuses the range [%d, %d) of ten bytes', (start, end) => {
    expect(() => reader.reset(Buffer.alloc(10), start, end)).toThrow(ProtocolError);
  });
});

describe('a protocol error', () => {
  it('has a stable code, and its numbers both in the message and as details', () => {
    const error = new ProtocolError('Frame does not fit', { length: 5, offset: 12 });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'ProtocolError',
      code: 'ERR_OFFLOOP_PROTOCOL',
      message: 'Frame does not fit (length 5, offset 12)',
      details: { length: 5, offset: 12 },
    });
    expect(new ProtocolError('No numbers').message).toBe('No numbers');
  });
});
