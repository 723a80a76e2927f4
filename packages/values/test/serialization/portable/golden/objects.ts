import Long from 'long';

import { BigDecimal } from '../../../../src/classes/big-decimal.js';
import { LocalDateTime } from '../../../../src/classes/local-date-time.js';
import { OffsetDateTime } from '../../../../src/classes/offset-date-time.js';
import type { Portable, PortableReader, PortableWriter } from '../../../../src/portable/portable.js';

/* The same objects are in Golden.java. */

const timestamp = LocalDateTime.from(2024, 2, 29, 23, 59, 58, 123_456_789);
const { localDate: date, localTime: time } = timestamp;
const withTimezone = new OffsetDateTime(timestamp, -12_600);
const long = Long.fromString('-9007199254740993');
// Its digits begin with a bit that is set: of others the official client writes a byte more than Java.
const decimal = new BigDecimal(200n, 2);

export class Inner implements Portable {
  factoryId = 1;
  classId = 2;
  version = 3;
  number: number;

  constructor(number: number = 0) {
    this.number = number;
  }

  writePortable(writer: PortableWriter): void {
    writer.writeInt('number', this.number);
  }

  readPortable(reader: PortableReader): void {
    this.number = reader.readInt('number');
  }
}

/** A value of each type of field, by the name of the type in methods. */
const VALUES: Readonly<Record<string, unknown>> = {
  Byte: 200,
  Boolean: true,
  Char: 'é',
  Short: -2,
  Int: -70_000,
  Long: long,
  Float: 0.5,
  Double: -1.5,
  String: 'a é 漢 💣',
  Decimal: decimal,
  Time: time,
  Date: date,
  Timestamp: timestamp,
  TimestampWithTimezone: withTimezone,
  Portable: new Inner(7),
  ByteArray: Buffer.of(0, 1, 255),
  BooleanArray: [true, false],
  CharArray: ['a', 'é'],
  ShortArray: [1, -2],
  IntArray: [1, -70_000],
  LongArray: [Long.ONE, long],
  FloatArray: [0.5],
  DoubleArray: [1.5, -2],
  StringArray: ['a', null, ''],
  DecimalArray: [decimal],
  TimeArray: [time, time],
  DateArray: [date, date],
  TimestampArray: [timestamp],
  TimestampWithTimezoneArray: [withTimezone],
  PortableArray: [new Inner(8), new Inner(9)],
};

const fieldOf = (type: string): string => type.slice(0, 1).toLowerCase() + type.slice(1);

/** What an object writes, and what is read of it. */
export interface GoldenObject {
  readonly classId: number;
  readonly write: (writer: PortableWriter) => void;
  /** Of an object by which the class is known, where it has to be. */
  readonly writeBefore?: (writer: PortableWriter) => void;
  readonly read: (reader: PortableReader) => readonly unknown[];
  readonly expected: readonly unknown[];
}

type Methods = Readonly<Record<string, (name: string, value?: unknown) => unknown>>;
const methodsOf = (object: PortableReader | PortableWriter): Methods => object as unknown as Methods;

function writeNothing(writer: PortableWriter, inner: Inner | null): void {
  const some = inner === null ? null : [inner];
  writer.writeString('string', null);
  writer.writeDecimal('decimal', null);
  writer.writeTimestamp('timestamp', null);
  writer.writeIntArray('intArray', null);
  writer.writeDateArray('dateArray', null);
  writer.writePortable('portable', inner);
  writer.writePortableArray('portableArray', some);
  writer.writePortableArray('noPortables', some ?? []);
}

export const OBJECTS: Readonly<Record<string, GoldenObject>> = {
  /** A field of each type. */
  Every: {
    classId: 1,
    write: (writer) => {
      for (const [type, value] of Object.entries(VALUES))
        methodsOf(writer)[`write${type}`](fieldOf(type), value);
    },
    read: (reader) => Object.keys(VALUES).map((type) => methodsOf(reader)[`read${type}`](fieldOf(type))),
    expected: Object.values(VALUES),
  },
  /** All null, once its class is known. */
  Nothing: {
    classId: 4,
    write: (writer) => writeNothing(writer, null),
    writeBefore: (writer) => writeNothing(writer, new Inner()),
    read: (reader) => [
      reader.readString('string'),
      reader.readDecimal('decimal'),
      reader.readTimestamp('timestamp'),
      reader.readIntArray('intArray'),
      reader.readDateArray('dateArray'),
      reader.readPortable('portable'),
      reader.readPortableArray('portableArray'),
      reader.readPortableArray('noPortables'),
    ],
    expected: [null, null, null, null, null, null, null, []],
  },
  /** Only Java and this client write such ones. */
  WithRawData: {
    classId: 5,
    write: (writer) => {
      writer.writeInt('größe', 1);
      writer.getRawDataOutput().writeString('raw');
      writer.getRawDataOutput().writeObject(new Inner(10));
      writer.getRawDataOutput().writeInt(77);
    },
    read: (reader) => {
      const field = reader.readInt('größe');
      const raw = reader.getRawDataInput();
      return [field, raw.readString(), raw.readObject(), raw.readInt()];
    },
    expected: [1, 'raw', new Inner(10), 77],
  },
};
