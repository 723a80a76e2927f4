import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  backupAcks,
  correlationHigh,
  correlationLow,
  decodeError,
  decodeEvent,
  decodeRequest,
  decodeResponse,
  encodeError,
  encodeEvent,
  encodeRequest,
  encodeResponse,
  FLAG_BACKUP_AWARE,
  FLAG_EVENT,
  messageFlags,
  messagePartitionId,
  messages,
  MessageScanner,
  messageType,
  MessageWriter,
  ProtocolError,
} from '../../src/index.js';
import type { ErrorHolder, EventOf, MessageSpec, RequestOf, ResponseOf, WireUuid } from '../../src/index.js';
import { seedOf } from '@offloop/tools';
import { valueOf, valuesOf } from '../support/arbitraries.js';
import { frame } from '../support/frames.js';
import { allMessages } from '../support/golden.js';
import { unexpectedError } from '../support/outcome.js';

const seed = seedOf('codec');
const uuid: WireUuid = { msb: 1n, lsb: -2n };
const data = (text: string): Buffer => Buffer.from(`\0\0\0\0\xff\xff\xff\xf5${text}`, 'latin1');

interface Way {
  readonly fields: readonly (readonly [string, string] | readonly [string, string, string])[];
  readonly encode: (values: Record<string, unknown>) => Buffer;
  readonly decode: (bytes: Buffer) => unknown;
}

/** Request, response and each event of a message, behind one face. */
function waysOf(spec: MessageSpec): Record<string, Way> {
  const ways: Record<string, Way> = {
    request: {
      fields: spec.request,
      encode: (values) => encodeRequest(spec, values),
      decode: (bytes) => decodeRequest(spec, bytes),
    },
    response: {
      fields: spec.response,
      encode: (values) => encodeResponse(spec, values),
      decode: (bytes) => decodeResponse(spec, bytes),
    },
  };
  for (const [event, fields] of Object.entries(spec.events ?? {})) {
    ways[event] = {
      fields,
      encode: (values) => encodeEvent(spec, event, values),
      decode: (bytes) => decodeEvent(spec, event, bytes),
    };
  }
  return ways;
}

describe.each(allMessages())('$title', ({ spec }) => {
  it.each(Object.entries(waysOf(spec)))('reads back the %s it has written', (_name, way) => {
    const property = fc.property(valuesOf(way.fields), (values) => {
      const bytes = way.encode(values);
      expect(new MessageScanner().scan(bytes, 0, bytes.length)).toBe(bytes.length);
      expect(way.decode(bytes)).toEqual(values);
    });
    fc.assert(property, { seed, numRuns: 20 });
  });

  it.each(Object.entries(waysOf(spec)))(
    'meets a damaged %s with a protocol error and nothing else',
    (_name, way) => {
      const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
      const property = fc.property(
        valuesOf(way.fields),
        damage,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, hits, cut) => {
          const bytes = way.encode(values);
          for (const [at, value] of hits) bytes[at % bytes.length] = value;
          const part = bytes.subarray(0, Math.ceil(bytes.length * cut));
          expect(unexpectedError(() => way.decode(part))).toBeUndefined();
        },
      );
      fc.assert(property, { seed, numRuns: 40 });
    },
  );
});

describe('an encoded message', () => {
  it('carries correlation id, partition id and flags of a request', () => {
    const bytes = encodeRequest(
      messages.map.size,
      { name: 'm' },
      { correlationLow: -5, correlationHigh: 9, partitionId: 270, flags: FLAG_BACKUP_AWARE },
    );
    expect(messageType(bytes, 0)).toBe(0x012a00);
    expect([correlationLow(bytes, 0), correlationHigh(bytes, 0)]).toEqual([-5, 9]);
    expect(messagePartitionId(bytes, 0)).toBe(270);
    expect(messageFlags(bytes, 0)).toBe(0xc000 | FLAG_BACKUP_AWARE);
  });

  it('carries the backup acks of a response, and the event flag of an event', () => {
    const response = encodeResponse(messages.map.size, { response: 3 }, { backupAcks: 2, correlationLow: 8 });
    expect(messageType(response, 0)).toBe(0x012a01);
    expect(backupAcks(response, 0)).toBe(2);
    const event = encodeEvent(messages.client.localBackupListener, 'backup', {
      sourceInvocationCorrelationId: 4n,
    });
    expect(messageFlags(event, 0) & FLAG_EVENT).toBe(FLAG_EVENT);
    expect(messageType(event, 0)).toBe(0x000f02);
  });

  it('goes behind others in a writer that is given', () => {
    const writer = new MessageWriter();
    const first = encodeResponse(messages.map.isEmpty, { response: true }, { writer });
    const second = encodeError([], { writer });
    expect(writer.written()).toEqual(Buffer.concat([first, second]));
  });

  it('is read from the middle of a buffer, and data is a view of it', () => {
    const message = encodeResponse(messages.map.get, { response: data('value') });
    const bytes = Buffer.concat([Buffer.alloc(11, 0xaa), message, Buffer.alloc(5, 0xbb)]);
    const { response } = decodeResponse(messages.map.get, bytes, 11, 11 + message.length);
    expect(response).toEqual(data('value'));
    expect(response?.buffer).toBe(bytes.buffer);
  });
});

describe('a field that a later version appended', () => {
  const old = {
    clusterName: 'dev',
    username: null,
    password: null,
    uuid,
    clientType: 'NJS',
    serializationVersion: 1,
    clientHazelcastVersion: '5.7.0',
    clientName: 'c',
    labels: [],
  };

  it('is absent from what an older sender sent', () => {
    const bytes = encodeRequest(messages.client.authentication, old);
    expect(messageType(bytes, 0)).toBe(0x000100);
    expect(bytes.readInt32LE(0)).toBe(6 + 34);
    expect(decodeRequest(messages.client.authentication, bytes)).not.toHaveProperty('routingMode');
  });

  it('is read from what a newer sender sent, in a structure too', () => {
    const bytes = encodeRequest(messages.client.authentication, { ...old, routingMode: 1 });
    const decoded = decodeRequest(messages.client.authentication, bytes);
    expect(decoded.routingMode).toBe(1);
    expect(decoded).not.toHaveProperty('cpDirectToLeaderRouting');
    const index = { name: null, type: 1, attributes: ['a'], bitmapIndexOptions: null };
    for (const indexConfig of [index, { ...index, bTreeIndexConfig: null }]) {
      const request = encodeRequest(messages.map.addIndex, { name: 'm', indexConfig });
      expect(decodeRequest(messages.map.addIndex, request).indexConfig).toEqual(indexConfig);
    }
  });

  it('cannot be given without those before it', () => {
    const values = { ...old, cpDirectToLeaderRouting: true };
    expect(() => encodeRequest(messages.client.authentication, values)).toThrow(/without routingMode/);
  });

  it('is skipped where we do not know it: at the end of a message, a fixed frame or a structure', () => {
    const known = encodeResponse(messages.client.getDistributedObjects, {
      response: [{ serviceName: 's', name: 'n' }],
    });
    // initial 19, BEGIN 6, BEGIN 6, 's' 7, 'n' 7, END 6, END 6
    const longerInitial = frame(0xc000, Buffer.concat([known.subarray(6, 19), Buffer.alloc(9, 0xee)]));
    const struct = Buffer.concat([
      known.subarray(19, 45),
      frame(0, 'new'),
      frame(0x1000),
      frame(0x0800),
      frame(0x0800),
    ]);
    const bytes = Buffer.concat([longerInitial, struct, frame(0x0800), frame(0x1000), frame(0x2800)]);
    expect(decodeResponse(messages.client.getDistributedObjects, bytes)).toEqual({
      response: [{ serviceName: 's', name: 'n' }],
    });
  });
});

describe('the codec refuses', () => {
  it('a message of another type, and an exception where an answer is expected', () => {
    const set = encodeResponse(messages.map.set, {});
    expect(() => decodeResponse(messages.map.clear, set)).toThrow(/another type/);
    expect(() => decodeResponse(messages.map.size, encodeError([]))).toThrow(/another type/);
    expect(() => decodeRequest(messages.map.set, set)).toThrow(ProtocolError);
  });

  it('an initial frame too short for the type, or for the fields', () => {
    expect(() => decodeResponse(messages.map.set, frame(0xe000, Buffer.alloc(3)))).toThrow(ProtocolError);
    const size = encodeResponse(messages.map.size, { response: 1 });
    expect(() => decodeResponse(messages.map.size, frame(0xe000, size.subarray(6, 22)))).toThrow(/too short/);
  });

  it('null, a structure, or nothing where bytes must be', () => {
    const request = encodeRequest(messages.map.get, { name: 'm', key: data('k'), threadId: 1n });
    const initialFrame = request.subarray(0, 30);
    for (const rest of [
      [],
      [frame(0x0400)],
      [frame(0x1000), frame(0x0800)],
      [frame(0, 'm'), frame(0x0800)],
    ]) {
      const bytes = Buffer.concat([initialFrame, ...rest]);
      expect(() => decodeRequest(messages.map.get, bytes)).toThrow(ProtocolError);
    }
  });

  it('bytes where a list must begin, a list that is not closed, and packed items cut in two', () => {
    const keys = encodeRequest(messages.map.getAll, { name: 'm', keys: [] }).subarray(0, 29);
    for (const rest of [[frame(0, 'x')], [frame(0x1000), frame(0, 'x')], [frame(0x1000), frame(0x0400)]]) {
      expect(() => decodeRequest(messages.map.getAll, Buffer.concat([keys, ...rest]))).toThrow(ProtocolError);
    }
    const pointers = encodeRequest(messages.map.fetchKeys, {
      name: 'm',
      iterationPointers: [],
      batch: 1,
    }).subarray(0, 33);
    const cut = Buffer.concat([pointers, frame(0, Buffer.alloc(12))]);
    expect(() => decodeRequest(messages.map.fetchKeys, cut)).toThrow(/do not fill/);
  });

  it('keys and values that differ in number', () => {
    const values = { version: 1, partitions: [[uuid, [0, 1]]] as [WireUuid, number[]][] };
    const event = encodeEvent(messages.client.addClusterViewListener, 'PartitionsView', values);
    const withoutKeys = Buffer.concat([event.subarray(0, event.length - 23), frame(0x2000)]);
    expect(() => decodeEvent(messages.client.addClusterViewListener, 'PartitionsView', withoutKeys)).toThrow(
      /differ in number/,
    );
  });

  it('to write a request that lacks a value, naming the field', () => {
    const values = { name: 'm', key: data('k') } as RequestOf<typeof messages.map.get>;
    expect(() => encodeRequest(messages.map.get, values)).toThrow(
      new TypeError('Field threadId has no value'),
    );
  });
});

describe('a UUID', () => {
  it('reads as nil where the protocol has no null and the member sends one all the same', () => {
    const bytes = encodeResponse(messages.client.addMigrationListener, { response: uuid });
    bytes[19] = 1;
    expect(decodeResponse(messages.client.addMigrationListener, bytes)).toEqual({
      response: { msb: 0n, lsb: 0n },
    });
  });
});

describe('an exception of the member', () => {
  it('reads back with its causes and stack', () => {
    const property = fc.property(fc.array(valueOf('ErrorHolder'), { maxLength: 3 }), (holders) => {
      expect(decodeError(encodeError(holders as ErrorHolder[]))).toEqual(holders);
    });
    fc.assert(property, { seed, numRuns: 100 });
  });
});

describe('the types of values', () => {
  it('follow from the table', () => {
    expectTypeOf<RequestOf<typeof messages.map.put>>().toEqualTypeOf<{
      name: string;
      key: Buffer;
      value: Buffer;
      threadId: bigint;
      ttl: bigint;
    }>();
    expectTypeOf<ResponseOf<typeof messages.map.get>>().toEqualTypeOf<{ response: Buffer | null }>();
    expectTypeOf<ResponseOf<typeof messages.map.delete>>().toEqualTypeOf<{
      response?: boolean | undefined;
    }>();
    expectTypeOf<ResponseOf<typeof messages.map.project>>().toEqualTypeOf<{ response: (Buffer | null)[] }>();
    expectTypeOf<EventOf<typeof messages.client.addClusterViewListener, 'PartitionsView'>>().toEqualTypeOf<{
      version: number;
      partitions: [WireUuid, number[]][];
    }>();
    expectTypeOf<
      ResponseOf<typeof messages.map.fetchNearCacheInvalidationMetadata>['namePartitionSequenceList']
    >().toEqualTypeOf<[string, [number, bigint][]][]>();
    expectTypeOf<ResponseOf<typeof messages.client.authentication>['keyValuePairs']>().toEqualTypeOf<
      Map<string, string> | undefined
    >();
  });
});
