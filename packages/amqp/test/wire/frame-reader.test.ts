import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { FrameReader, FrameType, HEARTBEAT, PROTOCOL_HEADER } from '../../src/wire/frame-reader.js';
import { framing } from './support/amqplib-codec.js';
import { outcome } from './support/outcome.js';

const seed = seedOf('amqp frame reader');
const numRuns = rounds({ short: 300, full: 600 });
const MAX_FRAME_SIZE = 1000;

interface Frame {
  readonly type: number;
  readonly channel: number;
  readonly payload: string;
}

const frames = fc.array(
  fc.record({
    type: fc.constantFrom(FrameType.METHOD, FrameType.HEADER, FrameType.BODY, FrameType.HEARTBEAT),
    channel: fc.nat(0xffff),
    payload: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  }),
  { minLength: 1, maxLength: 6 },
);

function written({ type, channel, payload }: Frame): Buffer {
  const frame = framing.makeBodyFrame(channel, Buffer.from(payload, 'hex'));
  frame[0] = type;
  return frame;
}

function taken({ type, channel, payloadStart, payloadEnd }: FrameReader, bytes: Buffer): Frame {
  return { type, channel, payload: bytes.toString('hex', payloadStart, payloadEnd) };
}

/** Reads a stream that comes in pieces, as a socket's buffer does: what is not whole is offered again, elsewhere in memory. */
function readPieces(pieces: readonly Buffer[]): Frame[] {
  const reader = new FrameReader(MAX_FRAME_SIZE);
  const read: Frame[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const margin = Buffer.alloc(read.length % 5, 0xce);
    const bytes = Buffer.concat([margin, rest, piece, margin]);
    const end = bytes.length - margin.length;
    let at = margin.length;
    for (let next = reader.take(bytes, at, end); next >= 0; next = reader.take(bytes, at, end)) {
      read.push(taken(reader, bytes));
      at = next;
    }
    rest = bytes.subarray(at, end);
  }
  expect(rest).toHaveLength(0);
  return read;
}

describe('frames', () => {
  test('come out of single bytes', () => {
    fc.assert(
      fc.property(frames, (sent) => {
        const stream = Buffer.concat(sent.map((frame) => written(frame)));
        expect(readPieces([...stream].map((byte) => Buffer.of(byte)))).toEqual(sent);
      }),
      { seed, numRuns: numRuns / 20 },
    );
  });

  test('that are not whole leave the last one', () => {
    const reader = new FrameReader(0);
    const whole = written({ type: FrameType.METHOD, channel: 9, payload: '0102' });
    expect(reader.take(whole, 0, whole.length)).toBe(whole.length);
    const next = written({ type: FrameType.BODY, channel: 8, payload: '03' });
    for (let end = 0; end < next.length; end++) expect(reader.take(next, 0, end)).toBe(-1);
    expect(taken(reader, whole)).toEqual({ type: FrameType.METHOD, channel: 9, payload: '0102' });
  });
});

describe('random bytes', () => {
  test('are frames, or errors, as they are for amqplib', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.tuple(frames, fc.nat(), fc.nat(255)).map(([sent, at, value]) => {
        const stream = Buffer.concat(sent.map((frame) => written(frame)));
        stream[at % stream.length] = value;
        return stream;
      }),
    );
    fc.assert(
      fc.property(bytes, (random) => {
        const all = Buffer.from(random);
        const reader = new FrameReader(MAX_FRAME_SIZE);
        const ours = outcome(() => (reader.take(all, 0, all.length) < 0 ? 'not whole' : taken(reader, all)));
        expect(ours).toBe(outcome(() => theirFrame(all)));
      }),
      { seed, numRuns: 20 * numRuns },
    );
  });
});

describe('a frame', () => {
  test.each([MAX_FRAME_SIZE + 1, 0x7fff_ffff, 0xffff_ffff])(
    'of %d bytes is refused by its head',
    (length) => {
      const head = written({ type: FrameType.BODY, channel: 1, payload: '' });
      head.writeUInt32BE(length, 3);
      expect(() => new FrameReader(MAX_FRAME_SIZE).take(head, 0, 7)).toThrow(
        `Frame size ${length} exceeds maxFrameSize 1000`,
      );
      expect(new FrameReader(0).take(head, 0, 7)).toBe(-1);
    },
  );

  test('may be as long as the limit', () => {
    const frame = written({ type: FrameType.BODY, channel: 1, payload: 'ab'.repeat(MAX_FRAME_SIZE) });
    expect(new FrameReader(MAX_FRAME_SIZE).take(frame, 0, frame.length)).toBe(frame.length);
  });
});

test('the protocol header and the heartbeat are those of amqplib', () => {
  expect(PROTOCOL_HEADER.toString('latin1')).toBe(framing.PROTOCOL_HEADER);
  expect(HEARTBEAT).toEqual(framing.HEARTBEAT_BUF);
});

/** What amqplib makes of the bytes, with its verdict on the type, which it gives when it decodes. */
function theirFrame(bytes: Buffer): unknown {
  const frame = framing.parseFrame(bytes, MAX_FRAME_SIZE);
  if (frame === false) return 'not whole';
  const { type, channel, payload } = frame;
  if (![1, 2, 3, 8].includes(type)) framing.decodeFrame(frame);
  return { type, channel, payload: payload.toString('hex') };
}
