import { gives, givesAnyOrder, Own, refused, type Sequence } from '../objects/support/sequences.js';

/** What replicated maps do, whichever client asks and whichever member answers. */
export const replicatedMapSequences: readonly Sequence[] = [
  {
    title: 'one entry',
    steps: [
      [['get', 'a'], gives(null)],
      [['isEmpty'], gives(true)],
      [['put', 'a', 1], gives(null)],
      [['put', 'a', 2], gives(1)],
      [['put', 'a', 'a longer value'], gives(2)],
      [['get', 'a'], gives('a longer value')],
      [['containsKey', 'a'], gives(true)],
      [['containsKey', 'b'], gives(false)],
      [['containsValue', 'a longer value'], gives(true)],
      [['containsValue', 2], gives(false)],
      [['size'], gives(1)],
      [['isEmpty'], gives(false)],
      [['remove', 'a'], gives('a longer value')],
      [['remove', 'a'], gives(null)],
      [['size'], gives(0)],
    ],
    listeners: [
      {
        add: ['addEntryListener'],
        hears: [
          'added a=1<null',
          'updated a=2<1',
          'updated a=a longer value<2',
          'removed a=null<a longer value',
          'removed a=null<null',
        ],
      },
    ],
  },
  {
    title: 'many entries',
    steps: [
      [['putAll', []], gives(undefined)],
      [
        [
          'putAll',
          [
            ['x', 3],
            ['y', 1],
            ['z', 2],
            ['x', 5],
          ],
        ],
        gives(undefined),
      ],
      [['size'], gives(3)],
      [['keySet'], givesAnyOrder('x', 'y', 'z')],
      [['values'], givesAnyOrder(5, 1, 2)],
      [['values', (a: number, b: number) => a - b], gives([1, 2, 5])],
      [['values', (a: number, b: number) => b - a], gives([5, 2, 1])],
      [['values', null], givesAnyOrder(5, 1, 2)],
      [['entrySet'], givesAnyOrder(['x', 5], ['y', 1], ['z', 2])],
      [['clear'], gives(undefined)],
      [['clear'], gives(undefined)],
      [['keySet'], gives([])],
      [['values'], gives([])],
      [['entrySet'], gives([])],
    ],
    listeners: [
      {
        add: ['addEntryListener'],
        hears: [
          'added x=3<null',
          'added y=1<null',
          'added z=2<null',
          'updated x=5<3',
          'mapCleared 3',
          'mapCleared 0',
        ],
      },
      { add: ['addEntryListenerToKey', 'y'], hears: ['added y=1<null', 'mapCleared 3', 'mapCleared 0'] },
    ],
  },
  {
    title: 'time to live',
    steps: [
      [['put', 'shortened', 'v', 60_000], gives(null)],
      [['put', 'shortened', 'w', 50], gives('v')],
      [['put', 'kept', 1, 1_000], gives(null)],
      [['put', 'kept', 2], gives(1)],
      { heard: 'evicted shortened=null<w' },
      [['get', 'shortened'], gives(null)],
      [['containsKey', 'shortened'], gives(false)],
      [['put', 'shortened', 'x', 0], gives(null)],
      // Longer than the time that was taken back.
      [['put', 'clock', 1, 1_100], gives(null)],
      { heard: 'evicted clock=null<1' },
      [['get', 'kept'], gives(2)],
      [['size'], gives(2)],
      [['put', 'kept', 3, -1], refused('IllegalArgumentError')],
    ],
    listeners: [
      {
        add: ['addEntryListener'],
        hears: [
          'added shortened=v<null',
          'updated shortened=w<v',
          'added kept=1<null',
          'updated kept=2<1',
          'evicted shortened=null<w',
          'added shortened=x<null',
          'added clock=1<null',
          'evicted clock=null<1',
        ],
      },
    ],
  },
  {
    title: 'a listener that nobody added',
    steps: [[['removeEntryListener', 'nobody'], gives(false)]],
  },
  {
    title: 'null is neither a key nor a value',
    steps: [
      [['putAll', [['k', null]]], refused('IllegalArgumentError')],
      [['putAll', [[null, 1]]], refused('IllegalArgumentError')],
      [['isEmpty'], gives(true)],
    ],
  },
];

/** The same for what the embedded member cannot do: it does not evaluate predicates. */
export const predicateSequences: readonly Sequence[] = [
  {
    title: 'listeners with predicates',
    steps: [
      [['put', 'a', 1], gives(null)],
      [['put', 'a', 5], gives(1)],
      [['put', 'a', 2], gives(5)],
      [['put', 'a', 7], gives(2)],
      [['put', 'b', 9], gives(null)],
      [['remove', 'a'], gives(7)],
      [['clear'], gives(undefined)],
    ],
    listeners: [
      {
        add: [
          'addEntryListenerWithPredicate',
          new Own(({ Predicates }) => Predicates.greaterThan('this', 3)),
        ],
        hears: ['updated a=5<1', 'updated a=7<2', 'added b=9<null', 'removed a=null<7', 'mapCleared 1'],
      },
      {
        add: [
          'addEntryListenerToKeyWithPredicate',
          'b',
          new Own(({ Predicates }) => Predicates.greaterThan('this', 3)),
        ],
        hears: ['added b=9<null', 'mapCleared 1'],
      },
    ],
  },
];
