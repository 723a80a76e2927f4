import { rounds, seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { encodeResponse, messages } from '@offloop/wire';
import { CompletionKind } from '@offloop/contract';
import { listKindsOffset } from '@offloop/contract/list';
import { expect, test } from 'vitest';
import { ListScan, ScanState } from '../../../../../workers/src/completions/list-scan.js';
import type { JsonTapes } from '../../../../../workers/src/completions/tape/json-tapes.js';
import { ValueList } from '../../../../src/calls/completions/value-list.js';
import { ValueReader } from '../../../../src/calls/completions/value-reader.js';
import { HazelcastJsonValue, DataDecoder, DEFAULT_SERIALIZATION } from '@offloop/values';
import { encode } from '../../../../../values/test/serialization/encode.js';
import { calmTapes } from './calm-tapes.js';
import { difference } from './difference.js';
import { Documents } from './documents.js';

const seed = seedOf('lists of tapes');
const RUNS = rounds({ short: 1000, full: 3000 });

/** Both ends of the way of lists: the worker's and the caller's, without the ring between them. */
class Lists {
  readonly reader = new ValueReader(new DataDecoder(DEFAULT_SERIALIZATION), DEFAULT_SERIALIZATION);
  readonly tapes: JsonTapes;
  taped = 0;
  readonly #scan: ListScan;

  constructor() {
    this.tapes = calmTapes(
      ({ number, keys }) => this.reader.addShape(number, keys),
      () => this.taped++,
    );
    this.#scan = new ListScan(false, this.tapes);
  }

  /** The list that these elements arrive as. @param midway runs between two steps of the scan, when there are several. */
  carry(elements: readonly Buffer[], stride: number, isSpilled: boolean, midway?: () => void): ValueList {
    const message = messageOf(elements);
    // Something before it, so that an offset that is not looked at shows.
    const around = Buffer.concat([Buffer.alloc(5, 0xee), message]);
    const scan = this.#scan.begin(around, 5, around.length);
    while (scan.advance(stride) === ScanState.MORE) midway?.();
    const table = Buffer.alloc(scan.tableLength + 4, 0xee);
    scan.writeTable(table, 0);
    if (scan.tableLength % 8 !== 0 || table.readInt32LE(scan.tableLength) !== (0xeeeeeeee | 0))
      throw new Error(`a table of ${scan.tableLength} bytes is not padded, or writes behind itself`);
    const whole = table.subarray(0, scan.tableLength);
    const { reader } = this;
    if (isSpilled) return ValueList.spilled(Buffer.from(whole), Buffer.from(message), reader, reader.shapes);
    const memory = Buffer.from(new SharedArrayBuffer(40 + whole.length + message.length));
    whole.copy(memory, 40);
    message.copy(memory, 40 + whole.length);
    return ValueList.inline(memory, 40, reader, reader.shapes);
  }
}

function messageOf(elements: readonly Buffer[]): Buffer {
  return encodeResponse(
    messages.list.getAll,
    { response: [...elements] },
    { correlationLow: 1, correlationHigh: 2 },
  );
}

function json(text: Buffer | string): Buffer {
  return encode(new HazelcastJsonValue(text.toString()), DEFAULT_SERIALIZATION);
}

/** What it gives, in an object; undefined: it throws. */
function outcome(give: () => unknown): { readonly value: unknown } | undefined {
  try {
    return { value: give() };
  } catch {
    return undefined;
  }
}

test('lists of documents, damaged ones too, among values of other kinds arrive as they would as text', () => {
  const source = new Documents(seed);
  const lists = new Lists();
  const { below } = createRandom(seed);
  const others = [null, 'plain', 'Жж', '', 1.5, true, ['x', 'y'], Buffer.from([1, 2])].map(
    (value) => [encode(value, DEFAULT_SERIALIZATION), value] as [Buffer, unknown],
  );
  for (let run = 0; run < RUNS; run++) {
    const elements: Buffer[] = [];
    const wanted: ({ readonly value: unknown } | undefined)[] = [];
    for (let i = below(12); i > 0; i--) {
      if (below(3) === 0) {
        const [element, value] = others[below(others.length)];
        elements.push(element);
        wanted.push({ value });
      } else {
        const text =
          below(3) === 0 ? `{"run":${run},"name":"some name","on":[${i}]}` : source.next().toString();
        elements.push(json(text));
        wanted.push(outcome(() => JSON.parse(text) as unknown));
      }
    }
    const list = lists.carry(elements, below(2) === 0 ? 1 : 1e9, below(2) === 0);
    expect(list.length).toBe(elements.length);
    // From the last to the first, and again: any of them can be asked for at any time.
    for (const i of [...elements.keys(), ...elements.keys()].toReversed()) {
      const found = difference(
        outcome(() => list.at(i)),
        wanted[i],
      );
      if (found !== undefined) throw new Error(`${found} at ${i}, run ${run}, seed ${seed}`);
    }
  }
  expect(lists.taped).toBeGreaterThan(RUNS / 3);
});

test('a list keeps the shapes of the worker that has sent it', () => {
  const first = new Lists();
  const texts = [
    '{"a":1,"b":"escaped \\n é","c":"long enough to pay","d":"and some more","e":"and even more of it"}',
    '{"c":{"a":[1,2]}}',
  ];
  const list = first.carry(texts.map(json), 1e9, true);
  first.reader.addShape(0, ['other']);
  first.reader.addShape(1, ['others']);
  expect([list.at(0), list.at(1)]).toEqual(texts.map((text) => JSON.parse(text) as unknown));
  expect(first.taped).toBe(2);
});

test('a list that the shapes began anew under goes as text', () => {
  const lists = new Lists();
  // Keys that do not come again fill the list of shapes, with enough text of known ones to earn them.
  const rows = Array.from({ length: 100 }, (_, i) => ({ id: i, name: 'some name' }));
  let documents = 0;
  const fill = (): void => {
    const trees = lists.tapes.trees;
    while (lists.tapes.trees === trees) {
      for (let i = 0; i < 50; i++) {
        const keys = Array.from({ length: 50 }, (_, k) => [`d${documents}-${k}`, k]);
        documents++;
        for (const document of [Object.fromEntries(keys), rows]) {
          const text = Buffer.from(JSON.stringify(document));
          lists.tapes.apart(text, 0, text.length);
        }
      }
    }
  };
  const texts = Array.from({ length: 40 }, (_, i) => `{"n":${i},"text":"some text"}`);
  let isFilled = false;
  const list = lists.carry(texts.map(json), 10, true, () => {
    if (!isFilled) fill();
    isFilled = true;
  });
  expect(isFilled).toBe(true);
  expect(texts.map((_, i) => list.at(i))).toEqual(texts.map((text) => JSON.parse(text) as unknown));
  // The next one has tapes again.
  const { taped } = lists;
  lists.carry(
    Array.from({ length: 40 }, () => json('{"n": 1}')),
    10,
    true,
  );
  expect(lists.taped).toBeGreaterThan(taped);
});

test('a list without a tape has no room for them in its table', () => {
  const scan = new ListScan(false, new Lists().tapes);
  const message = messageOf([encode('x', DEFAULT_SERIALIZATION), json('[1')]);
  expect(scan.begin(message, 0, message.length).advance(10)).toBe(ScanState.DONE);
  expect(scan.tableLength).toBe((listKindsOffset(2) + 2 + 7) & ~7);
  const table = Buffer.alloc(scan.tableLength);
  scan.writeTable(table, 0);
  expect(table[listKindsOffset(2) + 1]).toBe(CompletionKind.JSON);
});

test('long documents take their share of a step', () => {
  const scan = new ListScan(false, new Lists().tapes);
  const message = messageOf(
    Array.from({ length: 100 }, () => json(JSON.stringify({ text: 'x'.repeat(16_000) }))),
  );
  scan.begin(message, 0, message.length);
  let steps = 1;
  while (scan.advance(4096) === ScanState.MORE) steps++;
  expect(steps).toBeGreaterThan(20);
});
