import hazelcast from 'hazelcast-client';
import { Aggregators, Predicates, type CompactWriter, type DataOutput, type PortableWriter } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { connectBoth, sharedMap, type AnyMap, type BothClients } from '../cluster/support/both-clients.js';
import { outcome } from '../cluster/support/comparable.js';
import { sharedMember } from '../cluster/support/shared-member.js';

/** Predicates of classes that members do not have: what comes of them tells that they were sent, and as what. */
class CompactPredicate {
  readonly field: string = 'f';
}
class PortablePredicate {
  readonly factoryId: number = 71;
  readonly classId: number = 1;
  writePortable(writer: PortableWriter): void {
    writer.writeString('field', 'f');
  }
  readPortable(): void {}
}
class CustomPredicate {
  readonly hzCustomId: number = 4711;
}
class GlobalPredicate {
  readonly isOfGlobalSerializer: boolean = true;
}
class IdentifiedPredicate {
  readonly factoryId: number = 4711;
  readonly classId: number = 1;
  writeData(output: DataOutput): void {
    output.writeString('f');
  }
  readData(): void {}
}

const compactSerializer = {
  getClass: () => CompactPredicate,
  getTypeName: () => 'test.CompactPredicate',
  read: () => new CompactPredicate(),
  write: (writer: CompactWriter, { field }: CompactPredicate) => writer.writeString('field', field),
};

const serializerOf = (id: number) => ({
  id,
  read: () => new CustomPredicate(),
  write: (output: DataOutput) => output.writeString('f'),
});

const serialization = {
  compact: { serializers: [compactSerializer] },
  portableFactories: { 71: () => new PortablePredicate() },
  customSerializers: [serializerOf(4711)],
  globalSerializer: serializerOf(4712),
};

const member = sharedMember();
let clients: BothClients;
beforeEach(async () => {
  clients = await connectBoth(member.address, { serialization });
});

type Family = typeof Predicates;
type Use = (map: AnyMap, predicate: unknown, family: Family) => Promise<unknown>;

const uses: Readonly<Record<string, Use>> = {
  entrySetWithPredicate: (map, predicate) => map['entrySetWithPredicate'](predicate),
  keySetWithPredicate: (map, predicate) => map['keySetWithPredicate'](predicate),
  valuesWithPredicate: (map, predicate) => map['valuesWithPredicate'](predicate),
  aggregateWithPredicate: (map, predicate) => map['aggregateWithPredicate'](Aggregators.count(), predicate),
  removeAll: (map, predicate) => map['removeAll'](predicate),
  executeOnEntries: (map, predicate) => map['executeOnEntries'](new CustomPredicate(), predicate),
  'a page': (map, predicate, family) => map['valuesWithPredicate'](family.paging(predicate as never, 1)),
  not: (map, predicate, family) => map['keySetWithPredicate'](family.not(predicate as never)),
  and: (map, predicate, family) =>
    map['keySetWithPredicate'](family.and(family.alwaysTrue(), predicate as never)),
  or: (map, predicate, family) =>
    map['keySetWithPredicate'](family.or(family.alwaysFalse(), predicate as never)),
};

describe.each([
  ['Compact', CompactPredicate],
  ['Portable', PortablePredicate],
  ['a custom serializer', CustomPredicate],
  ['the global serializer', GlobalPredicate],
  ['IdentifiedDataSerializable', IdentifiedPredicate],
])('a predicate written by %s comes to members as from the official client', (_, Class) => {
  test.each(Object.entries(uses))('%s', async (_name, use) => {
    const { ours, official } = await sharedMap(clients);
    await ours['putAll']([
      ['a', 1],
      ['b', 2],
    ]);
    const predicate = new Class();
    const theirs = await outcome(use(official, predicate, hazelcast.Predicates));
    expect(await outcome(use(ours, predicate, Predicates))).toEqual(theirs);
  });

  test('addEntryListenerWithPredicate', async () => {
    const { ours, official } = await sharedMap(clients);
    const add = (map: AnyMap): Promise<unknown> => map['addEntryListenerWithPredicate']({}, new Class());
    await expect(add(official)).rejects.toThrow(/^Listener cannot be added!$/);
    await expect(add(ours)).rejects.toThrow(/^Listener cannot be added! \S/);
  });
});

test('bytes of the serialization service are a predicate, too', async () => {
  const { ours } = await sharedMap(clients);
  await ours['putAll']([
    ['a', 1],
    ['b', 2],
  ]);
  const predicate = clients.ours.getSerializationService().toData(Predicates.equal('__key', 'b'));
  expect(await ours['entrySetWithPredicate'](predicate)).toEqual([['b', 2]]);
  const paging = Predicates.paging(Predicates.not(predicate as never), 1);
  expect(await ours['keySetWithPredicate'](paging)).toEqual(['a']);
});
