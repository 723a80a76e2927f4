import type * as official from 'hazelcast-client';
import type * as ours from 'offloop';
import { expectTypeOf, test } from 'vitest';

/** Values of a program's own: what the interfaces do with them does not depend on what they are. */
interface Item {
  readonly id: number;
}

type Method = (...args: never[]) => Promise<unknown>;
/** Arguments that are objects of the client's own, with members of its own. */
type Foreign = 'addItemListener';
/** Null where there is nothing, which the official types do not say. */
type Nullable = 'peek' | 'poll';
/** What it gives is a class of each client's own. */
type OwnResult = 'subList';

/** The methods of the official interface that ours does not have, or not for the same arguments. */
type Refused<Official, Ours> = {
  [K in Exclude<keyof Official, Foreign>]: K extends keyof Ours
    ? [Official[K], Ours[K]] extends [infer Theirs extends Method, infer Mine extends Method]
      ? Parameters<Theirs> extends Parameters<Mine>
        ? never
        : K
      : [Official[K], Ours[K]] extends [() => string, () => string]
        ? never
        : K
    : K;
}[Exclude<keyof Official, Foreign>];

/** The methods whose result is not the official one's. */
type Different<Official, Ours> = {
  [K in keyof Official & keyof Ours]: [Official[K], Ours[K]] extends [
    infer Theirs extends Method,
    infer Mine extends Method,
  ]
    ? Awaited<ReturnType<Mine>> extends Awaited<ReturnType<Theirs>>
      ? never
      : K
    : never;
}[keyof Official & keyof Ours];

test('every method of the official interfaces is there, for the same arguments', () => {
  expectTypeOf<Refused<official.IList<Item>, ours.IList<Item>>>().toEqualTypeOf<never>();
  expectTypeOf<Refused<official.IQueue<Item>, ours.IQueue<Item>>>().toEqualTypeOf<never>();
  expectTypeOf<Refused<official.ISet<Item>, ours.ISet<Item>>>().toEqualTypeOf<never>();
});

test('what they give is what the official ones give, but where that may be null or is a class', () => {
  expectTypeOf<Different<official.IList<Item>, ours.IList<Item>>>().toEqualTypeOf<OwnResult>();
  expectTypeOf<Different<official.IQueue<Item>, ours.IQueue<Item>>>().toEqualTypeOf<Nullable>();
  expectTypeOf<Different<official.ISet<Item>, ours.ISet<Item>>>().toEqualTypeOf<never>();
});

test('interfaces are assigned to each other, but for listeners, lazy lists and null', () => {
  type OfList = Foreign | OwnResult;
  type OfQueue = Foreign | Nullable;
  expectTypeOf<Omit<ours.IList<Item>, OfList>>().toExtend<Omit<official.IList<Item>, OfList>>();
  expectTypeOf<Omit<official.IList<Item>, OfList>>().toExtend<Omit<ours.IList<Item>, OfList>>();
  expectTypeOf<Omit<ours.IQueue<Item>, OfQueue>>().toExtend<Omit<official.IQueue<Item>, OfQueue>>();
  expectTypeOf<Omit<official.IQueue<Item>, OfQueue>>().toExtend<Omit<ours.IQueue<Item>, OfQueue>>();
  expectTypeOf<Omit<ours.ISet<Item>, Foreign>>().toExtend<Omit<official.ISet<Item>, Foreign>>();
  expectTypeOf<Omit<official.ISet<Item>, Foreign>>().toExtend<Omit<ours.ISet<Item>, Foreign>>();
});

test('a listener written for the official client is one of ours, and hears of the same', () => {
  expectTypeOf<keyof official.ItemListener<Item>>().toEqualTypeOf<keyof ours.ItemListener<Item>>();
  expectTypeOf<keyof official.ItemEvent<Item>>().toEqualTypeOf<keyof ours.ItemEvent<Item>>();
});
