import Long from 'long';
import { describe, expect, test } from 'vitest';

import { ValueReader } from '../../../src/calls/completions/value-reader.js';
import { HazelcastJsonValue, DataDecoder, DEFAULT_SERIALIZATION } from '@offloop/values';
import { CompletionKind } from '@offloop/contract';
import { ShapeTree } from '../../../../workers/src/completions/tape/shape-tree.js';
import { TapeWriter } from '../../../../workers/src/completions/tape/tape-writer.js';
import { dataKind } from '../../../../workers/src/completions/data-kind.js';
import { encode } from '../../../../values/test/serialization/encode.js';

const FRAME_HEADER = 6;

describe.each([true, false])('an element of a list, with big endian payloads: %s', (isBigEndian) => {
  const settings = { ...DEFAULT_SERIALIZATION, isBigEndian };
  const decoder = new DataDecoder(settings);
  const reader = new ValueReader(decoder, settings);

  function read(value: unknown): { kind: number; value: unknown } {
    const data = encode(value, settings);
    const kind = dataKind(data, 0, data.length, !isBigEndian);
    const around = Buffer.concat([Buffer.alloc(3 + FRAME_HEADER, 0xee), data, Buffer.alloc(5, 0xee)]);
    const end = 3 + FRAME_HEADER + data.length;
    return { kind, value: reader.readElement(kind, around, 3, end) };
  }

  test.each([
    true,
    false,
    null,
    0.5,
    -1e300,
    Long.fromString('-5000000000'),
    '',
    'plain',
    'Жж',
    Buffer.from([1, 2, 255]),
  ])('%j is made in one step', (value) => {
    const met = read(value);
    expect(met.kind).not.toBe(CompletionKind.DATA);
    expect(met.value).toEqual(value);
  });

  test('JSON is parsed', () => {
    expect(read(new HazelcastJsonValue('{"a":[1]}'))).toEqual({
      kind: CompletionKind.JSON,
      value: { a: [1] },
    });
  });

  test('any other value goes to its decoder', () => {
    expect(read(['x', null])).toEqual({ kind: CompletionKind.DATA, value: ['x', null] });
  });
});

test('the shapes of a worker that takes a dead one’s place are its own', () => {
  const reader = new ValueReader(new DataDecoder(DEFAULT_SERIALIZATION), DEFAULT_SERIALIZATION);
  // One life of a worker: what it announces and the tape it makes.
  const live = (text: string): unknown => {
    const tree = new ShapeTree();
    tree.allowance = 100;
    const record = new TapeWriter(tree).write(Buffer.from(text), 0, text.length)!;
    for (let i = 0; i < tree.shapes; i++) {
      reader.addShape(i, JSON.parse(tree.keysOf(i).toString()) as string[]);
    }
    return reader.read(CompletionKind.TAPE, record, 0, record.length);
  };
  expect(live('[{"a":1},{"b":[2]}]')).toEqual([{ a: 1 }, { b: [2] }]);
  expect(live('{"c":{"d":3}}')).toEqual({ c: { d: 3 } });
});
