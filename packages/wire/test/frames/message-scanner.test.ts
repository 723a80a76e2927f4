import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FLAG_EVENT, FLAG_FINAL, MessageScanner, ProtocolError } from '../../src/index.js';
import { seedOf } from '@offloop/tools';
import { frame, initial } from '../support/frames.js';
import { unexpectedError } from '../support/outcome.js';

const short = Buffer.concat([initial(1), frame(0, 'name'), frame(FLAG_FINAL, 'value')]);
const single = initial(2, 0xe000);

describe('the message scanner', () => {
  it('returns the length of a message that is all there, whatever follows it', () => {
    const bytes = Buffer.concat([Buffer.from('???'), short, single.subarray(0, 9)]);
    expect(new MessageScanner().scan(bytes, 3, bytes.length)).toBe(short.length);
  });

  it('finds one message after another', () => {
    const bytes = Buffer.concat([short, single, short]);
    const scanner = new MessageScanner();
    let at = 0;
    for (const message of [short, single, short]) {
      expect(scanner.scan(bytes, at, bytes.length)).toBe(message.length);
      at += message.length;
    }
    expect(scanner.scan(bytes, at, bytes.length)).toBe(0);
  });

  it('says, fed byte by byte, what it says when fed whole', () => {
    const scanner = new MessageScanner();
    for (let end = 0; end < short.length; end++) {
      expect(scanner.scan(short, 0, end)).toBe(0);
      expect(scanner.needed).toBeGreaterThan(end);
      expect(scanner.needed).toBeLessThanOrEqual(short.length);
    }
    expect(scanner.scan(short, 0, short.length)).toBe(short.length);
    expect(scanner.needed).toBe(6);
  });

  it('announces the end of the frame it waits for', () => {
    const scanner = new MessageScanner();
    expect(scanner.needed).toBe(6);
    scanner.scan(short, 0, 6);
    expect(scanner.needed).toBe(22);
    scanner.scan(short, 0, 25);
    expect(scanner.needed).toBe(28);
  });

  it('survives that the bytes are moved between two calls', () => {
    const scanner = new MessageScanner();
    const before = Buffer.concat([Buffer.alloc(50), short.subarray(0, 30)]);
    expect(scanner.scan(before, 50, before.length)).toBe(0);
    const after = Buffer.concat([Buffer.alloc(7), short]);
    expect(scanner.scan(after, 7, after.length)).toBe(short.length);
  });

  it('does not walk a frame again that it has walked', () => {
    const scanner = new MessageScanner();
    const bytes = Buffer.from(short);
    scanner.scan(bytes, 0, bytes.length - 1);
    bytes.fill(0, 0, 22);
    expect(scanner.scan(bytes, 0, bytes.length)).toBe(short.length);
  });

  it('starts over after reset', () => {
    const scanner = new MessageScanner();
    scanner.scan(short, 0, 30);
    scanner.reset();
    expect(scanner.scan(single, 0, single.length)).toBe(single.length);
  });

  it('cuts a random stream in random pieces into the messages it was made of', () => {
    const message = fc
      .array(fc.uint8Array({ maxLength: 30 }), { maxLength: 5 })
      .map((contents) =>
        Buffer.concat([
          initial(1, contents.length === 0 ? 0xe000 : 0xc000),
          ...contents.map((content, i) => frame(i === contents.length - 1 ? FLAG_FINAL : 0, content)),
        ]),
      );
    const property = fc.property(
      fc.array(message, { maxLength: 8 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      (sent, pieces) => {
        const stream = Buffer.concat(sent);
        const scanner = new MessageScanner();
        const found: string[] = [];
        let start = 0;
        let end = 0;
        for (const piece of pieces) {
          for (let length; (length = scanner.scan(stream, start, end)) > 0; start += length) {
            found.push(stream.toString('hex', start, start + length));
          }
          if (end === stream.length) break;
          end = Math.min(stream.length, end + piece);
        }
        expect(found).toEqual(sent.map((bytes) => bytes.toString('hex')));
      },
    );
    fc.assert(property, { seed: seedOf('scanner pieces'), numRuns: 200 });
  });
});

describe('the message scanner refuses', () => {
  it.each([
    ['a length of 0', frame(0xc000, '', 0)],
    ['a length of 5', frame(0xc000, '', 5)],
    ['a negative length', frame(0xc000, '', -7)],
    ['the least negative length', frame(0xc000, '', -(2 ** 31))],
    ['a length above the limit', frame(0xc000, '', 1001)],
    ['the greatest length', frame(0xc000, '', 2 ** 31 - 1)],
    ['unknown flags', frame(0xc001, '', 20)],
    ['every flag', frame(0xffff, '', 20)],
    ['an initial frame without room for the backup acks', initial(1, 0xc000, 12)],
    ['an event without room for the partition id', initial(1, 0xc000 | FLAG_EVENT, 13)],
    ['a fragment without room for its id', frame(0x8000, Buffer.alloc(7))],
  ])('%s, as soon as the header is there', (_what, bytes) => {
    const scanner = new MessageScanner({ maxMessageBytes: 1000 });
    expect(scanner.scan(bytes, 0, 5)).toBe(0);
    expect(() => scanner.scan(bytes, 0, 6)).toThrow(ProtocolError);
  });

  it.each([5, 3])('a frame of length %i behind a good one, as soon as its header is there', (length) => {
    const bytes = Buffer.concat([initial(1), frame(0, '', length)]);
    expect(() => new MessageScanner().scan(bytes, 0, bytes.length)).toThrow('Not a frame header');
  });

  it('a message that never ends, at its limit', () => {
    const scanner = new MessageScanner({ maxMessageBytes: 1000 });
    const bytes = Buffer.concat([initial(1), ...Array.from({ length: 200 }, () => frame(0))]);
    let end = 0;
    expect(() => {
      for (; end < bytes.length; end++) scanner.scan(bytes, 0, end);
    }).toThrow(/longer than the limit .*limit 1000/);
    expect(end).toBeLessThanOrEqual(1006);
  });

  it('nothing at exactly the limit', () => {
    const scanner = new MessageScanner({ maxMessageBytes: short.length });
    expect(scanner.scan(short, 0, short.length)).toBe(short.length);
  });

  it('random bytes with a protocol error and nothing else', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const scanner = new MessageScanner({ maxMessageBytes: 10_000 });
      let length = 0;
      const error = unexpectedError(() => {
        length = scanner.scan(bytes, 0, bytes.length);
      });
      expect(error).toBeUndefined();
      expect(length).toBeLessThanOrEqual(bytes.length);
      expect(scanner.needed).toBeLessThanOrEqual(10_006);
    });
    fc.assert(property, { seed: seedOf('scanner fuzz'), numRuns: 500 });
  });
});
