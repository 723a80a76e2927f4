import * as fc from 'fast-check';
import type { Client } from 'offloop';
import { seedOf } from '@offloop/tools';
import { expect } from 'vitest';

export type Kind = 'getList' | 'getQueue' | 'getSet';

type AnyCollection = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** What a call is to give, and what it does to the items, which are the model's to change. */
type Rule = (items: number[], ...args: never[]) => unknown;

const OUT = 'out of bounds';

const common: Record<string, Rule> = {
  remove: (items, item: number) => takeOut(items, items.indexOf(item)).length > 0,
  removeAll: (items, gone: number[]) => keep(items, (item) => !gone.includes(item)),
  retainAll: (items, kept: number[]) => keep(items, (item) => kept.includes(item)),
  contains: (items, item: number) => items.includes(item),
  containsAll: (items, all: number[]) => all.every((item) => items.includes(item)),
  clear: (items) => void (items.length = 0),
  isEmpty: (items) => items.length === 0,
  size: (items) => items.length,
};

const addNew = (items: number[], item: number): boolean => !items.includes(item) && items.push(item) > 0;

const rules: Readonly<Record<Kind, Record<string, Rule>>> = {
  getSet: {
    ...common,
    add: addNew,
    addAll: (items, added: number[]) => added.filter((item) => addNew(items, item)).length > 0,
  },
  getList: {
    ...common,
    add: (items, item: number) => items.push(item) > 0,
    addAll: (items, added: number[]) => insert(items, items.length, added),
    addAt: (items, index: number, item: number) => (insert(items, index, [item]) === OUT ? OUT : undefined),
    addAllAt: (items, index: number, added: number[]) => insert(items, index, added),
    get: (items, index: number) => items[index] ?? OUT,
    set: (items, index: number, item: number) =>
      index < items.length ? items.splice(index, 1, item)[0] : OUT,
    removeAt: (items, index: number) => takeOut(items, index)[0] ?? OUT,
    indexOf: (items, item: number) => items.indexOf(item),
    lastIndexOf: (items, item: number) => items.lastIndexOf(item),
  },
  getQueue: {
    ...common,
    add: (items, item: number) => items.push(item) > 0,
    offer: (items, item: number) => items.push(item) > 0,
    put: (items, item: number) => void items.push(item),
    addAll: (items, added: number[]) => items.push(...added) >= 0,
    poll: (items) => items.shift() ?? null,
    peek: (items) => items[0] ?? null,
  },
};

const anItem = fc.nat(5);
const someItems = fc.array(anItem, { maxLength: 4 });
const anIndex = fc.nat(6);

/** The arguments of each call; one of a method that is not named takes an item. */
const args: Record<string, fc.Arbitrary<unknown[]>> = Object.fromEntries([
  ...['clear', 'isEmpty', 'size', 'poll', 'peek'].map((name) => [name, fc.constant([])]),
  ...['addAll', 'removeAll', 'retainAll', 'containsAll'].map((name) => [name, fc.tuple(someItems)]),
  ...['get', 'removeAt'].map((name) => [name, fc.tuple(anIndex)]),
  ...['addAt', 'set'].map((name) => [name, fc.tuple(anIndex, anItem)]),
  ['addAllAt', fc.tuple(anIndex, someItems)],
]) as Record<string, fc.Arbitrary<unknown[]>>;

function callsOf(kind: Kind): fc.Arbitrary<(readonly [string, unknown[]])[]> {
  const each = Object.keys(rules[kind]).map((method) =>
    (args[method] ?? fc.tuple(anItem)).map((given) => [method, given] as const),
  );
  // Now and then an object is emptied: rarely, or it would never hold much.
  const weighted = each.map((arbitrary, at) => ({
    arbitrary,
    weight: ['clear', 'retainAll'].includes(Object.keys(rules[kind])[at]) ? 1 : 6,
  }));
  return fc.array(fc.oneof(...weighted), { minLength: 1, maxLength: 60 });
}

/** Random calls on objects of their own, each compared with what a plain array does. */
export async function checkAgainstModel(client: Client, kind: Kind, runs: number): Promise<void> {
  const seed = seedOf(kind);
  let names = 0;
  await fc.assert(
    fc.asyncProperty(callsOf(kind), async (calls) => {
      const object = (await client[kind](`model-${seed}-${names++}`)) as unknown as AnyCollection;
      const model: number[] = [];
      for (const [method, given] of calls) {
        const rule = rules[kind][method] as (items: number[], ...args: unknown[]) => unknown;
        const result = await object[method](...given).catch(nameOfError);
        expect({ method, given, result }).toEqual({ method, given, result: rule(model, ...given) });
      }
      const left = (await object['toArray']()) as number[];
      expect(kind === 'getSet' ? left.toSorted((a, b) => a - b) : left).toEqual(
        kind === 'getSet' ? model.toSorted((a, b) => a - b) : model,
      );
    }),
    { seed, numRuns: runs },
  );
}

function nameOfError(error: unknown): string {
  const { name } = (error as Error).constructor;
  return name === 'IndexOutOfBoundsError' ? OUT : name;
}

function takeOut(items: number[], index: number): number[] {
  return index < 0 ? [] : items.splice(index, 1);
}

function insert(items: number[], index: number, added: readonly number[]): boolean | typeof OUT {
  if (index > items.length) return OUT;
  items.splice(index, 0, ...added);
  return added.length > 0;
}

function keep(items: number[], isKept: (item: number) => boolean): boolean {
  const before = items.length;
  items.splice(0, before, ...items.filter(isKept));
  return items.length < before;
}
