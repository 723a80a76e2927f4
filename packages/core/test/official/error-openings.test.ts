import * as official from 'hazelcast-client';
import { describe, expect, test } from 'vitest';

import * as ours from '../../src/index.js';
import type {
  CompactReader,
  CompactSerializer,
  CompactWriter,
  Portable,
  PortableWriter,
} from '../../src/index.js';
import { OurSide, TheirSide } from '../../../values/test/serialization/compact/clients.js';
import { dataOf } from '../../../values/test/serialization/decode.js';
import { officialSide, ourSide, type Side } from '../../../values/test/serialization/portable/sides.js';

/** The error that a function throws. */
function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

/** What the texts of both begin with: programs match on what the official ones begin with. */
function beginnings(opening: string, theirs: () => unknown, own: () => unknown): string[] {
  return [theirs, own].map((work) => thrownBy(work).message.slice(0, opening.length));
}

class Thing {
  declare readonly given: unknown;
}
class Unknown {
  readonly name = 'unknown';
}

type Write = (writer: CompactWriter) => void;
type Read = (reader: CompactReader) => unknown;

function serializerOf(write: Write, read: Read): CompactSerializer<Thing> {
  return {
    getClass: () => Thing,
    getTypeName: () => 'thing',
    write,
    read: (reader) => {
      read(reader);
      return new Thing();
    },
  };
}

const writeAll: Write = (writer) => {
  writer.writeInt32('id', 1);
  writer.writeNullableInt32('maybe', null);
  writer.writeArrayOfNullableInt32('some', [1, null]);
};

const reads: [opening: string, read: Read][] = [
  ["No field with the name 'nope' in compact schema", (reader) => reader.readInt32('nope')],
  [
    "Mismatched field kinds while reading a compact field: Requested field kind for id is STRING but the field's actual type is INT32",
    (reader) => reader.readString('id'),
  ],
  [
    'The kind of field id must be one of INT64, NULLABLE_INT64 but it is INT32',
    (reader) => reader.readNullableInt64('id'),
  ],
  [
    'The kind of field id must be one of ARRAY_OF_INT64, ARRAY_OF_NULLABLE_INT64 but it is INT32',
    (reader) => reader.readArrayOfInt64('id'),
  ],
  ['Error while reading maybe. null value can not be read via', (reader) => reader.readInt32('maybe')],
  ['Error while reading some. null value can not be read via', (reader) => reader.readArrayOfInt32('some')],
];

test.each(reads)('reading Compact: %s', (opening, read) => {
  const [theirs, own] = [TheirSide, OurSide].map((Side) => {
    const side = new Side([serializerOf(writeAll, read)]);
    const bytes = side.encode(new Thing());
    return () => side.decode(bytes);
  });
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

let writes = 0;
const writing: [opening: string, write: Write][] = [
  // The second object of the class has another field.
  ['Invalid field name: b', (writer) => writer.writeInt32(writes++ % 2 === 0 ? 'a' : 'b', 1)],
  [
    'Field with the name twice already exists',
    (writer) => ['twice', 'twice'].forEach((name) => writer.writeInt32(name, 1)),
  ],
  [
    'No serializer is registered for class/constructor Unknown',
    (writer) => writer.writeCompact('a', new Unknown()),
  ],
];

test.each(writing)('writing Compact: %s', (opening, write) => {
  const [theirs, own] = [TheirSide, OurSide].map((Side) => () => {
    writes = 0;
    const side = new Side([serializerOf(write, () => undefined)]);
    side.encode(new Thing());
    side.encode(new Thing());
  });
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

describe.each([
  ['the official client', official],
  ['ours', ours as unknown as typeof official],
] satisfies [string, unknown][])('generic records of %s', (_client, { Fields, GenericRecords }) => {
  const record = GenericRecords.compact('thing', { id: Fields.INT32 }, { id: 1 });

  test.each<[string, () => unknown]>([
    ['There is no field named as nope', () => record.getFieldKind('nope')],
    ['Type name must be a string', () => GenericRecords.compact(7 as unknown as string, {}, {})],
    ['Generic record field validation error: ', () => record.clone({ id: 'text' })],
    [
      'Generic record field validation error: Expected a number in range [-2147483648, 2147483647] for field id',
      () => record.clone({ id: 2 ** 40 }),
    ],
    [
      'Generic record field validation error: Expected a number in range [-128, 127] for field bytes',
      () => GenericRecords.compact('t', { bytes: Fields.ARRAY_OF_NULLABLE_INT8 }, { bytes: [null, 128] }),
    ],
    [
      'Expected an array or null for field list',
      () => GenericRecords.compact('t', { list: Fields.ARRAY_OF_STRING }, { list: 7 as unknown as string[] }),
    ],
    ['Generic to be cloned does not have a field with name nope', () => record.clone({ nope: 1 })],
  ])('%s', (opening, work) => {
    expect(thrownBy(work).message.slice(0, opening.length)).toBe(opening);
  });

  test.each<[string, () => unknown]>([
    ["Invalid field name: 'nope' for schema", () => record.getInt32('nope')],
    ["Invalid field kind: '", () => record.getString('id')],
  ])('%s', (opening, work) => {
    expect(thrownBy(work).message.slice(0, opening.length)).toBe(opening);
  });
});

class Item implements Portable {
  readonly factoryId = 3;
  readonly classId: number = 4;
  readonly write: (writer: PortableWriter) => void;
  readonly read: Portable['readPortable'];
  readonly version = 0;

  constructor(write: Item['write'], read: Portable['readPortable'] = () => undefined) {
    this.write = write;
    this.read = read;
  }

  writePortable(writer: PortableWriter): void {
    this.write(writer);
  }

  readPortable(reader: Parameters<Portable['readPortable']>[0]): void {
    this.read(reader);
  }
}

const sides = (options: Parameters<typeof ourSide>[0]): [Side, Side] => [
  officialSide(options),
  ourSide(options),
];
const writeId = (writer: PortableWriter): void => writer.writeInt('id', 1);

const withRawData = ourSide({}).encode(
  new Item((writer) => {
    writeId(writer);
    writer.getRawDataOutput().writeInt(1);
  }),
);

const readsOfPortables: [opening: string, read: Portable['readPortable']][] = [
  ["Unknown field name: 'nope' for ClassDefinition{id: 4, version: 0}", (reader) => reader.readInt('nope')],
  ["Not a '9' field: id", (reader) => reader.readString('id')],
  [
    'Cannot read portable fields after getRawDataInput called!',
    (reader) => {
      reader.getRawDataInput();
      reader.readInt('id');
    },
  ],
];

test.each(readsOfPortables)('reading a Portable: %s', (opening, read) => {
  const factories = { 3: (): Portable => new Item(writeId, read) };
  const [theirs, own] = sides({ factories }).map((side) => {
    return () => side.decode(withRawData);
  });
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

test.each<[string, Parameters<typeof ourSide>[0]]>([
  ['There is no suitable portable factory for 3.', {}],
  ['Could not create Portable for class-id: 4', { factories: { 3: () => null as unknown as Portable } }],
])('reading a Portable: %s', (opening, options) => {
  const [theirs, own] = sides(options).map((side) => {
    const bytes = side.encode(new Item(writeId));
    return () => side.decode(bytes);
  });
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

test.each<[string, () => Portable[]]>([
  [
    "Invalid field name: 'b' for ClassDefinition{id: 4, version: 0}",
    () => [new Item((writer) => writer.writeInt('a', 1)), new Item((writer) => writer.writeInt('b', 1))],
  ],
  [
    'Field a has already been written!',
    () => [
      new Item((writer) => {
        writer.writeInt('a', 1);
        writer.writeInt('b', 1);
      }),
      new Item((writer) => {
        writer.writeInt('a', 1);
        writer.writeInt('a', 1);
      }),
    ],
  ],
  [
    'Cannot write null portable without explicitly registering class definition!',
    () => [new Item((writer) => writer.writePortable('a', null))],
  ],
])('writing a Portable: %s', (opening, portables) => {
  const [theirs, own] = sides({}).map(
    (side) => () => portables().forEach((portable) => side.encode(portable)),
  );
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

const identified = Buffer.from([1, 0, 0, 0, 9, 0, 0, 0, 1]);
const dataSerializable = Buffer.from([0]);

test.each<[string, (side: Side) => unknown]>([
  [
    'There is no suitable deserializer for data with type 77',
    (side) => side.decode(dataOf(77, Buffer.alloc(4))),
  ],
  [
    'There is no Identified Data Serializer factory with id 9.',
    (side) => side.decode(dataOf(-2, identified)),
  ],
  [
    'Native clients does not support Data Serializable. Please use Identified Data Serializable',
    (side) => side.decode(dataOf(-2, dataSerializable)),
  ],
  ['undefined cannot be serialized.', (side) => side.encode(undefined)],
  ['Array serialization type is determined using the first element. ', (side) => side.encode([undefined, 1])],
])('%s', (opening, work) => {
  const [theirs, own] = sides({}).map((side) => () => work(side));
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

test('invalid JSON: the cause is a SyntaxError, as the official error is, which does not quote the text', () => {
  const json = dataOf(-130, Buffer.from('\0\0\0\x06{"pin"', 'latin1'));
  const [theirs, own] = sides({}).map((side) => thrownBy(() => side.decode(json)));
  expect(theirs).toBeInstanceOf(SyntaxError);
  expect(own.cause).toBeInstanceOf(SyntaxError);
  expect(String(own.cause)).not.toContain('pin');
});

test.each<[string, typeof official]>([
  ['official', official],
  ['ours', ours as unknown as typeof official],
])('%s: no connection', (_client, { ClientOfflineError, Predicates }) => {
  expect(new ClientOfflineError().message).toBe('No connection found to cluster');
  const inner = Predicates.paging(Predicates.alwaysTrue(), 1);
  const nested = 'Nested paging predicates are not supported!';
  expect(thrownBy(() => Predicates.paging(inner, 1)).message).toBe(nested);
});

type Clients = typeof official;
const bothClients: readonly Clients[] = [official, ours as unknown as Clients];
const none = null as unknown as never;
const text = 'x' as unknown as never;

test.each<[opening: string, make: (client: Clients) => unknown]>([
  [
    'Illegal arguments given to LocalTime. All arguments must be numbers.',
    ({ LocalTime }) => new LocalTime(1, 1, 1, text),
  ],
  [
    'Illegal arguments given to LocalTime. All arguments must be integers.',
    ({ LocalTime }) => new LocalTime(1, 1, 1, 1.5),
  ],
  ['Hour-of-day must be between 0-23', ({ LocalTime }) => new LocalTime(24, 0, 0, 0)],
  ['Minute-of-hour must be between 0-59', ({ LocalTime }) => new LocalTime(0, 60, 0, 0)],
  ['Second-of-minute must be between 0-59', ({ LocalTime }) => new LocalTime(0, 0, -1, 0)],
  ['Nano-of-second must be between 0-999_999_999', ({ LocalTime }) => new LocalTime(0, 0, 0, 1e9)],
  ['String expected.', ({ LocalTime }) => LocalTime.fromString(none)],
  [
    'Illegal time string. Expected a string in HH:mm:ss.SSS format',
    ({ LocalTime }) => LocalTime.fromString('noon'),
  ],
  ['A Date is not passed', ({ LocalTime }) => LocalTime.fromDate(none)],
  ['Invalid Date is passed.', ({ LocalTime }) => LocalTime.fromDate(new Date(NaN))],
  // The official text names another class.
  ['Illegal arguments given to Local', ({ LocalDate }) => new LocalDate(1, 1, text)],
  ['Month must be between 1-12', ({ LocalDate }) => new LocalDate(2000, 13, 1)],
  ['Year must be between -999_999_999 - 999_999_999', ({ LocalDate }) => new LocalDate(1e9, 1, 1)],
  ['Invalid Date. Date cannot be less than 1', ({ LocalDate }) => new LocalDate(2000, 1, 0)],
  ['Invalid Date. ', ({ LocalDate }) => new LocalDate(2001, 2, 29)],
  ['Invalid Date. ', ({ LocalDate }) => new LocalDate(2001, 4, 31)],
  [
    'Invalid format. Expected a string in yyyy-mm-dd format',
    ({ LocalDate }) => LocalDate.fromString('today'),
  ],
  ['A Date is not passed', ({ LocalDate }) => LocalDate.fromDate(none)],
  ['Invalid local date.', ({ LocalDateTime }) => new LocalDateTime(none, none)],
  [
    'Invalid local time.',
    ({ LocalDate, LocalDateTime }) => new LocalDateTime(new LocalDate(2000, 1, 1), none),
  ],
  [
    'Invalid format. Expected a string in the form yyyy-mm-ss(T|t)HH:mm:ss.SSS',
    ({ LocalDateTime }) => LocalDateTime.fromString('now'),
  ],
  ['Invalid local datetime', ({ OffsetDateTime }) => new OffsetDateTime(none, 0)],
  ['offsetSeconds is not a number', ({ OffsetDateTime }) => OffsetDateTime.fromDate(new Date(0), text)],
  [
    'Offset seconds can be between -64800(-18:00) and 64800(+18:00).',
    ({ OffsetDateTime }) => OffsetDateTime.fromDate(new Date(0), 64_801),
  ],
  ['String expected', ({ OffsetDateTime }) => OffsetDateTime.fromString(none)],
  ['String value expected', ({ BigDecimal }) => BigDecimal.fromString(none)],
  ['String contains more than one decimal point.', ({ BigDecimal }) => BigDecimal.fromString('1.2.3')],
  ['String is missing "e" notation exponential mark.', ({ BigDecimal }) => BigDecimal.fromString('one')],
  ['String is missing "e" notation exponential mark.', ({ BigDecimal }) => BigDecimal.fromString('1 2')],
  ['No exponent digits', ({ BigDecimal }) => BigDecimal.fromString('1e')],
  ['No exponent digits', ({ BigDecimal }) => BigDecimal.fromString('1e+')],
  ['Not a digit.', ({ BigDecimal }) => BigDecimal.fromString('1e2x')],
  ['No digits found.', ({ BigDecimal }) => BigDecimal.fromString('')],
  ['No digits found.', ({ BigDecimal }) => BigDecimal.fromString('-.')],
])('a value: %s', (opening, make) => {
  const [theirs, own] = bothClients.map((client) => thrownBy(() => make(client)));
  expect([theirs.message, own.message].map((message) => message.slice(0, opening.length))).toEqual([
    opening,
    opening,
  ]);
  expect(own.constructor).toBe(theirs.constructor);
});

/** What a start fails with; the official client throws it. */
async function errorOf(start: () => Promise<unknown>): Promise<Error> {
  try {
    await start();
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was accepted');
}

const PASSED = 'Config validation error: Unexpected ';

test.each<[opening: string, config: object]>([
  [`${PASSED}config key 'nope'`, { nope: 1 }],
  [`${PASSED}network option 'nope'`, { network: { nope: 1 } }],
  [`${PASSED}hazelcast cloud option 'nope'`, { network: { hazelcastCloud: { nope: 1 } } }],
  [`${PASSED}ssl option 'nope'`, { network: { ssl: { enabled: true, nope: 1 } } }],
  [`${PASSED}connection strategy config 'nope'`, { connectionStrategy: { nope: 1 } }],
  [`${PASSED}connection retry config 'nope'`, { connectionStrategy: { connectionRetry: { nope: 1 } } }],
  [`${PASSED}metrics config 'nope'`, { metrics: { nope: 1 } }],
  [`${PASSED}security config `, { security: { nope: 1 } }],
  [`${PASSED}username password credentials option 'nope'`, { security: { usernamePassword: { nope: 1 } } }],
  [`${PASSED}token credentials option 'nope'`, { security: { token: { token: 't', nope: 1 } } }],
  [`${PASSED}serialization config 'nope'`, { serialization: { nope: 1 } }],
  [`${PASSED}compact serialization config 'nope'`, { serialization: { compact: { nope: 1 } } }],
  [`${PASSED}near cache config 'nope'`, { nearCaches: { a: { nope: 1 } } }],
  [`${PASSED}reliable topic config 'nope'`, { reliableTopics: { a: { nope: 1 } } }],
  [`${PASSED}flake id generator config 'nope'`, { flakeIdGenerators: { a: { nope: 1 } } }],
  [`${PASSED}load balancer config 'nope'`, { loadBalancer: { nope: 1 } }],
  ['Config validation error: ', { clusterName: 7 }],
  ['Config validation error: ', { lifecycleListeners: [7] }],
  ['Config validation error: ', { security: { token: {}, usernamePassword: {} } }],
])('a configuration: %s %j', async (opening, config) => {
  const errors = await Promise.all(
    bothClients.map(({ Client }) => errorOf(() => Client.newHazelcastClient(config))),
  );
  expect(errors.map(({ message }) => message.slice(0, opening.length))).toEqual([opening, opening]);
  expect(errors.map(({ constructor }) => constructor.name)).toEqual([
    'InvalidConfigurationError',
    'InvalidConfigurationError',
  ]);
});

const INVALID = 'Config validation error: ';
const nothing = (): undefined => undefined;
const wrongRetry = (option: string, value: number): object => ({
  connectionStrategy: { connectionRetry: { [option]: value } },
});

test.each<[opening: string, config: object]>([
  ['Property validation error: Property: nope', { properties: { nope: 1 } }],
  [
    'Property validation error: Property: hazelcast.client.heartbeat.interval',
    { properties: { 'hazelcast.client.heartbeat.interval': 'x' } },
  ],
  [
    'Property validation error: Property: hazelcast.logging.level',
    { properties: { 'hazelcast.logging.level': 'x' } },
  ],
  ['Initial backoff must be non-negative!', wrongRetry('initialBackoffMillis', -1)],
  ['Max backoff must be non-negative!', wrongRetry('maxBackoffMillis', -1)],
  ['Multiplier must be a number that is greater than or equal to 1.0!', wrongRetry('multiplier', 0.5)],
  [
    'ClusterConnectTimeoutMillis can be only non-negative number or -1!',
    wrongRetry('clusterConnectTimeoutMillis', -2),
  ],
  ['Jitter must be a number in range [0.0, 1.0]!', wrongRetry('jitter', 2)],
  ['Metrics collection frequency must be positive!', { metrics: { collectionFrequencySeconds: 0 } }],
  [
    'Security configuration may only contain one of the supported credential types.',
    { security: { token: { token: 't' }, usernamePassword: {} } },
  ],
  ["'token' option must be provided in token credentials.", { security: { token: {} } }],
  ['Ambiguous security configuration is found.', { security: {}, customCredentials: {} }],
  [
    'Invalid configuration. Either SSL options should be set manually or SSL factory should be used.',
    {
      network: {
        ssl: { enabled: true, sslOptions: {}, sslOptionsFactory: { init: nothing, getSSLOptions: nothing } },
      },
    },
  ],
  [
    'Invalid SSLOptionsFactory is given:',
    { network: { ssl: { enabled: true, sslOptionsFactory: { init: nothing } } } },
  ],
  [
    "Expected 'sslOptionsFactoryProperties' to be an object",
    { network: { ssl: { enabled: true, sslOptionsFactoryProperties: 7 } } },
  ],
  ...['properties', 'nearCaches', 'reliableTopics', 'flakeIdGenerators'].map((option): [string, object] => [
    `Expected '${option}' to be an object`,
    { [option]: 7 },
  ]),
  ...['portable', 'dataSerializable'].flatMap((kind): [string, object][] => [
    [`Expected '${kind}Factories' to be an object`, { serialization: { [`${kind}Factories`]: 7 } }],
    [
      `'${kind}Factories' should only include integer keys`,
      { serialization: { [`${kind}Factories`]: { x: nothing } } },
    ],
    [
      `Expected the ${kind}Factory to be function but it is not: `,
      { serialization: { [`${kind}Factories`]: { 1: 7 } } },
    ],
  ]),
  [
    'Invalid global serializer is given: ',
    { serialization: { globalSerializer: { id: 0, read: nothing, write: nothing } } },
  ],
  ['Invalid global serializer is given: ', { serialization: { globalSerializer: { id: 1 } } }],
  ['Invalid custom serializer is given: ', { serialization: { customSerializers: [{ id: 1 }] } }],
  ['Invalid compact serializer is given: ', { serialization: { compact: { serializers: [{}] } } }],
  ['Unexpected defaultNumberType value.', { serialization: { defaultNumberType: 'x' } }],
  ["Lifecycle listener given in 'lifecycleListeners' is not a function", { lifecycleListeners: [7] }],
  ["Invalid membershipListener is given in 'membershipListeners': ", { membershipListeners: [{}] }],
  ['Invalid LoadBalancer is given: ', { loadBalancer: { customLoadBalancer: {} } }],
  ['Invalid custom logger is given: ', { customLogger: {} }],
])('a wrong option: %s %j', async (opening, config) => {
  const errors = await Promise.all(
    bothClients.map(({ Client }) => errorOf(() => Client.newHazelcastClient(config))),
  );
  const begins = INVALID + opening;
  expect(errors.map(({ message }) => message.slice(0, begins.length))).toEqual([begins, begins]);
  expect((errors[1] as { details?: object }).details).toMatchObject({ option: expect.any(String) as string });
});

test('a failover configuration without a cluster', async () => {
  const errors = await Promise.all(
    bothClients.map(({ Client }) => errorOf(() => Client.newHazelcastFailoverClient({ clientConfigs: [] }))),
  );
  const messages = errors.map(({ message }) => message);
  expect(messages.every((message) => message.startsWith('Config validation error: '))).toBe(true);
});
