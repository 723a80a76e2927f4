import { describe, expect, it } from 'vitest';
import {
  FLAG_BACKUP_AWARE,
  FLAG_EVENT,
  FrameReader,
  MessageScanner,
  MessageWriter,
} from '../../src/index.js';
import { frame } from '../support/frames.js';

describe('the message writer', () => {
  it('writes a request byte for byte', () => {
    const bytes = new MessageWriter()
      .begin(0x010100, -2, 3, 7, 8, FLAG_BACKUP_AWARE)
      .setInt(16, -1)
      .setInt(20, -1)
      .stringFrame('é')
      .nullFrame()
      .beginStruct()
      .frame(Buffer.from('xyz'), 1, 2)
      .endStruct()
      .finish();
    const content = Buffer.alloc(24);
    content.writeInt32LE(0x010100, 0);
    content.writeInt32LE(-2, 4);
    content.writeInt32LE(3, 8);
    content.writeInt32LE(7, 12);
    content.writeBigInt64LE(-1n, 16);
    const frames = [frame(0xc100, content), frame(0, 'é'), frame(0x0400), frame(0x1000), frame(0, 'y')];
    expect(bytes).toEqual(Buffer.concat([...frames, frame(0x2800)]));
  });

  it('writes a response: backup acks in place of the partition id', () => {
    const bytes = new MessageWriter().beginResponse(0x010f01, 1, 0, 2, 1).setBoolean(13, true).finish();
    const content = Buffer.from('010f0100010000000000000002', 'hex');
    expect(bytes).toEqual(
      frame(
        0xe000,
        Buffer.concat([Buffer.from([0x01, 0x0f, 0x01, 0]), content.subarray(4), Buffer.from([1])]),
      ),
    );
  });

  it('starts from zero bytes where nothing is set, also in a buffer used before', () => {
    const writer = new MessageWriter();
    writer.begin(-1, -1, -1, -1, 40, FLAG_EVENT).frame(Buffer.alloc(40, 0xff)).finish();
    const bytes = writer.reset().begin(0, 0, 0, 0, 40).finish();
    expect(bytes.subarray(6)).toEqual(Buffer.alloc(56));
  });

  it('appends message after message, and leaves the ones handed out alone when it grows', () => {
    const writer = new MessageWriter(64);
    const first = writer.begin(1, 1, 0).stringFrame('first').finish();
    const copy = Buffer.from(first);
    const second = writer.begin(2, 2, 0).frame(Buffer.alloc(5000, 7)).finish();
    expect(first).toEqual(copy);
    expect(writer.written()).toEqual(Buffer.concat([copy, second]));
    expect(writer.length).toBe(copy.length + second.length);
    expect(new MessageScanner().scan(writer.written(), 0, writer.length)).toBe(copy.length);
  });

  it.each([0, 1, 63, 64, 341, 342, 1024, 1025, 100_000])(
    'writes a string of %d characters of each width',
    (length) => {
      for (const unit of ['a', 'é', '日', '😀']) {
        const text = unit.repeat(Math.ceil(length / unit.length));
        const bytes = new MessageWriter().begin(1, 0, 0).stringFrame(text).stringFrame('after').finish();
        const reader = new FrameReader().reset(bytes, 0, bytes.length);
        reader.next();
        reader.next();
        expect(bytes.toString('utf8', reader.contentStart, reader.contentEnd)).toBe(text);
        reader.next();
        expect(bytes.toString('utf8', reader.contentStart, reader.contentEnd)).toBe('after');
      }
    },
  );
});
