import { encodeResponse, messages, MessageScanner, TypeId } from '@offloop/wire';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { CompletionKind } from '@offloop/contract';
import { ResponseReader } from '../../src/completions/response-reader.js';
import { CompletionBench, type Completion } from '../../../runtime/test/support/completion-bench.js';
import { seedOf } from '@offloop/tools';
import { counted, data } from '../support/wire-bytes.js';

const SLOT = 11;
const GENERATION = 5;
/** Bytes in front of and behind a message: the reader must mind its bounds. */
const MARGIN = 9;

/** The one completion that comes of a response. */
function complete(message: Buffer): Completion {
  const bench = new CompletionBench(1024 * 1024);
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

describe('a response without a value', () => {
  test('of no fields is VOID', () => {
    expect(complete(encodeResponse(messages.map.clear, {})).kind).toBe(CompletionKind.VOID);
  });

  test('of one boolean is TRUE or FALSE', () => {
    expect(complete(encodeResponse(messages.map.containsKey, { response: true })).kind).toBe(
      CompletionKind.TRUE,
    );
    expect(complete(encodeResponse(messages.map.containsKey, { response: false })).kind).toBe(
      CompletionKind.FALSE,
    );
  });

  test('of one int is INT32', () => {
    const { kind, body } = complete(encodeResponse(messages.map.size, { response: -7 }));
    expect([kind, body.readInt32LE()]).toEqual([CompletionKind.INT32, -7]);
  });

  test('of any other shape is FRAMES, the whole message', () => {
    const message = encodeResponse(messages.map.keySet, { response: [data(TypeId.INT, Buffer.alloc(4))] });
    const { kind, body } = complete(message);
    expect(kind).toBe(CompletionKind.FRAMES);
    expect(body.equals(message)).toBe(true);
  });

  test('of a type nobody knows is FRAMES', () => {
    const message = encodeResponse(messages.map.clear, {});
    message.writeInt32LE(0x7a_7a_01, 6);
    expect(complete(message).kind).toBe(CompletionKind.FRAMES);
    message.writeInt32LE(-1, 6);
    expect(complete(message).kind).toBe(CompletionKind.FRAMES);
  });
});

describe('a response with a value', () => {
  const double = Buffer.alloc(8);
  double.writeDoubleBE(-1.5e300);
  const long = Buffer.alloc(8);
  long.writeBigInt64BE(-5_000_000_000n);
  const int = Buffer.alloc(4);
  int.writeInt32BE(-123_456);

  test('null is NULL, as a null frame and as a serialized null', () => {
    expect(got(null).kind).toBe(CompletionKind.NULL);
    expect(got(data(TypeId.NULL, '')).kind).toBe(CompletionKind.NULL);
  });

  test('with a frame behind it, as a newer member may send, is FRAMES: only the message table knows what to skip', () => {
    const message = encodeResponse(messages.map.get, { response: data(TypeId.INT, int) });
    const added = Buffer.from([10, 0, 0, 0, 0, 0x20, 1, 2, 3, 4]);
    const longer = Buffer.concat([message, added]);
    // The value's frame, behind the initial one, is no longer the last.
    longer[longer.readInt32LE(0) + 5] &= ~0x20;
    const { kind, body } = complete(longer);
    expect(kind).toBe(CompletionKind.FRAMES);
    expect(body.equals(longer)).toBe(true);
  });

  test('boolean is TRUE or FALSE', () => {
    expect(got(data(TypeId.BOOLEAN, Buffer.from([1]))).kind).toBe(CompletionKind.TRUE);
    expect(got(data(TypeId.BOOLEAN, Buffer.from([0]))).kind).toBe(CompletionKind.FALSE);
  });

  test('double is FLOAT64, with the bits of the number in this machine’s order', () => {
    const { kind, body } = got(data(TypeId.DOUBLE, double));
    expect([kind, body.readDoubleLE()]).toEqual([CompletionKind.FLOAT64, -1.5e300]);
  });

  test('long is INT64', () => {
    const { kind, body } = got(data(TypeId.LONG, long));
    expect([kind, body.readBigInt64LE()]).toEqual([CompletionKind.INT64, -5_000_000_000n]);
  });

  test('int is INT32', () => {
    const { kind, body } = got(data(TypeId.INT, int));
    expect([kind, body.readInt32LE()]).toEqual([CompletionKind.INT32, -123_456]);
  });

  test.each([
    ['', CompletionKind.ASCII],
    ['plain', CompletionKind.ASCII],
    ['\u007f'.repeat(500), CompletionKind.ASCII],
    ['é', CompletionKind.UTF8],
    [`${'x'.repeat(499)}é`, CompletionKind.UTF8],
    ['😀', CompletionKind.UTF8],
  ])('text %j is its bytes, and ASCII only if every byte is', (text, expected) => {
    const { kind, body } = got(data(TypeId.STRING, counted(text)));
    expect([kind, body.toString()]).toEqual([expected, text]);
  });

  test('JSON is its text, a byte array its bytes', () => {
    const json = got(data(TypeId.JSON, counted('{"a":1}')));
    expect([json.kind, json.body.toString()]).toEqual([CompletionKind.JSON, '{"a":1}']);
    const bytes = got(data(TypeId.BYTE_ARRAY, counted(Buffer.from([1, 2, 255]))));
    expect([bytes.kind, [...bytes.body]]).toEqual([CompletionKind.BYTES, [1, 2, 255]]);
  });

  const simple: number[] = [
    TypeId.STRING,
    TypeId.JSON,
    TypeId.BYTE_ARRAY,
    TypeId.BOOLEAN,
    TypeId.DOUBLE,
    TypeId.LONG,
    TypeId.INT,
    TypeId.NULL,
  ];
  const others = Object.entries(TypeId).filter(([, id]) => !simple.includes(id));

  test.each(others)('%s is DATA, as it came', (_name, id) => {
    const value = data(id, 'whatever');
    const { kind, body } = got(value);
    expect(kind).toBe(CompletionKind.DATA);
    expect(body.equals(value)).toBe(true);
  });

  test('a null array or string, whose length says −1, is DATA', () => {
    const minusOne = Buffer.alloc(4, 0xff);
    for (const id of [TypeId.STRING, TypeId.JSON, TypeId.BYTE_ARRAY]) {
      expect(got(data(id, minusOne)).kind).toBe(CompletionKind.DATA);
    }
  });

  test('a value whose payload is not as long as its type says is DATA', () => {
    expect(got(data(TypeId.INT, Buffer.alloc(3))).kind).toBe(CompletionKind.DATA);
    expect(got(data(TypeId.LONG, Buffer.alloc(9))).kind).toBe(CompletionKind.DATA);
    expect(got(data(TypeId.DOUBLE, '')).kind).toBe(CompletionKind.DATA);
    expect(got(data(TypeId.BOOLEAN, Buffer.alloc(2))).kind).toBe(CompletionKind.DATA);
    expect(got(data(TypeId.STRING, counted('four').subarray(0, 6))).kind).toBe(CompletionKind.DATA);
    expect(got(data(TypeId.STRING, Buffer.from([0, 0]))).kind).toBe(CompletionKind.DATA);
    expect(got(Buffer.from([0, 0, 0])).kind).toBe(CompletionKind.DATA);
  });
});

test('no damage inside whole frames makes it throw or say more than one thing', () => {
  const seed = seedOf('response reader');
  const responses = [
    encodeResponse(messages.map.get, { response: data(TypeId.STRING, counted('hello')) }),
    encodeResponse(messages.map.get, { response: data(TypeId.DOUBLE, Buffer.alloc(8)) }),
    encodeResponse(messages.map.get, { response: null }),
    encodeResponse(messages.map.size, { response: 3 }),
    encodeResponse(messages.map.containsKey, { response: true }),
    encodeResponse(messages.map.keySet, { response: [data(TypeId.INT, Buffer.alloc(4))] }),
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
    { seed, numRuns: 4000 },
  );
  expect(whole).toBeGreaterThan(500);
});
