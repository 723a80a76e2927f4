import { gives, givesAnyOrder, refused, type Sequence } from '../objects/support/sequences.js';

/** Multimaps of this prefix have lists of values, by the configuration of the member. */
export const LIST = 'list';

/** What multimaps do, whichever client asks and whichever member answers. */
export const multiMapSequences: readonly Sequence[] = [
  {
    title: 'one key with a set of values',
    steps: [
      [['get', 'a'], gives([])],
      [['valueCount', 'a'], gives(0)],
      [['containsKey', 'a'], gives(false)],
      [['put', 'a', 1], gives(true)],
      [['put', 'a', 2], gives(true)],
      [['put', 'a', 1], gives(false)],
      [['get', 'a'], givesAnyOrder(1, 2)],
      [['valueCount', 'a'], gives(2)],
      [['containsKey', 'a'], gives(true)],
      [['containsEntry', 'a', 2], gives(true)],
      [['containsEntry', 'a', 3], gives(false)],
      [['containsEntry', 'b', 2], gives(false)],
      [['containsValue', 2], gives(true)],
      [['containsValue', 3], gives(false)],
      [['remove', 'a', 3], gives(false)],
      [['remove', 'b', 1], gives(false)],
      [['remove', 'a', 1], gives(true)],
      [['remove', 'a', 1], gives(false)],
      [['put', 'a', 5], gives(true)],
      [['removeAll', 'a'], givesAnyOrder(2, 5)],
      [['removeAll', 'a'], gives([])],
      [['put', 'a', 7], gives(true)],
      [['remove', 'a', 7], gives(true)],
      [['keySet'], gives([])],
      [['size'], gives(0)],
    ],
    listeners: [
      {
        add: ['addEntryListener'],
        hears: [
          'added a=1<null',
          'added a=2<null',
          'removed a=null<1',
          'added a=5<null',
          'removed a=null<2',
          'removed a=null<5',
          'added a=7<null',
          'removed a=null<7',
        ],
      },
      {
        add: ['addEntryListener', undefined, false],
        hears: [
          ...new Array<string>(4).fill('added a=null<null'),
          ...new Array<string>(4).fill('removed a=null<null'),
        ],
      },
    ],
  },
  {
    title: 'one key with a list of values',
    prefix: LIST,
    steps: [
      [['put', 'a', 1], gives(true)],
      [['put', 'a', 2], gives(true)],
      [['put', 'a', 1], gives(true)],
      [['get', 'a'], gives([1, 2, 1])],
      [['valueCount', 'a'], gives(3)],
      [['remove', 'a', 1], gives(true)],
      [['get', 'a'], gives([2, 1])],
      [['putAll', [['a', [7, 8, 7]]]], gives(undefined)],
      [['removeAll', 'a'], gives([2, 1, 7, 8, 7])],
    ],
    listeners: [
      {
        add: ['addEntryListener', 'a', true],
        hears: [
          'added a=1<null',
          'added a=2<null',
          'added a=1<null',
          'removed a=null<1',
          'added a=7<null',
          'added a=8<null',
          'added a=7<null',
          ...[2, 1, 7, 8, 7].map((value) => `removed a=null<${value}`),
        ],
      },
    ],
  },
  {
    title: 'many keys',
    steps: [
      [['putAll', []], gives(undefined)],
      [
        [
          'putAll',
          [
            ['a', [1, 2, 1]],
            ['b', [1]],
            ['none', []],
            ['a', [3]],
          ],
        ],
        gives(undefined),
      ],
      [['size'], gives(4)],
      [['keySet'], givesAnyOrder('a', 'b', 'none')],
      [['containsKey', 'none'], gives(true)],
      [['get', 'none'], gives([])],
      [['values'], givesAnyOrder(1, 2, 3, 1)],
      [['entrySet'], givesAnyOrder(['a', 1], ['a', 2], ['a', 3], ['b', 1])],
      [['clear'], gives(undefined)],
      [['clear'], gives(undefined)],
      [['size'], gives(0)],
      [['values'], gives([])],
      [['entrySet'], gives([])],
    ],
    listeners: [
      {
        add: ['addEntryListener'],
        hears: [
          'added a=1<null',
          'added a=2<null',
          'added a=3<null',
          'added b=1<null',
          'mapCleared 3',
          'mapCleared 0',
        ],
      },
      { add: ['addEntryListener', 'b'], hears: ['added b=1<null', 'mapCleared 3', 'mapCleared 0'] },
    ],
  },
  {
    title: 'locks of their owner',
    steps: [
      [['put', 'k', 1], gives(true)],
      [['put', 'free', 1], gives(true)],
      [['lock', 'k'], gives(undefined)],
      [['lock', 'k'], gives(undefined)],
      [['isLocked', 'k'], gives(true)],
      [['isLocked', 'free'], gives(false)],
      [['put', 'k', 2], gives(true)],
      [['remove', 'k', 1], gives(true)],
      // What is locked stays, also for its owner.
      [['clear'], gives(undefined)],
      [['get', 'k'], gives([2])],
      [['size'], gives(1)],
      [['unlock', 'k'], gives(undefined)],
      [['isLocked', 'k'], gives(true)],
      [['unlock', 'k'], gives(undefined)],
      [['isLocked', 'k'], gives(false)],
      [['unlock', 'k'], refused('IllegalMonitorStateError')],
      [['tryLock', 'k'], gives(true)],
      [['forceUnlock', 'k'], gives(undefined)],
      [['isLocked', 'k'], gives(false)],
      [['forceUnlock', 'never locked'], gives(undefined)],
      [['lock', 'leased', 600_000], gives(undefined)],
      [['isLocked', 'leased'], gives(true)],
      [['forceUnlock', 'leased'], gives(undefined)],
    ],
    listeners: [
      {
        add: ['addEntryListener'],
        hears: ['added k=1<null', 'added free=1<null', 'added k=2<null', 'removed k=null<1', 'mapCleared 1'],
      },
    ],
  },
  {
    title: 'null is neither a key nor a value',
    steps: [
      [['put', null, 1], refused('IllegalArgumentError')],
      [['put', 'k', null], refused('IllegalArgumentError')],
      [['putAll', [['k', [1, null]]]], refused('IllegalArgumentError')],
      [['containsKey', null], refused('IllegalArgumentError')],
      [['lock', null], refused('IllegalArgumentError')],
      [['size'], gives(0)],
    ],
  },
];
