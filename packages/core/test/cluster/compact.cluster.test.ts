import { rounds, seedOf } from '@offloop/tools';
import * as fc from 'fast-check';
import type { GenericRecord } from 'offloop';
import { expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import {
  cases,
  Classes,
  shown,
  type Plain,
  type Shape,
} from '../../../values/test/serialization/compact/cases.js';
import { THEIRS, type Lib } from '../../../values/test/serialization/classes.js';
import { connectBoth, sharedMap } from './support/both-clients.js';
import { PUBLISHED } from './support/published.js';
import { sharedMember } from './support/shared-member.js';

/** Shapes, each with schemas of its own. */
const SHAPES = rounds({ short: 20, full: 40 });

const member = sharedMember();

/** All live in one cluster, so that each type needs a name of its own. */
function renamed(shape: Shape, name: string): Shape {
  const fields = shape.fields.map((field, index) => ({
    ...field,
    inner: field.inner === undefined ? undefined : renamed(field.inner, `${name}.${index}`),
  }));
  return { typeName: name, fields };
}

interface Sample {
  readonly key: string;
  readonly object: (lib: Lib) => object;
  readonly isWrittenByUs: boolean;
}

test('each client reads Compact values of any fields that the other has written, by schemas it has never seen', async () => {
  const seed = seedOf('Compact values');
  const serializers: Classes['serializers'] = [];
  const samples = fc
    .sample(cases, { seed, numRuns: SHAPES })
    .map(({ shape, plain }: { shape: Shape; plain: Plain }, index): Sample => {
      const own = renamed(shape, `T${index}`);
      const classes = new Classes(own);
      serializers.push(...classes.serializers);
      const object = (lib: Lib): object => classes.object(lib, own, plain);
      return { key: `k${index}`, object, isWrittenByUs: index % 2 === 0 };
    });
  const serialization = { compact: { serializers } };
  const writers = await sharedMap(await connectBoth(member.address, { serialization }), 'compact');
  await Promise.all(
    samples.map(({ key, object, isWrittenByUs }) =>
      isWrittenByUs ? writers.ours.set(key, object(PUBLISHED)) : writers.official.set(key, object(THEIRS)),
    ),
  );
  const readers = await sharedMap(await connectBoth(member.address, { serialization }), 'compact');
  await Promise.all(
    samples.map(async ({ key, object }) => {
      const expected = shown(object(PUBLISHED));
      const [ours, official] = await Promise.all([readers.ours.get(key), readers.official.get(key)]);
      expect([key, shown(ours)]).toEqual([key, expected]);
      expect([key, shown(official)]).toEqual([key, expected]);
    }),
  );
  // Without the classes, all of them at once.
  const { client } = await connect(member.address);
  const records = await (await client.getMap<string, GenericRecord>('compact')).entrySet();
  expect(new Set(records.map(([key, record]) => [key, record.getFieldNames().size].join()))).toEqual(
    new Set(
      samples.map(({ key, object }) =>
        [key, (object(PUBLISHED) as { values: unknown[] }).values.length].join(),
      ),
    ),
  );
});
