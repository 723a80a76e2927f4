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

/** A field of each type. */
export class Every implements Portable {
  factoryId = 1;
  classId = 1;
  /** What was read. */
  values: readonly unknown[] = [];

  writePortable(writer: PortableWriter): void {
    writer.writeByte('byte', 200);
    writer.writeBoolean('boolean', true);
    writer.writeChar('char', 'é');
    writer.writeShort('short', -2);
    writer.writeInt('int', -70_000);
    writer.writeLong('long', long);
    writer.writeFloat('float', 0.5);
    writer.writeDouble('double', -1.5);
    writer.writeString('string', 'a é 漢 💣');
    writer.writeDecimal('decimal', decimal);
    writer.writeTime('time', time);
    writer.writeDate('date', date);
    writer.writeTimestamp('timestamp', timestamp);
    writer.writeTimestampWithTimezone('timestampWithTimezone', withTimezone);
    writer.writePortable('portable', new Inner(7));
    writer.writeByteArray('byteArray', Buffer.of(0, 1, 255));
    writer.writeBooleanArray('booleanArray', [true, false]);
    writer.writeCharArray('charArray', ['a', 'é']);
    writer.writeShortArray('shortArray', [1, -2]);
    writer.writeIntArray('intArray', [1, -70_000]);
    writer.writeLongArray('longArray', [Long.ONE, long]);
    writer.writeFloatArray('floatArray', [0.5]);
    writer.writeDoubleArray('doubleArray', [1.5, -2]);
    writer.writeStringArray('stringArray', ['a', null as unknown as string, '']);
    writer.writeDecimalArray('decimalArray', [decimal]);
    writer.writeTimeArray('timeArray', [time, time]);
    writer.writeDateArray('dateArray', [date, date]);
    writer.writeTimestampArray('timestampArray', [timestamp]);
    writer.writeTimestampWithTimezoneArray('timestampWithTimezoneArray', [withTimezone]);
    writer.writePortableArray('portableArray', [new Inner(8), new Inner(9)]);
  }

  readPortable(reader: PortableReader): void {
    this.values = [
      reader.readByte('byte'),
      reader.readBoolean('boolean'),
      reader.readChar('char'),
      reader.readShort('short'),
      reader.readInt('int'),
      reader.readLong('long'),
      reader.readFloat('float'),
      reader.readDouble('double'),
      reader.readString('string'),
      reader.readDecimal('decimal'),
      reader.readTime('time'),
      reader.readDate('date'),
      reader.readTimestamp('timestamp'),
      reader.readTimestampWithTimezone('timestampWithTimezone'),
      reader.readPortable('portable'),
      reader.readByteArray('byteArray'),
      reader.readBooleanArray('booleanArray'),
      reader.readCharArray('charArray'),
      reader.readShortArray('shortArray'),
      reader.readIntArray('intArray'),
      reader.readLongArray('longArray'),
      reader.readFloatArray('floatArray'),
      reader.readDoubleArray('doubleArray'),
      reader.readStringArray('stringArray'),
      reader.readDecimalArray('decimalArray'),
      reader.readTimeArray('timeArray'),
      reader.readDateArray('dateArray'),
      reader.readTimestampArray('timestampArray'),
      reader.readTimestampWithTimezoneArray('timestampWithTimezoneArray'),
      reader.readPortableArray('portableArray'),
    ];
  }

  static readonly EXPECTED: readonly unknown[] = [
    200,
    true,
    'é',
    -2,
    -70_000,
    long,
    0.5,
    -1.5,
    'a é 漢 💣',
    decimal,
    time,
    date,
    timestamp,
    withTimezone,
    new Inner(7),
    Buffer.of(0, 1, 255),
    [true, false],
    ['a', 'é'],
    [1, -2],
    [1, -70_000],
    [Long.ONE, long],
    [0.5],
    [1.5, -2],
    ['a', null, ''],
    [decimal],
    [time, time],
    [date, date],
    [timestamp],
    [withTimezone],
    [new Inner(8), new Inner(9)],
  ];
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
