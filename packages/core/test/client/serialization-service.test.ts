import Long from 'long';
import { expect, test } from 'vitest';

import { SerializationServiceImpl } from '../../src/client/serialization-service.js';
import { resolveConfig } from '../../src/config/client-config.js';
import {
  HazelcastSerializationError,
  IllegalArgumentError,
  DataEncoder,
  toData,
  DataDecoder,
} from '@offloop/values';
import {
  BigDecimal,
  HazelcastJsonValue,
  LocalDate,
  LocalDateTime,
  LocalTime,
  OffsetDateTime,
  RestValue,
  UUID,
  type CompactReader,
  type CompactWriter,
  type DataInput,
  type DataOutput,
  type PortableReader,
  type PortableWriter,
} from '../../src/index.js';
import { prepared } from '../../src/calls/schemas/prepared.js';

class Custom {
  readonly hzCustomId = 7;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

class Identified {
  readonly factoryId = 1;
  readonly classId = 2;
  text = '';
  readData(input: DataInput): void {
    this.text = input.readString() ?? '';
  }
  writeData(output: DataOutput): void {
    output.writeString(this.text);
  }
}

class Ported {
  readonly factoryId = 3;
  readonly classId = 4;
  text = '';
  readPortable(reader: PortableReader): void {
    this.text = reader.readString('text') ?? '';
  }
  writePortable(writer: PortableWriter): void {
    writer.writeString('text', this.text);
  }
}

class Compacted {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const config = resolveConfig({
  serialization: {
    customSerializers: [
      {
        id: 7,
        read: (input: DataInput) => new Custom(input.readString() ?? ''),
        write: (output: DataOutput, { text }: Custom) => output.writeString(text),
      },
    ],
    dataSerializableFactories: { 1: () => new Identified() },
    portableFactories: { 3: () => new Ported() },
    compact: {
      serializers: [
        {
          getClass: () => Compacted,
          getTypeName: () => 'compacted',
          read: (reader: CompactReader) => new Compacted(reader.readString('text') ?? ''),
          write: (writer: CompactWriter, { text }: Compacted) => writer.writeString('text', text),
        },
      ],
    },
  },
});
const { serialization } = config;
const service = new SerializationServiceImpl(serialization, new DataDecoder(serialization));

const date = new LocalDate(2020, 2, 29);
const time = new LocalTime(1, 2, 3, 4);
const rest = new RestValue();
rest.value = 'v';
rest.contentType = 'text/plain';

test.each<[type: string, value: unknown]>([
  ['null', null],
  ['boolean', true],
  ['number', 1.5],
  ['string', 'é'],
  ['bigint', -1n],
  ['Long', Long.fromString('9007199254740993')],
  ['Buffer', Buffer.from([1, 2])],
  ['Date', new Date(5)],
  ['UUID', new UUID(Long.fromNumber(1), Long.fromNumber(2))],
  ['BigDecimal', BigDecimal.fromString('-1.50')],
  ['LocalDate', date],
  ['LocalTime', time],
  ['LocalDateTime', new LocalDateTime(date, time)],
  ['OffsetDateTime', new OffsetDateTime(new LocalDateTime(date, time), 3600)],
  ['RestValue', rest],
  ['array of strings', ['a', null]],
  ['array of numbers', [1, 2]],
  ['array of booleans', [true, false]],
  ['array of Long', [Long.ONE]],
  ['array of objects', [{ a: 1 }, { b: 2 }]],
  ['object', { a: [1, { b: null }] }],
  ['custom', new Custom('c')],
  ['IdentifiedDataSerializable', Object.assign(new Identified(), { text: 'i' })],
  ['Portable', Object.assign(new Ported(), { text: 'p' })],
])('%s: what was serialized is read, also from its bytes alone', (_type, value) => {
  const data = service.toData(value);
  expect(service.toObject(data)).toEqual(value);
  expect(service.toObject(new Uint8Array(data.toBuffer()))).toEqual(value);
  expect(data.totalSize()).toBe(data.toBuffer().length);
  expect(data.getType()).toBe(data.toBuffer().readInt32BE(4));
  expect(data.isCompact()).toBe(false);
  expect(service.toData(data)).toBe(data);
});

test('JSON is read as configured', () => {
  expect(service.toObject(service.toData(new HazelcastJsonValue('{"a":1}')))).toEqual({ a: 1 });
});

test('a Compact value is for calls first, which make its schema known', async () => {
  const value = new Compacted('c');
  expect(() => service.toData(value)).toThrow(HazelcastSerializationError);
  const { schemas } = serialization.compact;
  schemas.source = {
    replicate: async (schema) => schemas.add(schema),
    fetch: () => Promise.reject(new Error('there is none')),
  };
  expect(() => service.toData(value)).toThrow(/a call with the value makes it known$/);
  // As a call does.
  await prepared(undefined, () => Promise.resolve(toData(value, new DataEncoder(serialization))));
  const data = service.toData(value);
  expect(data.isCompact()).toBe(true);
  expect(service.toObject(data)).toEqual(value);
});

test('data are equal where type and value are, whatever the partition is', () => {
  class Partitioned extends Custom {
    readonly partitionKey = 'elsewhere';
  }
  const [here, there] = [service.toData(new Custom('a')), service.toData(new Partitioned('a'))];
  expect(here.getPartitionHash()).not.toBe(there.getPartitionHash());
  expect(here.equals(there)).toBe(true);
  expect(here.equals(service.toData(new Custom('b')))).toBe(false);
  expect(here.equals(here.toBuffer())).toBe(false);
});

test('what is no data is refused', () => {
  expect(service.toObject(undefined)).toBeUndefined();
  expect(service.toObject(null)).toBeNull();
  for (const given of ['text', 7, { a: 1 }, [1]])
    expect(() => service.toObject(given as never)).toThrow(IllegalArgumentError);
  expect(() => service.toObject(Buffer.alloc(3))).toThrow(HazelcastSerializationError);
  expect(() => service.toData(() => 1)).toThrow(HazelcastSerializationError);
});
