import type * as official from 'hazelcast-client';
import type * as ours from 'offloop';
import { expect, it } from 'vitest';

/** One type that can be used where the other is asked for, or this file does not compile. */
type Fits<From extends To, To> = [From, To];

type Checks = [
  // What applications give the client.
  Fits<official.Portable, ours.Portable>,
  Fits<official.VersionedPortable, ours.VersionedPortable>,
  Fits<official.PortableFactory, ours.PortableFactory>,
  Fits<
    Pick<official.SerializationConfig, 'portableFactories' | 'portableVersion'>,
    Pick<ours.SerializationConfig, 'portableFactories' | 'portableVersion'>
  >,
  // What they get of it, or hand on.
  Fits<ours.Portable, official.Portable>,
  Fits<ours.VersionedPortable, official.VersionedPortable>,
  Fits<ours.PortableFactory, official.PortableFactory>,
  Fits<
    Pick<ours.SerializationConfig, 'portableFactories' | 'portableVersion'>,
    Pick<official.SerializationConfig, 'portableFactories' | 'portableVersion'>
  >,
  Fits<ours.PortableReader, official.PortableReader>,
  Fits<ours.PortableWriter, official.PortableWriter>,
  // Ours have raw data more; and of `long`, the official client has an older version, whose class lacks methods.
  Fits<official.PortableReader, Omit<ours.PortableReader, 'getRawDataInput' | 'readLong' | 'readLongArray'>>,
  Fits<official.PortableWriter, Omit<ours.PortableWriter, 'getRawDataOutput'>>,
  Fits<official.FieldType, ours.FieldType>,
  Fits<ours.FieldType, official.FieldType>,
  Fits<typeof ours.FieldType, Readonly<Record<keyof typeof official.FieldType, number>>>,
];

it('code typed for the official client fits, and gets what it is typed for', () => {
  const compiled: Checks | null = null;
  expect(compiled).toBeNull();
});
