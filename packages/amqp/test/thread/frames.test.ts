import { createRandom } from '@offloop/tools/random';
import { seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { FrameType } from '../../src/wire/frame-format.js';
import type { MethodSpec } from '../../src/wire/method-spec.js';
import {
  BasicAck,
  BasicDeliver,
  BasicGetOk,
  BasicReturn,
  ConnectionClose,
  ConnectionCloseOk,
  ConnectionOpenOk,
  QueueDeclareOk,
} from '../../src/wire/methods.js';
import { DELIVERY, Serving, type FakeConnection } from '../support/fake-server.js';
import { PLACES } from '../support/links.js';

const server = new Serving();

const frame = (type: number, channel: number, payload: Buffer): Buffer => {
  const bytes = Buffer.alloc(payload.length + 8);
  bytes[0] = type;
  bytes.writeUInt16BE(channel, 1);
  bytes.writeUInt32BE(payload.length, 3);
  payload.copy(bytes, 7);
  bytes[payload.length + 7] = 206;
  return bytes;
};

describe.each(PLACES)('a connection $where', ({ threaded }) => {
  test('puts messages together however they are cut', async () => {
    const { from, told } = await server.open(threaded);
    const random = createRandom(seedOf('frames'));
    const lengths = [0, 1, 10, 3_991, 3_992, 3_993, 12_000, 300_000, 70_000];
    const contents = lengths.map((length) => Buffer.alloc(length, `${length}.`));
    const stream = Buffer.concat(
      contents.map((content, i) => {
        const method = [BasicDeliver, BasicReturn, BasicGetOk][i % 3];
        const fields = {
          [BasicDeliver.id]: DELIVERY,
          [BasicReturn.id]: { replyCode: 312, replyText: 'NO_ROUTE', exchange: '', routingKey: 'k' },
          [BasicGetOk.id]: {
            deliveryTag: 2,
            redelivered: true,
            exchange: '',
            routingKey: 'k',
            messageCount: 1,
          },
        }[method.id];
        return from.message(1 + (i % 4), method, fields, content, 4_000);
      }),
    );
    let at = 0;
    let pieces = 0;
    while (at < stream.length) {
      const length = random.between(1, 4) === 1 ? random.between(1, 200) : random.between(1, 60_000);
      const piece = stream.subarray(at, at + length);
      at += piece.length;
      pieces++;
      await new Promise<void>((resolve) => from.socket.write(piece, () => setImmediate(resolve)));
    }
    expect(pieces).toBeGreaterThan(lengths.length);
    await told.until(() => told.came.length === lengths.length);
    expect(told.came.map(({ channel }) => channel)).toEqual(lengths.map((_, i) => 1 + (i % 4)));
    expect(told.came.map(({ content }) => content!.equals(contents.shift()!))).toEqual(
      lengths.map(() => true),
    );
    expect(told.came[0].fields).toEqual(DELIVERY);
    expect(told.came[2]).toMatchObject({ name: 'BasicGetOk', fields: { messageCount: 1 } });
  });

  test('puts messages of several channels together, whose frames come in turn', async () => {
    const { from, told } = await server.open(threaded);
    const contents = [1, 2, 3].map((channel) => Buffer.alloc(100 * channel, `${channel}`));
    const streams = contents.map((content, i) => from.message(i + 1, BasicDeliver, DELIVERY, content, 48));
    const frames = streams.map((stream) => {
      const cut: Buffer[] = [];
      for (let at = 0; at < stream.length; at += cut.at(-1)!.length)
        cut.push(stream.subarray(at, at + 8 + stream.readUInt32BE(at + 3)));
      return cut;
    });
    while (frames.some((left) => left.length > 0))
      for (const left of frames) if (left.length > 0) from.socket.write(left.shift()!);
    await told.until(() => told.came.length === 3);
    expect(
      told.came.map(({ channel, content }) => [channel, content!.equals(contents[channel - 1])]),
    ).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
  });

  test('keeps the order of what comes', async () => {
    const { from, told } = await server.open(threaded);
    const ack = frame(FrameType.METHOD, 1, Buffer.from([0, 60, 0, 80, 0, 0, 0, 0, 0, 0, 0, 7, 0]));
    from.socket.write(
      Buffer.concat([
        ack,
        from.message(1, BasicDeliver, DELIVERY, Buffer.alloc(200_000)),
        ack,
        from.message(1, BasicDeliver, DELIVERY, Buffer.from('short')),
        ack,
      ]),
    );
    await told.until(() => told.came.length === 5);
    const names = [BasicAck, BasicDeliver, BasicAck, BasicDeliver, BasicAck].map(({ name }) => name);
    expect(told.came.map(({ name }) => name)).toEqual(names);
  });

  const header = (length: bigint): Buffer => {
    const payload = Buffer.alloc(14);
    payload.writeUInt16BE(60, 0);
    payload.writeBigUInt64BE(length, 4);
    return frame(FrameType.HEADER, 1, payload);
  };
  const method = (from: FakeConnection): Buffer => {
    const whole = from.message(1, BasicDeliver, DELIVERY, Buffer.alloc(0));
    return whole.subarray(0, 8 + whole.readUInt32BE(3));
  };
  const body = (length: number): Buffer => frame(FrameType.BODY, 1, Buffer.alloc(length));

  const began = 'Expected BasicDeliver or BasicReturn; got';
  const control = 'Unexpected frame on channel 0:';
  const controlled = (from: FakeConnection, spec: MethodSpec, fields?: object): Buffer => {
    from.send(0, spec, { ...fields });
    return Buffer.alloc(0);
  };
  const all = (from: FakeConnection, ...rest: Buffer[]): Buffer => Buffer.concat([method(from), ...rest]);

  test.each<[string, number, string, (from: FakeConnection) => Buffer]>([
    ['a frame without its end byte', 501, 'Invalid frame', () => Buffer.from([1, 0, 1, 0, 0, 0, 1, 0, 0])],
    ['a type that there is not', 501, 'Unknown frame type 9', () => frame(9, 1, Buffer.from('a'))],
    ['a method without an id', 501, 'Invalid frame', () => frame(FrameType.METHOD, 1, Buffer.from('abc'))],
    [
      'a frame that is too long',
      501,
      'Frame size 4294967295 exceeds maxFrameSize 67108864',
      () => Buffer.from([1, 0, 1, 0xff, 0xff, 0xff, 0xff]),
    ],
    ['a body without a message', 505, `${began} <Content channel:1 size:NaN>`, () => body(1)],
    ['a header without a message', 505, `${began} <BasicProperties channel:1>`, () => header(5n)],
    [
      'a header that is too short',
      501,
      'Invalid frame',
      (from) => all(from, frame(FrameType.HEADER, 1, Buffer.alloc(13))),
    ],
    ['a body before its header', 505, 'Expected headers frame after delivery', (from) => all(from, body(1))],
    [
      'a method before the header',
      505,
      'Expected headers frame after delivery',
      (from) => all(from, method(from)),
    ],
    [
      'a method before the body',
      505,
      'Expected content frame after headers',
      (from) => all(from, header(5n), method(from)),
    ],
    ['two headers', 505, 'Expected content frame after headers', (from) => all(from, header(5n), header(5n))],
    [
      'more body than was announced',
      505,
      'Too much content sent! Expected 5 bytes',
      (from) => all(from, header(5n), body(6)),
    ],
    [
      'a body that is too long',
      505,
      `A message of ${2 ** 60} bytes is over 536870912`,
      (from) => all(from, header(2n ** 60n)),
    ],
    [
      'another method on channel 0',
      505,
      `${control} <QueueDeclareOk channel:0>`,
      (from) => controlled(from, QueueDeclareOk, { queue: 'a', messageCount: 0, consumerCount: 0 }),
    ],
    [
      'the end of the handshake again',
      505,
      `${control} <ConnectionOpenOk channel:0>`,
      (from) => controlled(from, ConnectionOpenOk),
    ],
    [
      'an answer to a close that was not asked for',
      505,
      `${control} <ConnectionCloseOk channel:0>`,
      (from) => controlled(from, ConnectionCloseOk),
    ],
  ])('ends at %s, and says so to both sides', async (_what, code, message, bytes) => {
    const { from, told } = await server.open(threaded);
    from.socket.write(bytes(from));
    expect(await told.ended()).toEqual({ kind: 'lost', failure: { name: 'Error', message } });
    const close = await from.next(ConnectionClose);
    expect(close.fields).toMatchObject({ replyCode: code });
    await from.over();
    expect(told.came).toEqual([]);
  });

  test('counts the bodies that have begun and not ended', async () => {
    const { from, told } = await server.open(threaded);
    for (let channel = 1; channel <= 3; channel++) {
      const whole = from.message(channel, BasicDeliver, DELIVERY, Buffer.alloc(0));
      const begun = Buffer.from(whole);
      begun.writeBigUInt64BE(2n ** 29n, 8 + whole.readUInt32BE(3) + 7 + 4);
      from.socket.write(begun);
    }
    const message = expect.stringMatching(/^Messages of 1073\d+ bytes have begun and not ended$/) as string;
    expect(await told.ended()).toEqual({ kind: 'lost', failure: { name: 'Error', message } });
  });

  test('survives random bytes, which end it', async () => {
    const random = createRandom(seedOf('frames'));
    for (let i = 0; i < 20; i++) {
      const { from, told } = await server.open(threaded);
      const bytes = Buffer.from(Array.from({ length: random.between(8, 400) }, () => random.between(0, 255)));
      from.socket.end(bytes);
      expect(await told.ended()).toMatchObject({ kind: 'lost' });
    }
  });
});
