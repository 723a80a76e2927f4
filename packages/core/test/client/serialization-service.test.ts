import { expect, test } from 'vitest';

import { SerializationServiceImpl } from '../../src/client/serialization-service.js';
import { resolveConfig } from '../../src/config/client-config.js';
import {
  HazelcastSerializationError,
  IllegalArgumentError,
  DataEncoder,
  toData,
  DataDecoder,
  Fields,
  GenericRecords,
} from '@offloop/values';
import { HazelcastJsonValue, type DataInput, type DataOutput } from '../../src/index.js';
import { prepared } from '../../src/calls/schemas/prepared.js';

class Custom {
  readonly hzCustomId = 7;
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
  },
});
const { serialization } = config;
const service = new SerializationServiceImpl(serialization, new DataDecoder(serialization));

test.each<[type: string, value: unknown]>([
  ['null', null],
  ['string', 'é'],
  ['Buffer', Buffer.from([1, 2])],
  ['array of objects', [{ a: 1 }, { b: [null] }]],
  ['custom', new Custom('c')],
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
  const value = GenericRecords.compact('thing', { id: Fields.INT32 }, { id: 7 });
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
