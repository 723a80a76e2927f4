import { describe, expect, test } from 'vitest';

import { FrameReader } from '../../src/wire/frame-reader.js';
import { FrameWriter } from '../../src/wire/frame-writer.js';
import { BasicPublish, ConnectionUpdateSecret } from '../../src/wire/methods.js';
import { theirMessage } from './support/amqplib-codec.js';

const CHANNEL = 1;
const FRAME_MAX = 131_072;

function publish(writer: FrameWriter, content: Buffer, frameMax = FRAME_MAX): void {
  writer.content(CHANNEL, BasicPublish, { routingKey: 'key' }, { headers: {} }, content, frameMax);
}

function expected(content: Buffer, frameMax = FRAME_MAX): Buffer {
  return theirMessage(CHANNEL, BasicPublish.id, { routingKey: 'key' }, { headers: {} }, content, frameMax);
}

describe('what is taken', () => {
  test('is memory of its own: what is written later does not change it', () => {
    const writer = new FrameWriter();
    for (const length of [10, 100_000]) {
      publish(writer, Buffer.alloc(length, 1));
      const first = writer.take();
      publish(writer, Buffer.alloc(length, 2));
      const second = writer.take();
      expect(first.equals(expected(Buffer.alloc(length, 1)))).toBe(true);
      expect(second.equals(expected(Buffer.alloc(length, 2)))).toBe(true);
      expect(first.buffer).not.toBe(second.buffer);
      expect(first.byteOffset).toBe(0);
    }
  });

  test('may be transferred to another thread', () => {
    const writer = new FrameWriter();
    publish(writer, Buffer.alloc(10, 1));
    const taken = writer.take();
    structuredClone(taken.buffer, { transfer: [taken.buffer as ArrayBuffer] });
    publish(writer, Buffer.alloc(10, 2));
    expect(writer.take().equals(expected(Buffer.alloc(10, 2)))).toBe(true);
  });
});

describe('memory', () => {
  test('of a long content is taken as long as it is, and not kept', () => {
    const writer = new FrameWriter();
    const content = Buffer.alloc(20_000_000, 3);
    const before = process.memoryUsage().arrayBuffers;
    publish(writer, content);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_100_000);
    const taken = writer.take();
    expect(taken.equals(expected(content))).toBe(true);
    expect(taken.buffer.byteLength - taken.length).toBeLessThan(10_000);
    publish(writer, Buffer.alloc(10));
    expect(writer.take().buffer.byteLength).toBeLessThan(100);
  });

  test('of many short messages grows by doubling, each in its place', () => {
    const writer = new FrameWriter();
    const contents = Array.from({ length: 20_000 }, (_, index) => Buffer.from(`message ${index}`));
    for (const content of contents) publish(writer, content);
    const taken = writer.take();
    expect(taken.buffer.byteLength).toBeLessThan(2 * taken.length + 65_536);
    expect(taken.equals(Buffer.concat(contents.map((content) => expected(content))))).toBe(true);
  });

  test('makes room for a long string', () => {
    const writer = new FrameWriter();
    for (let index = 0; index < 3; index++)
      writer.method(0, ConnectionUpdateSecret, { newSecret: Buffer.alloc(200_000, 5), reason: 'new' });
    const taken = writer.take();
    const reader = new FrameReader(0);
    const ends: number[] = [];
    for (let at = 0; at < taken.length; ends.push(at)) at = reader.take(taken, at, taken.length);
    expect(ends).toHaveLength(3);
  });
});

describe('parts', () => {
  test('are what is taken, with long contents as they lie', () => {
    const contents = [10, 100_000, 5000, 10, 300_000, 4095, 4096].map((length, index) =>
      Buffer.alloc(length, index),
    );
    for (const frameMax of [FRAME_MAX, 4096, 8192, 0]) {
      const [writer, other] = [new FrameWriter(), new FrameWriter()];
      for (const content of contents) {
        publish(writer, content, frameMax);
        publish(other, content, frameMax);
      }
      const parts = writer.parts();
      const whole = Buffer.concat(parts);
      expect(writer.length).toBe(whole.length);
      expect(whole.equals(other.take())).toBe(true);
      const longest = frameMax === 0 ? 0xffff_ffff : frameMax;
      expect(whole.equals(Buffer.concat(contents.map((content) => expected(content, longest))))).toBe(true);
      expect(writer.isUrgent).toBe(frameMax !== 4096);
      expect(parts.some(({ buffer }) => buffer === contents[1].buffer)).toBe(writer.isUrgent);
      writer.clear();
      expect([writer.length, writer.isUrgent]).toEqual([0, false]);
    }
  });
});

describe('content', () => {
  test('has room behind long headers', () => {
    for (const [headerLength, length] of [
      [15_000, 56_000],
      [30_000, 3000],
      [60_000, 100_000],
    ]) {
      const writer = new FrameWriter();
      const headers = { text: 'x'.repeat(headerLength) };
      const content = Buffer.alloc(length, 6);
      for (const frameMax of [FRAME_MAX, 4096]) {
        writer.content(CHANNEL, BasicPublish, { routingKey: 'key' }, { headers }, content, frameMax);
        const whole = theirMessage(
          CHANNEL,
          BasicPublish.id,
          { routingKey: 'key' },
          { headers },
          content,
          frameMax,
        );
        expect(writer.take().equals(whole)).toBe(true);
      }
    }
  });

  test('may be any Uint8Array', () => {
    const writer = new FrameWriter();
    writer.content(
      CHANNEL,
      BasicPublish,
      { routingKey: 'key' },
      { headers: {} },
      new Uint8Array([1, 2]),
      FRAME_MAX,
    );
    expect(writer.take().equals(expected(Buffer.from([1, 2])))).toBe(true);
  });

  test('is refused where a frame has no room for it', () => {
    const writer = new FrameWriter();
    const text = 'Cannot send content: frameMax 8 leaves no room for a body frame';
    expect(() => publish(writer, Buffer.alloc(10), 8)).toThrow(text);
    expect(writer.length).toBe(0);
  });
});
