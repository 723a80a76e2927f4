import { encodeResponse, messages, MessageScanner, TypeId } from '@offloop/wire';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { CompletionKind } from '@offloop/contract';
import { ResponseReader } from '../../src/completions/response-reader.js';
import { CompletionBench, type Completion } from '../../../runtime/test/support/completion-bench.js';
import { seedOf } from '@offloop/tools';
import { counted, data } from '../support/wire-bytes.js';

const {
  ASCII,
  BYTES,
  DATA,
  FALSE,
  FLOAT64,
  FRAMES,
  INT32,
  INT64,
  JSON: JSON_TEXT,
  NULL,
  TRUE,
  UTF8,
  VOID,
} = CompletionKind;

const SLOT = 11;
const GENERATION = 5;
/** Bytes in front of and behind a message: the reader must mind its bounds. */
const MARGIN = 9;

/** The one completion that comes of a response. */
function complete(message: Buffer): Completion {
  const bench = new CompletionBench(8 * 1024);
  const around = Buffer.alloc(MARGIN, 0xee);
  const bytes = Buffer.concat([around, message, around]);
  const type = message.readInt32LE(6);
  const reader = new ResponseReader(bench.writer, undefined, false);
  reader.complete(SLOT, GENERATION, type, bytes, MARGIN, MARGIN + message.length);
  bench.writer.flush();
  const met = bench.read();
  expect(met).toHaveLength(1);
  expect(met[0]).toMatchObject({ slot: SLOT, generation: GENERATION });
  return met[0];
}

const got = (value: Buffer | null): Completion =>
  complete(encodeResponse(messages.map.get, { response: value }));

/** A number as it is serialized: its last byte first. */
const reversed = (bytes: Buffer): Buffer => Buffer.from(bytes.toReversed());

function bytesOf(write: (bytes: Buffer) => void, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
}
const DOUBLE = bytesOf((bytes) => bytes.writeDoubleLE(-1.5e300), 8);
const LONG = bytesOf((bytes) => bytes.writeBigInt64LE(-5_000_000_000n), 8);
const INT = bytesOf((bytes) => bytes.writeInt32LE(-123_456), 4);
const LIST = encodeResponse(messages.map.keySet, { response: [data(TypeId.INT, INT)] });

function withType(type: number): Buffer {
  const message = encodeResponse(messages.map.clear, {});
  message.writeInt32LE(type, 6);
  return message;
}

/** As a newer member may send it: only the message table knows what to skip. */
function withFrameBehind(): Buffer {
  const message = encodeResponse(messages.map.get, { response: data(TypeId.INT, INT) });
  const longer = Buffer.concat([message, Buffer.from([10, 0, 0, 0, 0, 0x20, 1, 2, 3, 4])]);
  // The value's frame, behind the initial one, is no longer the last.
  longer[longer.readInt32LE(0) + 5] &= ~0x20;
  return longer;
}

test.each<[string, Buffer, number, Buffer?]>([
  ['no fields', encodeResponse(messages.map.clear, {}), VOID],
  ['true', encodeResponse(messages.map.containsKey, { response: true }), TRUE],
  ['false', encodeResponse(messages.map.containsKey, { response: false }), FALSE],
  [
    'an int',
    encodeResponse(messages.map.size, { response: -123_456 }),
    INT32,
    Buffer.concat([INT, Buffer.alloc(4)]),
  ],
  ['any other shape', LIST, FRAMES, LIST],
  ['a type nobody knows', withType(0x7a_7a_01), FRAMES],
  ['a type below 0', withType(-1), FRAMES],
  ['a frame behind the value', withFrameBehind(), FRAMES, withFrameBehind()],
])('a response of %s has its kind', (_what, message, expected, bytes) => {
  const { kind, body } = complete(message);
  expect(kind).toBe(expected);
  expect(bytes === undefined ? undefined : body).toEqual(bytes);
});

const textOf = (text: string): Buffer => data(TypeId.STRING, counted(text));
const LATE = `${'x'.repeat(499)}é`;

test.each<[string, Buffer | null, number, Buffer?]>([
  ['a null frame', null, NULL],
  ['a serialized null', data(TypeId.NULL, ''), NULL],
  ['true', data(TypeId.BOOLEAN, Buffer.from([1])), TRUE],
  ['false', data(TypeId.BOOLEAN, Buffer.from([0])), FALSE],
  ['a double', data(TypeId.DOUBLE, reversed(DOUBLE)), FLOAT64, DOUBLE],
  ['a long', data(TypeId.LONG, reversed(LONG)), INT64, LONG],
  ['an int', data(TypeId.INT, reversed(INT)), INT32, Buffer.concat([INT, Buffer.alloc(4)])],
  ['no text', textOf(''), ASCII, Buffer.from('')],
  ['ASCII', textOf('plain'), ASCII, Buffer.from('plain')],
  ['long ASCII', textOf('\u007f'.repeat(500)), ASCII, Buffer.from('\u007f'.repeat(500))],
  ['of two bytes', textOf('é'), UTF8, Buffer.from('é')],
  ['ASCII but for its end', textOf(LATE), UTF8, Buffer.from(LATE)],
  ['of four bytes', textOf('😀'), UTF8, Buffer.from('😀')],
  ['JSON', data(TypeId.JSON, counted('{"a":1}')), JSON_TEXT, Buffer.from('{"a":1}')],
  ['a byte array', data(TypeId.BYTE_ARRAY, counted(Buffer.of(1, 255))), BYTES, Buffer.of(1, 255)],
])('a value that is %s has its kind', (_what, value, expected, bytes) => {
  const { kind, body } = got(value);
  expect(kind).toBe(expected);
  expect(bytes === undefined ? undefined : body).toEqual(bytes);
});

const SIMPLE = ['STRING', 'JSON', 'BYTE_ARRAY', 'BOOLEAN', 'DOUBLE', 'LONG', 'INT', 'NULL'];

test('a value of any other type is DATA, as it came', () => {
  for (const [, id] of Object.entries(TypeId).filter(([name]) => !SIMPLE.includes(name))) {
    const value = data(id, 'whatever');
    expect(got(value)).toMatchObject({ kind: DATA, body: value });
  }
});

test('a value whose payload is not as long as its type says, or as itself says, is DATA', () => {
  const odd = [
    ...[TypeId.STRING, TypeId.JSON, TypeId.BYTE_ARRAY].map((id) => data(id, Buffer.alloc(4, 0xff))),
    data(TypeId.INT, Buffer.alloc(3)),
    data(TypeId.LONG, Buffer.alloc(9)),
    data(TypeId.DOUBLE, ''),
    data(TypeId.BOOLEAN, Buffer.alloc(2)),
    data(TypeId.STRING, counted('four').subarray(0, 6)),
    data(TypeId.STRING, Buffer.from([0, 0])),
    Buffer.from([0, 0, 0]),
  ];
  for (const value of odd) expect(got(value).kind).toBe(DATA);
});

test('no damage inside whole frames makes it throw or say more than one thing', () => {
  const responses = [
    encodeResponse(messages.map.get, { response: data(TypeId.STRING, counted('hello')) }),
    encodeResponse(messages.map.get, { response: data(TypeId.DOUBLE, Buffer.alloc(8)) }),
    encodeResponse(messages.map.get, { response: null }),
    encodeResponse(messages.map.size, { response: 3 }),
    encodeResponse(messages.map.containsKey, { response: true }),
    LIST,
  ];
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
  let whole = 0;
  fc.assert(
    fc.property(fc.constantFrom(...responses), damage, (message, changes) => {
      const bytes = Buffer.from(message);
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
      // What the scanner lets through is what the reader has to cope with.
      let length = 0;
      try {
        length = new MessageScanner().scan(bytes, 0, bytes.length);
      } catch {
        return;
      }
      if (length === 0) return;
      whole++;
      complete(bytes.subarray(0, length));
    }),
    { seed: seedOf('response reader'), numRuns: 4000 },
  );
  expect(whole).toBeGreaterThan(500);
});
