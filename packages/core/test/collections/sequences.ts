import {
  gives,
  givesAnyOrder,
  NO_ITEM,
  OUT_OF_BOUNDS,
  Own,
  refused,
  type Outcome,
  type Sequence,
} from '../objects/support/sequences.js';

/** What a queue of this prefix takes, by the configuration of the member. */
export const BOUNDED = 'bounded';
export const MOST = 3;

const UNBOUNDED = 2 ** 31 - 1;
const FULL: Outcome = refused('IllegalStateError');

/** What is heard by a listener that asks for the items, and by one that does not. */
const heard = (...lines: readonly string[]): NonNullable<Sequence['listeners']> => [
  { add: ['addItemListener', true], hears: lines },
  { add: ['addItemListener', false], hears: lines.map((line) => `${line[0]}null`) },
];

const anArray = (...items: unknown[]): Own => new Own(() => [...items]);

// Calls that the models make, too, are here for what they make listeners hear.

/** What lists do, whichever client asks and whichever member answers. */
export const listSequences: readonly Sequence[] = [
  {
    title: 'items come and go',
    isOrdered: true,
    steps: [
      [['add', 'a'], gives(true)],
      [['addAt', 0, 'c'], gives(undefined)],
      [['addAt', -1, 'f'], gives(undefined)],
      [['addAt', -2, 'g'], gives(undefined)],
      [['remove', 'g'], gives(true)],
      [['addAllAt', 1, ['d', 'e']], gives(true)],
      [['addAllAt', 0, []], gives(false)],
      [['toArray'], gives(['c', 'd', 'e', 'a', 'f'])],
      [['subList', 1, 4], gives(['d', 'e', 'a'])],
      [['subList', 2, 2], gives([])],
      [['subList', 2, -1], gives(['e', 'a', 'f'])],
      [['subList', -1, -1], gives(['c', 'd', 'e', 'a', 'f'])],
      [['set', 1, 'x'], gives('d')],
      [['remove', 'x'], gives(true)],
      [['removeAt', 1], gives('e')],
      [['removeAll', ['a', 'x']], gives(true)],
      [['retainAll', ['f']], gives(true)],
      [['clear'], gives(undefined)],
      [['clear'], gives(undefined)],
    ],
    // A 5.6.0 member does not say what `removeAt` removed.
    listeners: heard('+a', '+c', '+f', '+g', '-g', '+d', '+e', '-d', '+x', '-x', '-null', '-a', '-c', '-f'),
  },
  {
    title: 'where there is nothing',
    steps: [
      [['get', 0], OUT_OF_BOUNDS],
      [['get', -1], OUT_OF_BOUNDS],
      [['set', 1, 'x'], OUT_OF_BOUNDS],
      [['removeAt', 1], OUT_OF_BOUNDS],
      [['removeAt', -1], OUT_OF_BOUNDS],
      [['addAt', 2, 'x'], OUT_OF_BOUNDS],
      [['addAllAt', -1, ['x']], OUT_OF_BOUNDS],
      [['subList', 0, 2], OUT_OF_BOUNDS],
      [['subList', -2, 1], OUT_OF_BOUNDS],
      [['add', 'a'], gives(true)],
      [['subList', 1, 0], refused('IllegalArgumentError')],
    ],
    // A 5.6.0 member tells of removals that it refuses.
    listeners: heard('-null', '-null', '+a'),
  },
  {
    title: 'null is no item',
    steps: [
      [['add', null], NO_ITEM],
      [['addAll', [null]], NO_ITEM],
      [['contains', null], NO_ITEM],
      [['addAt', 0, null], NO_ITEM],
      [['indexOf', null], NO_ITEM],
      [['isEmpty'], gives(true)],
    ],
  },
];

/** The same for sets. */
export const setSequences: readonly Sequence[] = [
  {
    title: 'items come and go',
    steps: [
      [['add', 'a'], gives(true)],
      [['add', 'a'], gives(false)],
      [['addAll', ['c', 'd', 'c']], gives(true)],
      [['addAll', []], gives(false)],
      [['toArray'], givesAnyOrder('a', 'c', 'd')],
      [['remove', 'd'], gives(true)],
      [['removeAll', ['a', 'x']], gives(true)],
      [['add', 'b'], gives(true)],
      [['retainAll', ['c']], gives(true)],
      [['clear'], gives(undefined)],
    ],
    // A 5.6.0 member tells of an item as often as the request that brought it has it.
    listeners: heard('+a', '+c', '+d', '+c', '-d', '-a', '+b', '-b', '-c'),
  },
  {
    title: 'values of every kind',
    steps: [
      [['add', 1], gives(true)],
      [['add', '1'], gives(true)],
      [['add', true], gives(true)],
      [['add', { a: 1 }], gives(true)],
      [['add', { a: 1 }], gives(false)],
      [['contains', { a: 1 }], gives(true)],
      [['contains', { a: 2 }], gives(false)],
      [['size'], gives(4)],
      [['remove', 1], gives(true)],
      [['contains', '1'], gives(true)],
    ],
    listeners: heard('+1', '+1', '+true', '+[object Object]', '-1'),
  },
  {
    title: 'null is no item',
    steps: [
      [['add', null], NO_ITEM],
      [['addAll', [null]], NO_ITEM],
      [['contains', null], NO_ITEM],
      [['isEmpty'], gives(true)],
    ],
  },
];

/** The same for queues. */
export const queueSequences: readonly Sequence[] = [
  {
    title: 'in at the end, out at the front',
    isOrdered: true,
    steps: [
      [['poll', 5], gives(null)],
      [['offer', 'b'], gives(true)],
      [['offer', 'c', 1000], gives(true)],
      [['put', 'd'], gives(undefined)],
      [['offer', 'e', -1], gives(true)],
      [['remainingCapacity'], gives(UNBOUNDED - 4)],
      [['poll', 1000], gives('b')],
      [['take'], gives('c')],
      [['poll', -1], gives('d')],
      [['addAll', ['f', 'g', 'h']], gives(true)],
      [['addAll', []], gives(true)],
      [['remove', 'g'], gives(true)],
      [['removeAll', ['e', 'x']], gives(true)],
      [['retainAll', ['h']], gives(true)],
      [['clear'], gives(undefined)],
    ],
    listeners: heard('+b', '+c', '+d', '+e', '-b', '-c', '-d', '+f', '+g', '+h', '-g', '-e', '-f', '-h'),
  },
  {
    title: 'drained',
    isOrdered: true,
    steps: [
      [['addAll', ['a', 'b', 'c', 'd', 'e']], gives(true)],
      [['drainTo', anArray('before'), 2], gives([2, ['before', 'a', 'b']])],
      [['drainTo', anArray(), 0], gives([0, []])],
      [['drainTo', anArray()], gives([3, ['c', 'd', 'e']])],
      [['drainTo', anArray()], gives([0, []])],
      [['addAll', ['f', 'g']], gives(true)],
      [['drainTo', anArray(), 100], gives([2, ['f', 'g']])],
      [['add', 'h'], gives(true)],
      [['drainTo', anArray(), -1], gives([1, ['h']])],
    ],
    listeners: heard(
      '+a',
      '+b',
      '+c',
      '+d',
      '+e',
      '-a',
      '-b',
      '-c',
      '-d',
      '-e',
      '+f',
      '+g',
      '-f',
      '-g',
      '+h',
      '-h',
    ),
  },
  {
    title: 'full',
    prefix: BOUNDED,
    steps: [
      [['remainingCapacity'], gives(MOST)],
      [['addAll', ['a', 'b', 'c', 'd']], FULL],
      [['addAll', ['a', 'b']], gives(true)],
      [['addAll', ['c', 'd']], FULL],
      [['add', 'c'], gives(true)],
      [['remainingCapacity'], gives(0)],
      [['addAll', []], gives(true)],
      [['add', 'd'], FULL],
      [['offer', 'd'], gives(false)],
      [['offer', 'd', 5], gives(false)],
      [['toArray'], gives(['a', 'b', 'c'])],
      [['poll'], gives('a')],
      [['offer', 'd', 5], gives(true)],
      [['toArray'], gives(['b', 'c', 'd'])],
    ],
  },
  {
    title: 'null is no item',
    steps: [
      [['add', null], NO_ITEM],
      [['addAll', [null]], NO_ITEM],
      [['contains', null], NO_ITEM],
      [['offer', null], NO_ITEM],
      [['put', null], NO_ITEM],
      [['isEmpty'], gives(true)],
    ],
  },
];
