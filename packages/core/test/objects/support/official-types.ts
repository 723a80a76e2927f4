import type {
  EntryListener as OfficialEntryListener,
  Predicate as OfficialPredicate,
  ReadOnlyLazyList as OfficialLazyList,
  ReplicatedMap as OfficialReplicatedMap,
} from 'hazelcast-client';
import type Long from 'long';
import type { EntryListener, Predicate, ReadOnlyLazyList } from 'offloop';

/** A value that may be null: ours says where null may come, theirs does not. */
export type Value = string | null;

type OfficialListener = OfficialEntryListener<string, Value>;
type OfficialLong = Extract<Parameters<OfficialReplicatedMap<string, Value>['put']>[2], object>;

/** What a promise resolves to; lazy lists, which are classes with private fields, by their elements. */
type Resolved<P> =
  Awaited<P> extends ReadOnlyLazyList<infer E>
    ? { lazy: E }
    : Awaited<P> extends OfficialLazyList<infer E>
      ? { lazy: E }
      : Awaited<P>;

/**
 * An argument with our classes for theirs: a listener is given events with a `UUID`, which is a class with private fields, a predicate
 * writes to an output, and either client has a version of `Long` of its own.
 */
type Argument<T> =
  Same<T, OfficialListener> extends true
    ? EntryListener<string, Value>
    : Same<T, OfficialPredicate> extends true
      ? Predicate
      : OfficialLong extends T
        ? Exclude<T, OfficialLong> | Long
        : T;

type Same<A, B> = [A, B] extends [B, A] ? true : false;

type Given<Arguments extends readonly unknown[]> = { [I in keyof Arguments]: Argument<Arguments[I]> };

type Method = (...args: never) => unknown;

/**
 * The methods of an official interface, with keys of `string` and values of {@link Value}, that ours cannot stand in for: it lacks
 * them, does not take the same arguments, or resolves to something else.
 */
export type Unlike<Ours, Official> = {
  [M in keyof Official]: Official[M] extends Method
    ? M extends keyof Ours
      ? Ours[M] extends (...args: Given<Parameters<Official[M]>>) => infer R
        ? [Resolved<R>, Resolved<ReturnType<Official[M]>>] extends [
            Resolved<ReturnType<Official[M]>>,
            Resolved<R>,
          ]
          ? never
          : M
        : M
      : M
    : never;
}[keyof Official];

/** Methods of ours that the official interface does not have. */
export type Additional<Ours, Official> = Exclude<keyof Ours, keyof Official>;
