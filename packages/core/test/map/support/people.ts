import type { CompactReader, CompactWriter } from 'offloop';

/** A value with a field of each sort that queries look into. */
export interface Person {
  readonly age: number;
  readonly name: string;
  readonly score: number;
  readonly active: boolean;
  readonly city: { readonly name: string };
  readonly marks: readonly number[];
  readonly note: string | null;
}

const CITIES = ['Bern', 'Oslo', 'Rome', 'Zürich'];

/** People all of whose fields differ from one to the next, some of them null or negative. */
export const PEOPLE: readonly [string, Person][] = Array.from({ length: 24 }, (_, i): [string, Person] => [
  `k${String(i).padStart(2, '0')}`,
  {
    age: (i * 7) % 24,
    name: `${i % 2 === 0 ? 'Ann' : 'ben'}_${i % 5}%`,
    score: i / 4 - 1.5,
    active: i % 3 === 0,
    city: { name: CITIES[i % 4] },
    marks: [i, i % 4, 100 + (i % 2)],
    note: i % 6 === 0 ? null : `note ${i % 4}`,
  },
]);

class City {
  readonly name: string;
  constructor(name: string = '') {
    this.name = name;
  }
}

class CompactPerson {
  readonly person: Person;
  constructor(person: Person) {
    this.person = person;
  }
}

/** Each of the classes in the words of both clients. */
const compactSerializers = [
  {
    getClass: () => City,
    getTypeName: () => 'City',
    read: (reader: CompactReader) => new City(reader.readString('name') ?? ''),
    write: (writer: CompactWriter, { name }: City) => writer.writeString('name', name),
  },
  {
    getClass: () => CompactPerson,
    getTypeName: () => 'Person',
    read: (reader: CompactReader) =>
      new CompactPerson({
        age: reader.readInt32('age'),
        name: reader.readString('name') ?? '',
        score: reader.readFloat64('score'),
        active: reader.readBoolean('active'),
        city: reader.readCompact<City>('city')!,
        marks: reader.readArrayOfInt32('marks')!,
        note: reader.readString('note'),
      }),
    write: (writer: CompactWriter, { person }: CompactPerson) => {
      writer.writeInt32('age', person.age);
      writer.writeString('name', person.name);
      writer.writeFloat64('score', person.score);
      writer.writeBoolean('active', person.active);
      writer.writeCompact('city', new City(person.city.name));
      writer.writeArrayOfInt32('marks', [...person.marks]);
      writer.writeString('note', person.note);
    },
  },
];

interface Writer {
  writeInt(name: string, value: number): void;
  writeDouble(name: string, value: number): void;
  writeBoolean(name: string, value: boolean): void;
  writeString(name: string, value: string | null): void;
  writeIntArray(name: string, value: number[]): void;
  writePortable(name: string, value: object): void;
}

const FACTORY = 7;

class PortableCity {
  readonly factoryId = FACTORY;
  readonly classId = 2;
  readonly name: string;
  constructor(name: string = '') {
    this.name = name;
  }
  writePortable(writer: Writer): void {
    writer.writeString('name', this.name);
  }
  readPortable(): void {}
}

class PortablePerson {
  readonly factoryId = FACTORY;
  readonly classId = 1;
  readonly person: Person | undefined;
  constructor(person?: Person) {
    this.person = person;
  }
  writePortable(writer: Writer): void {
    const { age, name, score, active, city, marks, note } = this.person!;
    writer.writeInt('age', age);
    writer.writeString('name', name);
    writer.writeDouble('score', score);
    writer.writeBoolean('active', active);
    writer.writePortable('city', new PortableCity(city.name));
    writer.writeIntArray('marks', [...marks]);
    writer.writeString('note', note);
  }
  readPortable(): void {}
}

/** The configuration of either client that knows the classes. */
export const peopleConfig = {
  serialization: {
    compact: { serializers: compactSerializers },
    portableFactories: {
      [FACTORY]: (classId: number) => (classId === 1 ? new PortablePerson() : new PortableCity()),
    },
  },
};

/** The forms in which a person is stored. */
export const FORMS: Readonly<Record<string, (person: Person) => unknown>> = {
  JSON: (person) => person,
  Compact: (person) => new CompactPerson(person),
  Portable: (person) => new PortablePerson(person),
};
