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

/** A field of each type. */
export class Every implements Portable {
  factoryId = 1;
  classId = 1;
  /** What was read. */
  values: readonly unknown[] = [];

  writePortable(writer: PortableWriter): void {
    const methods = writer as unknown as Record<string, (name: string, value: unknown) => void>;
    for (const [type, value] of Object.entries(VALUES)) methods[`write${type}`](fieldOf(type), value);
  }

  readPortable(reader: PortableReader): void {
    const methods = reader as unknown as Record<string, (name: string) => unknown>;
    this.values = Object.keys(VALUES).map((type) => methods[`read${type}`](fieldOf(type)));
  }

  static readonly EXPECTED: readonly unknown[] = Object.values(VALUES);
}

/** All null, once its class is known. */
export class Nothing implements Portable {
  factoryId = 1;
  classId = 4;
  values: readonly unknown[] = [];
  readonly #inner: Inner | null;

  constructor(inner: Inner | null = null) {
    this.#inner = inner;
  }

  writePortable(writer: PortableWriter): void {
    const some = this.#inner === null ? null : [this.#inner];
    writer.writeString('string', null);
    writer.writeDecimal('decimal', null);
    writer.writeTimestamp('timestamp', null);
    writer.writeIntArray('intArray', null);
    writer.writeDateArray('dateArray', null);
    writer.writePortable('portable', this.#inner);
    writer.writePortableArray('portableArray', some);
    writer.writePortableArray('noPortables', some ?? []);
  }

  readPortable(reader: PortableReader): void {
    this.values = [
      reader.readString('string'),
      reader.readDecimal('decimal'),
      reader.readTimestamp('timestamp'),
      reader.readIntArray('intArray'),
      reader.readDateArray('dateArray'),
      reader.readPortable('portable'),
      reader.readPortableArray('portableArray'),
      reader.readPortableArray('noPortables'),
    ];
  }

  static readonly EXPECTED: readonly unknown[] = [null, null, null, null, null, null, null, []];
}

/** Only Java and this client write such ones. */
export class WithRawData implements Portable {
  factoryId = 1;
  classId = 5;
  values: readonly unknown[] = [];

  writePortable(writer: PortableWriter): void {
    writer.writeInt('größe', 1);
    writer.getRawDataOutput().writeString('raw');
    writer.getRawDataOutput().writeObject(new Inner(10));
    writer.getRawDataOutput().writeInt(77);
  }

  readPortable(reader: PortableReader): void {
    const field = reader.readInt('größe');
    const raw = reader.getRawDataInput();
    this.values = [field, raw.readString(), raw.readObject(), raw.readInt()];
  }

  static readonly EXPECTED: readonly unknown[] = [1, 'raw', new Inner(10), 77];
}

export const factories = {
  1: (classId: number): Portable => {
    switch (classId) {
      case 1:
        return new Every();
      case 2:
        return new Inner();
      case 4:
        return new Nothing();
      default:
        return new WithRawData();
    }
  },
};
