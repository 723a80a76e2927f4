import type { Random } from '@offloop/tools/random';
import type { IMap } from 'offloop';

import type { Transition } from './key-model.js';
import { ABSENT, idOf, valueOf } from './numbered-values.js';

export type ValueMap = IMap<string, unknown>;

/** One call on some keys, and what it does to each of them. */
export interface Step {
  readonly keys: readonly string[];
  readonly transition: (key: string) => Transition;
  /** @returns the answer for each key, in the model's terms. */
  readonly call: (map: ValueMap) => Promise<readonly unknown[]>;
  /** The state a key has afterwards, as far as the caller can foresee it: what conditional writes are asked with. */
  readonly foreseen: (key: string, before: number) => number;
}

type Single = (map: ValueMap, key: string, id: number, old: number) => Promise<unknown>;
type Rule = (id: number, old: number) => Omit<Transition, 'resent'> & { readonly resent?: boolean };

/** Operations on one key by how often they are called, in parts of a hundred. */
const SINGLE: readonly (readonly [share: number, call: Single, rule: Rule])[] = [
  [30, async (map, key) => idOf(await map.get(key)), () => ({ next: same, answer: same, resent: true })],
  [8, (map, key) => map.containsKey(key), () => ({ next: same, answer: isThere, resent: true })],
  [
    16,
    async (map, key, id) => idOf(await map.put(key, valueOf(id))),
    (id) => ({ next: () => id, answer: same }),
  ],
  [14, (map, key, id) => map.set(key, valueOf(id)), (id) => ({ next: () => id, answer: nothing })],
  [
    6,
    async (map, key, id) => idOf(await map.putIfAbsent(key, valueOf(id))),
    (id) => ({ next: (state) => (state === ABSENT ? id : state), answer: same }),
  ],
  [
    4,
    async (map, key, id) => idOf(await map.replace(key, valueOf(id))),
    (id) => ({ next: (state) => (state === ABSENT ? state : id), answer: same }),
  ],
  [
    8,
    (map, key, id, old) => map.replaceIfSame(key, valueOf(old), valueOf(id)),
    (id, old) => ({ next: (state) => (state === old ? id : state), answer: (state) => state === old }),
  ],
  [4, async (map, key) => idOf(await map.remove(key)), () => ({ next: () => ABSENT, answer: same })],
  [
    3,
    (map, key, _id, old) => map.remove(key, valueOf(old)),
    (_id, old) => ({ next: (state) => (state === old ? ABSENT : state), answer: (state) => state === old }),
  ],
  [3, (map, key) => map.delete(key), () => ({ next: () => ABSENT, answer: nothing })],
  [
    2,
    (map, key, id) => map.tryPut(key, valueOf(id), 10_000),
    (id) => ({ next: () => id, answer: () => true }),
  ],
  [2, (map, key) => map.evict(key), () => ({ next: () => ABSENT, answer: isThere })],
];
const BY_CHANCE = SINGLE.flatMap(([share, ...operation]) =>
  new Array<typeof operation>(share).fill(operation),
);

/** @param foreseen state of the key when the call is made. @param newId gives numbers nobody has had. */
export function singleStep(random: Random, key: string, foreseen: number, newId: () => number): Step {
  const [call, rule] = random.pick(BY_CHANCE);
  const id = newId();
  // Mostly the value that is there; sometimes one that was, or never will be.
  const old = foreseen === ABSENT || random.below(4) === 0 ? 1 + random.below(id) : foreseen;
  const transition: Transition = { resent: false, ...rule(id, old) };
  return {
    keys: [key],
    transition: () => transition,
    call: async (map) => [await call(map, key, id, old)],
    foreseen: (_key, before) => transition.next(before),
  };
}

/** A read that the protocol does not let a client send again. */
export function getAllStep(keys: readonly string[]): Step {
  const transition: Transition = { next: same, answer: same, resent: false };
  return {
    keys,
    transition: () => transition,
    call: async (map) => {
      const found = new Map(await map.getAll(keys));
      return keys.map((key) => idOf(found.get(key) ?? null));
    },
    foreseen: (_key, before) => before,
  };
}

export function putAllStep(kind: 'putAll' | 'setAll', keys: readonly string[], newId: () => number): Step {
  const ids = new Map(keys.map((key) => [key, newId()]));
  return {
    keys,
    transition: (key) => ({ next: () => ids.get(key)!, answer: nothing, resent: false }),
    call: async (map) => {
      await map[kind]([...ids].map(([key, id]): [string, unknown] => [key, valueOf(id)]));
      return keys.map(nothing);
    },
    foreseen: (key) => ids.get(key)!,
  };
}

function same(state: number): number {
  return state;
}

function isThere(state: number): boolean {
  return state !== ABSENT;
}

function nothing(): undefined {
  return undefined;
}
