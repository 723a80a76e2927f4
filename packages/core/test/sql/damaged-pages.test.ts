import { setImmediate as turn } from 'node:timers/promises';
import { rounds, seedOf, sqlPage, type SqlColumn } from '@offloop/tools';
import { createRandom, type Random } from '@offloop/tools/random';
import { CompletionKind, RequestFlag } from '@offloop/contract';
import { ColumnType } from '@offloop/contract/page';
import { encodeResponse, messages, ProtocolError as WireProtocolError } from '@offloop/wire';
import {
  BigDecimal,
  DataDecoder,
  Fields,
  GenericRecords,
  HazelcastSerializationError,
  LocalDate,
  UUID,
  type SerializationSettings,
} from '@offloop/values';
import Long from 'long';
import { expect, test } from 'vitest';

import { PageScan, PageState } from '../../../workers/src/completions/page-scan.js';
import { OurSide } from '../../../values/test/serialization/compact/clients.js';
import { CompletionReader } from '../../src/calls/completions/completion-reader.js';
import { RowPage } from '../../src/calls/completions/page/row-page.js';
import type { Invoker } from '../../src/calls/invoker.js';
import { decodedOperation, type Operation } from '../../src/calls/operation.js';
import { ProtocolError } from '../../src/errors/own-errors.js';
import { Cursor } from '../../src/sql/cursor.js';
import { HazelcastSqlException } from '../../src/sql/hazelcast-sql-exception.js';
import { QueryIds } from '../../src/sql/query-ids.js';
import { QueryTime } from '../../src/sql/query-time.js';
import { objectRows, rawRows } from '../../src/sql/rows/row-maker.js';
import { RowShape } from '../../src/sql/rows/row-shape.js';
import { SqlErrors } from '../../src/sql/sql-errors.js';
import type { SqlRow } from '../../src/sql/sql-row.js';

const seed = seedOf('damaged pages');
const PAGES = rounds({ short: 5000, full: 30_000 });
/** Pages between two turns of the loop. */
const STRIDE = 200;
/** Rows that are asked for. */
const ASKED = 256;
/** Bytes of a page for each byte of its response: a bit of a null becomes a place of 17 bytes, and one that says so. */
const LARGEST_GROWTH = 8 * 18 * 1.5;

/** What a page, the description of its columns, and a statement are refused with. */
const TYPED = [ProtocolError, WireProtocolError, HazelcastSerializationError, HazelcastSqlException];

const errors = new SqlErrors(new UUID(Long.ZERO, Long.ONE));
const NOBODY = { msb: 0n, lsb: 0n };
/** A client that asks in vain for Compact schemas that it does not know. */
const { settings, ...side } = sideWithoutSchemas();
const completions = new CompletionReader(new DataDecoder(settings), settings);
const execute = decodedOperation(messages.sql.execute, (response) => response, RequestFlag.PREFERS).paged;
const fetch = decodedOperation(messages.sql.fetch, ({ error }) => error, RequestFlag.CONNECTION).paged;

function sideWithoutSchemas(): { settings: SerializationSettings; encode(value: unknown): Buffer } {
  const own = new OurSide([]);
  const { schemas } = own.settings.compact;
  schemas.source = {
    replicate: async (schema) => schemas.add(schema),
    fetch: () => Promise.reject(new HazelcastSerializationError('there is no such schema')),
  };
  return { settings: own.settings, encode: (value) => own.encode(value) };
}

function bytesOf(...numbers: readonly (readonly [value: number, size: number])[]): Buffer {
  return Buffer.concat(
    numbers.map(([value, size]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeIntLE(value, 0, size);
      return bytes;
    }),
  );
}

const DATE = bytesOf([2024, 4], [2, 1], [29, 1]);
const TIME = bytesOf([23, 1], [59, 1], [58, 1], [123_000_000, 4]);
/** The length of the digits, the digits, the scale. */
const DECIMAL = Buffer.concat([bytesOf([3, 4]), Buffer.from([1, 2, 3]), bytesOf([2, 4])]);
const OBJECTS: readonly Buffer[] = [
  'text',
  ['an', 'array', null],
  { json: [1, null, { deep: 'ж' }] },
  new LocalDate(2024, 2, 29),
  BigDecimal.fromString('-123.45'),
  Buffer.from([1, 2, 3]),
  12n ** 40n,
  GenericRecords.compact('thing', { a: Fields.STRING, b: Fields.ARRAY_OF_INT32 }, { a: 'a', b: [1, 2] }),
].map((value) => side.encode(value));

/** A column of each type, whose values are null in every third row from the first on that is. */
function columns(rows: number, firstNull: number): SqlColumn[] {
  const of = (type: number, value: (row: number) => SqlColumn['values'][number]): SqlColumn => ({
    type,
    values: Array.from({ length: rows }, (_, row) => (row >= firstNull && row % 3 === 0 ? null : value(row))),
  });
  const t = ColumnType;
  return [
    of(t.VARCHAR, (row) => `row ${row}`),
    of(t.VARCHAR, (row) => `ряд ${row}`),
    of(t.BOOLEAN, (row) => row % 2),
    of(t.TINYINT, (row) => row % 100),
    of(t.SMALLINT, (row) => -row),
    of(t.INTEGER, (row) => 1000 * row),
    of(t.BIGINT, (row) => BigInt(row) << 40n),
    of(t.DECIMAL, () => DECIMAL),
    of(t.REAL, (row) => row / 4),
    of(t.DOUBLE, (row) => row / 3),
    of(t.DATE, () => DATE),
    of(t.TIME, () => TIME),
    of(t.TIMESTAMP, () => Buffer.concat([DATE, TIME])),
    of(t.TIMESTAMP_WITH_TIME_ZONE, () => Buffer.concat([DATE, TIME, bytesOf([-5400, 4])])),
    of(t.OBJECT, (row) => OBJECTS[row % OBJECTS.length]),
    of(t.NULL, () => null),
    of(t.JSON, (row) => `{"row":${row}}`),
  ];
}

interface Whole {
  readonly bytes: Buffer;
  /** The page before it; undefined for the first response to a statement. */
  readonly first: RowPage | undefined;
}

function wholeOf(page: readonly SqlColumn[], isLast: boolean): readonly Whole[] {
  const rowMetadata = page.map(({ type }, i) => ({ name: `c${i}`, type, nullable: true }));
  const executed = (rowPage: Buffer): Buffer =>
    encodeResponse(messages.sql.execute, { rowMetadata, rowPage, updateCount: -1n, error: null });
  const later = encodeResponse(messages.sql.fetch, { rowPage: sqlPage(page, isLast), error: null });
  return [
    { bytes: executed(sqlPage(page, isLast)), first: undefined },
    { bytes: later, first: pageIn(executed(sqlPage(page, false)), Infinity) as RowPage },
  ];
}

const WHOLE: readonly Whole[] = [
  ...wholeOf(columns(24, Infinity), true),
  ...wholeOf(columns(24, 0), false),
  ...wholeOf(columns(200, 100).slice(4, 8), false),
  ...wholeOf(columns(0, 0), true),
  ...wholeOf(columns(1, Infinity).slice(0, 1), true),
];
const NO_PAGE: readonly Whole[] = [
  null,
  { code: 1008, message: 'text', originatingMemberId: NOBODY, suggestion: null },
].map((error) => ({
  bytes: encodeResponse(messages.sql.execute, { rowMetadata: null, rowPage: null, updateCount: 5n, error }),
  first: undefined,
}));

/** Reads a response as a worker and its caller do. Throws what the call rejects with. @returns what it resolves to. */
function pageIn(bytes: Buffer, values: number, operation: Operation = execute): unknown {
  const scan = new PageScan(2 ** 30).begin(7, ASKED, bytes, 0, bytes.length);
  let state: PageState = PageState.MORE;
  try {
    while (state === PageState.MORE) state = scan.advance(values);
  } catch (error) {
    throw error instanceof WireProtocolError ? new ProtocolError(error.message) : error;
  } finally {
    expect(scan.output.bytes.length).toBeLessThan(LARGEST_GROWTH * bytes.length);
  }
  const { output } = scan;
  const [kind, body] =
    state === PageState.NONE
      ? [CompletionKind.FRAMES, bytes]
      : [CompletionKind.PAGE, output.bytes.subarray(0, output.length)];
  return completions.readSpilled(kind, [copyOf(body)], operation);
}

function copyOf(bytes: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  Buffer.from(copy).set(bytes);
  return copy;
}

const WORDS = [-1, 0, 1, 7, 2 ** 31 - 1, -(2 ** 31), 65_536, ASKED, ASKED + 1];
const FLAGS = [0, 1 << 12, 1 << 11, 1 << 10, 1 << 13, 0xffff];
/** Bytes at the start of a response that say what it is, and are right: a worker has looked at them before. */
const HEADER_BYTES = 19;

/** Where the frames of a whole response begin, from the second on; and where it ends. */
function framesOf(bytes: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.readInt32LE(0); at < bytes.length; at += bytes.readInt32LE(at)) places.push(at);
  return [...places, bytes.length];
}

/** A response with some bytes, counts, lengths or flags that are wrong, with frames too few or too many, or cut off. */
function damaged(whole: Buffer, { below, between, pick, chance }: Random): Buffer {
  const frames = framesOf(whole);
  const frame = (): number => frames[below(frames.length - 1)];
  let bytes = Buffer.from(whole);
  for (let times = chance(0.7) ? 1 : between(2, 4); times > 0; times--) {
    const anywhere = between(HEADER_BYTES, bytes.length - 1);
    const at = chance(0.25) ? Math.min(frame() + pick([0, 6, 7, 10]), bytes.length - 1) : anywhere;
    switch (below(12)) {
      case 0:
        if (at + 4 <= bytes.length) bytes.writeInt32LE(chance(0.5) ? pick(WORDS) : below(1000), at);
        break;
      case 1: {
        const place = Math.min(frame(), bytes.length - 6);
        if (place >= HEADER_BYTES) bytes.writeUInt16LE(pick(FLAGS), place + 4);
        break;
      }
      case 2:
        bytes = bytes.subarray(0, anywhere);
        break;
      case 3: {
        const [from, to] = [frame(), frame()].toSorted((a, b) => a - b);
        bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
        break;
      }
      case 4: {
        const [from, to] = [frame(), pick(frames)].toSorted((a, b) => a - b);
        bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
        break;
      }
      default:
        bytes[at] = below(256);
    }
    if (bytes.length <= HEADER_BYTES) return Buffer.from(whole.subarray(0, HEADER_BYTES + 1));
  }
  return bytes;
}

/** Reads all rows in both ways. @returns the number of values that are errors. */
function readRows(page: RowPage, shape: RowShape): number {
  expect(page.rows).toBeLessThanOrEqual(ASKED);
  const [asObject, asRow] = [objectRows(shape, errors), rawRows(shape.metadata(), errors)];
  let refused = 0;
  const attempt = (read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      refused++;
      expect(error).toBeInstanceOf(HazelcastSqlException);
      // What is wrong with the bytes, and not what a reader stumbled over.
      expect((error as Error).cause).not.toBeInstanceOf(TypeError);
    }
  };
  for (let row = 0; row < page.rows; row++) {
    attempt(() => asObject(page, row));
    const raw = asRow(page, row) as SqlRow;
    for (let column = 0; column < page.columns.length; column++) attempt(() => raw.getObject(column));
  }
  return refused;
}

/** Has a cursor fetch the page behind `first`. Rejects as `Cursor.arrival`. */
async function fetched(first: RowPage, bytes: Buffer, values: number): Promise<RowPage> {
  let fetches = 0;
  const invoker = {
    // What follows the fetch closes the query.
    invokeOnConnection: async () => (fetches++ === 0 ? pageIn(bytes, values, fetch) : undefined),
  } as unknown as Invoker;
  const query = {
    id: new QueryIds().next(undefined),
    pageRows: ASKED,
    time: new QueryTime(0, 1000),
    member: undefined,
  };
  const cursor = new Cursor({ invoker, errors, members: () => [], epoch: () => 0 }, query, first);
  await cursor.arrival();
  return cursor.take()!;
}

/** What becomes of a response: what a call gets of it, or its error. */
async function outcomeOf({ first }: Whole, bytes: Buffer, values: number): Promise<string> {
  let page: unknown;
  let shape: RowShape;
  try {
    page = await (first === undefined ? pageIn(bytes, values) : fetched(first, bytes, values));
    if (!(page instanceof RowPage)) return 'no page';
    shape = RowShape.of(first ?? page, undefined);
  } catch (error) {
    if (!TYPED.some((kind) => error instanceof kind)) throw error;
    return 'refused';
  }
  return readRows(page, shape) === 0 ? 'rows' : 'rows with damaged values';
}

test(`${PAGES} damaged pages give rows or typed errors, within bounds of memory`, async () => {
  const random = createRandom(seed);
  const met = new Map<string, number>();
  for (const whole of WHOLE) expect(await outcomeOf(whole, whole.bytes, 10)).toBe('rows');
  for (const whole of NO_PAGE) expect(await outcomeOf(whole, whole.bytes, 10)).toBe('no page');
  for (let page = 0; page < PAGES; page++) {
    const whole = random.pick(random.chance(0.9) ? WHOLE : NO_PAGE);
    // Or what another statement is answered with.
    const bytes = random.chance(0.9) ? damaged(whole.bytes, random) : random.pick(WHOLE).bytes;
    const outcome = await outcomeOf(whole, bytes, random.chance(0.3) ? random.between(1, 50) : Infinity);
    met.set(outcome, (met.get(outcome) ?? 0) + 1);
    if (page % STRIDE === 0) await turn();
  }
  expect(met.size).toBe(4);
}, 120_000);
