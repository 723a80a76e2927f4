import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import type { Portable, PortableReader, PortableWriter } from 'offloop';
import { expect, test } from 'vitest';

import {
  classFrom,
  Dynamic,
  FACTORY,
  factoryOf,
  plain,
} from '../../../values/test/serialization/portable/dynamic.js';
import { inClasses } from '../../../values/test/serialization/samples.js';
import { connectBoth, sharedMap } from './support/both-clients.js';
import { PUBLISHED } from './support/published.js';
import { sharedMember } from './support/shared-member.js';

/** The same value in the classes of the package. */
function ofPackage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ofPackage);
  if (!(value instanceof Dynamic)) return inClasses(value, PUBLISHED);
  const values = Object.entries(value.values).map(([name, each]) => [name, ofPackage(each)]);
  value.values = Object.fromEntries(values) as Readonly<Record<string, unknown>>;
  return value;
}

const CLASSES = 60;
/** More than one random class has within it. */
const IDS = 1000;

const member = sharedMember();

test('objects of random classes: each client reads what the other has written', async () => {
  const seed = seedOf('portables');
  const classes = Array.from({ length: CLASSES }, (_, index) => {
    const [made] = fc.sample(classFrom(1 + index * IDS), { seed: seed + index, numRuns: 1 });
    return made;
  });
  const factory = factoryOf(...classes.map(({ spec }) => spec));
  const serialization = { portableFactories: { [FACTORY]: factory } };
  const maps = Object.entries(
    await sharedMap(await connectBoth(member.address, { serialization }), 'objects'),
  );
  const objects = classes.flatMap((each) => each.objects).map(ofPackage);
  for (const [writer, map] of maps) {
    for (const [index, object] of objects.entries()) await map['set'](`${writer} ${index}`, object);
  }
  // Those have met no class, and learn each from the bytes.
  const others = Object.values(
    await sharedMap(await connectBoth(member.address, { serialization }), 'objects'),
  );
  for (const [writer, map] of maps) {
    for (const index of objects.keys()) {
      const key = `${writer} ${index}`;
      const expected = plain(await map['get'](key));
      for (const reader of [maps[0][1], maps[1][1], ...others]) {
        expect([key, plain(await reader['get'](key))]).toEqual([key, expected]);
      }
    }
  }
});

class Address implements Portable {
  factoryId = FACTORY;
  classId = 2;
  city: string;

  constructor(city: string = '') {
    this.city = city;
  }

  writePortable(writer: PortableWriter): void {
    writer.writeString('city', this.city);
  }

  readPortable(reader: PortableReader): void {
    this.city = reader.readString('city') as string;
  }
}

/** Before its class had a nickname, and when an age was an int. */
class Person implements Portable {
  factoryId = FACTORY;
  classId = 1;
  name: string;
  age: number;
  address: Address | null;

  constructor(name: string = '', age: number = 0, city: string = '') {
    this.name = name;
    this.age = age;
    this.address = new Address(city);
  }

  writePortable(writer: PortableWriter): void {
    writer.writeString('name', this.name);
    writer.writeInt('age', this.age);
    writer.writePortable('address', this.address);
  }

  readPortable(reader: PortableReader): void {
    this.name = reader.readString('name') as string;
    this.age = reader.readInt('age');
    this.address = reader.readPortable('address') as Address | null;
  }
}

class NewPerson extends Person {
  nickname: string | null | undefined = null;

  override writePortable(writer: PortableWriter): void {
    writer.writeString('name', this.name);
    writer.writeDouble('age', this.age);
    writer.writePortable('address', this.address);
    writer.writeString('nickname', this.nickname ?? null);
  }

  override readPortable(reader: PortableReader): void {
    this.name = reader.readString('name') as string;
    this.age = reader.readDouble('age');
    this.address = reader.readPortable('address') as Address | null;
    this.nickname = reader.readString('nickname');
  }
}

test('programs with two versions of a class read each other, whichever client they use', async () => {
  const clientsOf = (portableVersion: number, person: () => Person): ReturnType<typeof connectBoth> =>
    connectBoth(member.address, {
      serialization: {
        portableVersion,
        portableFactories: {
          [FACTORY]: (classId: number): Portable => (classId === 1 ? person() : new Address()),
        },
      },
    });
  const old = await sharedMap(await clientsOf(1, () => new Person()), 'versions');
  const young = await sharedMap(await clientsOf(2, () => new NewPerson()), 'versions');
  const oldPerson = new Person('Ada', 36, 'London');
  const newPerson = Object.assign(new NewPerson('Bob', 20, 'Paris'), { nickname: 'B' });
  for (const [client, map] of Object.entries(old)) await map['set'](`old ${client}`, oldPerson);
  for (const [client, map] of Object.entries(young)) await map['set'](`new ${client}`, newPerson);
  for (const writer of ['ours', 'official']) {
    for (const reader of ['ours', 'official'] as const) {
      expect(await old[reader]['get'](`old ${writer}`)).toEqual(oldPerson);
      expect(await young[reader]['get'](`new ${writer}`)).toEqual(newPerson);
      expect(await young[reader]['get'](`old ${writer}`)).toEqual(
        Object.assign(new NewPerson('Ada', 36, 'London'), { nickname: undefined }),
      );
    }
    // A double is no int any more.
    await expect(old.ours['get'](`new ${writer}`)).rejects.toMatchObject({
      code: 'ERR_OFFLOOP_HAZELCAST_SERIALIZATION',
      message: expect.stringMatching(/age; it is of type DOUBLE, not INT/) as unknown,
    });
    await expect(old.official['get'](`new ${writer}`)).rejects.toThrow(/Incompatible to read/);
  }
});
