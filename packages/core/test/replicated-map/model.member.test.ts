import * as fc from 'fast-check';
import { rounds } from '@offloop/tools';
import type { ReplicatedMap } from 'offloop';
import { seedOf } from '@offloop/tools';
import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect, shardsOf, TESTED_WORKERS } from '../client/support/client-bench.js';

const member = await embeddedMember();

type Model = Map<string, number>;
type Step = readonly [
  text: string,
  call: (map: ReplicatedMap<string, number>) => Promise<unknown>,
  foretell: (model: Model) => unknown,
];

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const value = fc.nat(5);
const byKey = <T extends readonly [string, unknown]>(entries: readonly T[]): T[] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
const replaced = (model: Model, k: string, v: number | undefined): number | null => {
  const before = model.get(k) ?? null;
  if (v === undefined) model.delete(k);
  else model.set(k, v);
  return before;
};

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(key, value)
    .map(([k, v]): Step => [`put ${k} ${v}`, (map) => map.put(k, v), (model) => replaced(model, k, v)]),
  key.map((k): Step => [`get ${k}`, (map) => map.get(k), (model) => model.get(k) ?? null]),
  key.map((k): Step => [`remove ${k}`, (map) => map.remove(k), (model) => replaced(model, k, undefined)]),
  key.map((k): Step => [`containsKey ${k}`, (map) => map.containsKey(k), (model) => model.has(k)]),
  value.map((v): Step => [
    `containsValue ${v}`,
    (map) => map.containsValue(v),
    (model) => [...model.values()].includes(v),
  ]),
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((pairs): Step => [
    `putAll ${JSON.stringify(pairs)}`,
    (map) => map.putAll(pairs),
    (model) => {
      for (const [k, v] of pairs) model.set(k, v);
      return undefined;
    },
  ]),
  fc.constantFrom<Step>(
    ['size', (map) => map.size(), (model) => model.size],
    ['isEmpty', (map) => map.isEmpty(), (model) => model.size === 0],
    ['clear', (map) => map.clear(), (model) => model.clear()],
    ['keySet', async (map) => (await map.keySet()).toSorted(), (model) => [...model.keys()].toSorted()],
    ['entrySet', async (map) => byKey(await map.entrySet()), (model) => byKey([...model])],
    [
      'values',
      async (map) => (await map.values((a, b) => b - a)).toArray(),
      (model) => [...model.values()].toSorted((a, b) => b - a),
    ],
  ),
);

/**
 * Made at once: on one connection calls of one object are carried out in the order in which they were made. Of two workers a `putAll` and a
 * `put` take different ones, as they take the connections to different members: only what was answered before comes first.
 */
async function answersOf(map: ReplicatedMap<string, number>, steps: readonly Step[]): Promise<unknown[]> {
  if (shardsOf(TESTED_WORKERS) === 1) return Promise.all(steps.map(([, call]) => call(map)));
  const answers: unknown[] = [];
  for (const [, call] of steps) answers.push(await call(map));
  return answers;
}

test('any sequence of calls is answered as a Map would answer it', async () => {
  const seed = seedOf('replicated map against its model');
  const { client } = await connect(member.address);
  let maps = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const map = await client.getReplicatedMap<string, number>(`model-${maps++}`);
      const model: Model = new Map();
      const answers = await answersOf(map, steps);
      expect(answers).toEqual(steps.map(([, , foretell]) => foretell(model)));
      await map.destroy();
    }),
    { seed, numRuns: rounds({ short: 50, full: 150 }) },
  );
});
