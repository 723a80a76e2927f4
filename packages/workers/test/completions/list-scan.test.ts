import { encodeResponse, messages, TypeId } from '@offloop/wire';
import { describe, expect, test } from 'vitest';

import { ListScan, ScanState } from '../../src/completions/list-scan.js';
import { listKindsOffset } from '@offloop/contract/list';
import { CompletionKind } from '@offloop/contract';
import { seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { counted, data } from '../support/wire-bytes.js';

function message(elements: Buffer[]): Buffer {
  const ids = { correlationLow: 1, correlationHigh: 2 };
  return encodeResponse(messages.map.keySet, { response: elements }, ids);
}

/** Boundaries and kinds of a finished scan. */
function tableOf(scan: ListScan): { boundaries: number[]; kinds: number[] } {
  const table = Buffer.alloc(scan.tableLength);
  scan.writeTable(table, 0);
  const count = table.readInt32LE(0);
  return {
    boundaries: Array.from({ length: count + 1 }, (_, i) => table.readInt32LE(8 + 4 * i)),
    kinds: [...table.subarray(listKindsOffset(count), listKindsOffset(count) + count)],
  };
}

const ELEMENTS = [
  data(TypeId.STRING, counted('ascii')),
  data(TypeId.STRING, counted('Жж')),
  data(TypeId.JSON, counted('{}')),
  data(TypeId.BYTE_ARRAY, counted('bytes')),
  data(TypeId.DOUBLE, Buffer.alloc(8)),
  data(TypeId.LONG, Buffer.alloc(8)),
  data(TypeId.INT, Buffer.alloc(4)),
  data(TypeId.BOOLEAN, Buffer.from([1])),
  data(TypeId.BOOLEAN, Buffer.from([0])),
  data(TypeId.NULL, Buffer.alloc(0)),
  data(TypeId.INT, Buffer.alloc(5)),
  data(TypeId.BOOLEAN, Buffer.alloc(2)),
  data(TypeId.STRING, Buffer.from([0, 0, 0, 9, 65])),
  data(TypeId.STRING, Buffer.from([255, 255, 255, 255])),
  data(1000, Buffer.alloc(1)),
  Buffer.alloc(3),
];
const KINDS = [
  CompletionKind.ASCII,
  CompletionKind.UTF8,
  CompletionKind.JSON,
  CompletionKind.BYTES,
  CompletionKind.FLOAT64,
  CompletionKind.INT64,
  CompletionKind.INT32,
  CompletionKind.TRUE,
  CompletionKind.FALSE,
  CompletionKind.NULL,
  CompletionKind.DATA,
  CompletionKind.DATA,
  CompletionKind.DATA,
  CompletionKind.DATA,
  CompletionKind.DATA,
  CompletionKind.DATA,
];

describe('the table of a list', () => {
  test.each([1, 3, 100])('has each element and its kind, walked %i at a time', (stride) => {
    const bytes = Buffer.concat([Buffer.alloc(5), message(ELEMENTS)]);
    const scan = new ListScan(false, undefined).begin(bytes, 5, bytes.length);
    while (scan.advance(stride) === ScanState.MORE);
    const { boundaries, kinds } = tableOf(scan);
    expect(kinds).toEqual(KINDS);
    const found = ELEMENTS.map((_, i) => bytes.subarray(5 + boundaries[i] + 6, 5 + boundaries[i + 1]));
    expect(found).toEqual(ELEMENTS);
  });

  test('of nothing has no elements', () => {
    const bytes = message([]);
    const scan = new ListScan(false, undefined).begin(bytes, 0, bytes.length);
    expect(scan.advance(1)).toBe(ScanState.DONE);
    expect(tableOf(scan).kinds).toEqual([]);
  });
});

test('a list that ends with its message, and not with an END frame, is odd', () => {
  const bytes = message(ELEMENTS);
  // The frame of the last element becomes the last of the message.
  let last = 0;
  for (let at = 0, i = 0; i < 2 + ELEMENTS.length; i++) {
    last = at;
    at += bytes.readInt32LE(at);
  }
  bytes[last + 5] |= 0x20;
  for (const end of [bytes.length, last + bytes.readInt32LE(last)]) {
    const scan = new ListScan(false, undefined).begin(bytes, 0, end);
    expect(scan.advance(100)).toBe(ScanState.ODD);
  }
});

test('nonsense, cut off or changed in any place, never makes a table that reaches past its message', () => {
  const seed = seedOf('list scan');
  const { below } = createRandom(seed);
  const whole = message([...ELEMENTS, ...ELEMENTS]);
  let odd = 0;
  for (let run = 0; run < 20_000; run++) {
    const bytes = Buffer.from(
      whole.subarray(0, run % 2 === 0 ? whole.length : 20 + below(whole.length - 20)),
    );
    for (let changes = below(4); changes > 0; changes--) bytes[below(bytes.length)] = below(256);
    const guarded = Buffer.concat([bytes, Buffer.alloc(64, 0x7f)]);
    const scan = new ListScan(false, undefined).begin(guarded, 0, bytes.length);
    let state: ScanState;
    let steps = 0;
    do {
      state = scan.advance(7);
      if (++steps >= bytes.length) throw new Error(`no end, seed ${seed}, run ${run}`);
    } while (state === ScanState.MORE);
    if (state === ScanState.ODD) {
      odd++;
      continue;
    }
    const { boundaries } = tableOf(scan);
    boundaries.forEach((boundary, i) => {
      const least = i === 0 ? 0 : boundaries[i - 1] + 6;
      if (boundary < least || boundary > bytes.length) {
        throw new Error(`boundary ${boundary} of ${bytes.length} bytes, seed ${seed}, run ${run}`);
      }
    });
  }
  expect(odd).toBeGreaterThan(100);
});
