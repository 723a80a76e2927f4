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

test('what they give is what the official ones give, but where that is a class', () => {
  expectTypeOf<Different<official.IList<Item>, ours.IList<Item>>>().toEqualTypeOf<OwnResult>();
  expectTypeOf<Different<official.IQueue<Item>, ours.IQueue<Item>>>().toEqualTypeOf<never>();
  expectTypeOf<Different<official.ISet<Item>, ours.ISet<Item>>>().toEqualTypeOf<never>();
});

test('interfaces are assigned to each other, but for listeners and lazy lists', () => {
  type OfList = Foreign | OwnResult;
  expectTypeOf<Omit<ours.IList<Item>, OfList>>().toExtend<Omit<official.IList<Item>, OfList>>();
  expectTypeOf<Omit<official.IList<Item>, OfList>>().toExtend<Omit<ours.IList<Item>, OfList>>();
  expectTypeOf<Omit<ours.IQueue<Item>, Foreign>>().toExtend<Omit<official.IQueue<Item>, Foreign>>();
  expectTypeOf<Omit<official.IQueue<Item>, Foreign>>().toExtend<Omit<ours.IQueue<Item>, Foreign>>();
  expectTypeOf<Omit<ours.ISet<Item>, Foreign>>().toExtend<Omit<official.ISet<Item>, Foreign>>();
  expectTypeOf<Omit<official.ISet<Item>, Foreign>>().toExtend<Omit<ours.ISet<Item>, Foreign>>();
});

test('what may be missing is null by a type argument only', () => {
  type Of<M> = M extends (...args: never[]) => Promise<infer R> ? R : never;
  expectTypeOf<Of<ours.IMap<string, Item>['get']>>().toEqualTypeOf<Item>();
  expectTypeOf<Of<ours.IMap<string, Item, null>['get']>>().toEqualTypeOf<Item | null>();
  expectTypeOf<Of<ours.IQueue<Item, null>['peek']>>().toEqualTypeOf<Item | null>();
  expectTypeOf<Of<ours.ReplicatedMap<string, Item, null>['put']>>().toEqualTypeOf<Item | null>();
  expectTypeOf<ours.IMap<string, Item>>().toExtend<ours.IMap<string, Item, null>>();
  expectTypeOf<ours.IMap<string, Item, null>>().not.toExtend<ours.IMap<string, Item>>();
  type Asked = ours.IMap<string, Item, null>;
  expectTypeOf((client: ours.Client): Promise<Asked> => client.getMap('items')).toBeFunction();
});

test('a listener written for the official client is one of ours, and hears of the same', () => {
  expectTypeOf<keyof official.ItemListener<Item>>().toEqualTypeOf<keyof ours.ItemListener<Item>>();
  // The official class has `eventType`, too; its types leave that out.
  type Typed = Exclude<keyof ours.ItemEvent<Item>, 'eventType'>;
  expectTypeOf<keyof official.ItemEvent<Item>>().toEqualTypeOf<Typed>();
});
