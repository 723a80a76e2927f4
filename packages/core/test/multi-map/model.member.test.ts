import * as fc from 'fast-check';
import { rounds } from '@offloop/tools';
import type { MultiMap } from 'offloop';
import { seedOf } from '@offloop/tools';
import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect } from '../client/support/client-bench.js';

const member = await embeddedMember();

type Model = Map<string, Set<number>>;
type Step = readonly [
  text: string,
  call: (map: MultiMap<string, number>) => Promise<unknown>,
  foretell: (model: Model) => unknown,
  keyless?: true,
];

const key = fc.constantFrom('a', 'b', 'c', 'd');
const value = fc.nat(4);
const entry = fc.tuple(key, value);
const sorted = (items: Iterable<unknown>): string[] =>
  [...items].map((item) => JSON.stringify(item)).toSorted();
const all = (model: Model): number[] => [...model.values()].flatMap((values) => [...values]);

function added(model: Model, k: string, v: number): boolean {
  const values = model.get(k) ?? new Set();
  model.set(k, values);
  const before = values.size;
  return values.add(v).size > before;
}

function removed(model: Model, k: string, v: number): boolean {
  const values = model.get(k);
  const was = values?.delete(v) ?? false;
  if (was && values?.size === 0) model.delete(k);
  return was;
}

function removedAll(model: Model, k: string): string[] {
  const values = sorted(model.get(k) ?? []);
  model.delete(k);
  return values;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  entry.map(([k, v]): Step => [`put ${k} ${v}`, (map) => map.put(k, v), (model) => added(model, k, v)]),
  entry.map(([k, v]): Step => [
    `remove ${k} ${v}`,
    (map) => map.remove(k, v),
    (model) => removed(model, k, v),
  ]),
  entry.map(([k, v]): Step => [
    `containsEntry ${k} ${v}`,
    (map) => map.containsEntry(k, v),
    (model) => model.get(k)?.has(v) ?? false,
  ]),
  key.map((k): Step => [
    `get ${k}`,
    async (map) => sorted(await map.get(k)),
    (model) => sorted(model.get(k) ?? []),
  ]),
  key.map((k): Step => [
    `removeAll ${k}`,
    async (map) => sorted(await map.removeAll(k)),
    (model) => removedAll(model, k),
  ]),
  key.map((k): Step => [`valueCount ${k}`, (map) => map.valueCount(k), (model) => model.get(k)?.size ?? 0]),
  key.map((k): Step => [`containsKey ${k}`, (map) => map.containsKey(k), (model) => model.has(k)]),
  value.map((v): Step => [
    `containsValue ${v}`,
    (map) => map.containsValue(v),
    (model) => all(model).includes(v),
    true,
  ]),
  fc
    .array(fc.tuple(key, fc.array(value, { minLength: 1, maxLength: 3 })), { maxLength: 3 })
    .map((pairs): Step => [
      `putAll ${JSON.stringify(pairs)}`,
      (map) => map.putAll(pairs),
      (model) => {
        for (const [k, values] of pairs) for (const v of values) added(model, k, v);
        return undefined;
      },
    ]),
  fc.constantFrom<Step>(
    ['size', (map) => map.size(), (model) => all(model).length, true],
    ['clear', (map) => map.clear(), (model) => model.clear(), true],
    ['keySet', async (map) => sorted(await map.keySet()), (model) => sorted(model.keys()), true],
    ['values', async (map) => sorted(await map.values()), (model) => sorted(all(model)), true],
    [
      'entrySet',
      async (map) => sorted(await map.entrySet()),
      (model) => sorted([...model].flatMap(([k, values]) => [...values].map((v) => [k, v]))),
      true,
    ],
  ),
);

/**
 * Makes the calls at once: those on one object are carried out in the order in which they were made. Of several workers those without a key
 * may overtake (docs/lifecycle.md#order), so each of them waits for those before it, and is waited for.
 */
async function answersOf(
  steps: readonly Step[],
  map: MultiMap<string, number>,
  workers: number,
): Promise<unknown[]> {
  const answers: Promise<unknown>[] = [];
  for (const [, call, , keyless = false] of steps) {
    const alone = keyless && workers > 1;
    if (alone) await Promise.all(answers);
    answers.push(call(map));
    if (alone) await answers.at(-1);
  }
  return Promise.all(answers);
}

test.each([1, 2])(
  'any sequence of calls is answered as a Map of Sets would answer it, with workers: %i',
  async (workers) => {
    const seed = seedOf('multimap against its model');
    const { client } = await connect(member.address, { runtime: { workers } });
    let maps = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const map = await client.getMultiMap<string, number>(`model-${workers}-${maps++}`);
        const model: Model = new Map();
        const answers = await answersOf(steps, map, workers);
        expect(answers).toEqual(steps.map(([, , foretell]) => foretell(model)));
        await map.destroy();
      }),
      { seed, numRuns: rounds({ short: 50, full: 150 }) },
    );
  },
);
