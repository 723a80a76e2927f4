import { gives, NO_ITEM, type Expected, type Sequence } from '../collections/support/sequences.js';

/** What a queue of this prefix takes, by the configuration of the member. */
export const BOUNDED = 'bounded';
export const MOST = 3;

const UNBOUNDED = 2 ** 31 - 1;
const FULL: Expected = { rejects: 'IllegalStateError' };

/** What queues do, whichever client asks and whichever member answers. */
export const queueSequences: readonly Sequence[] = [
  {
    title: 'in at the end, out at the front',
    steps: [
      [['isEmpty'], gives(true)],
      [['peek'], gives(null)],
      [['poll'], gives(null)],
      [['poll', 5], gives(null)],
      [['add', 'a'], gives(true)],
      [['offer', 'b'], gives(true)],
      [['offer', 'c', 1000], gives(true)],
      [['put', 'd'], gives(undefined)],
      [['offer', 'e', -1], gives(true)],
      [['size'], gives(5)],
      [['remainingCapacity'], gives(UNBOUNDED - 5)],
      [['peek'], gives('a')],
      [['toArray'], gives(['a', 'b', 'c', 'd', 'e'])],
      [['poll'], gives('a')],
      [['poll', 1000], gives('b')],
      [['take'], gives('c')],
      [['poll', -1], gives('d')],
      [['contains', 'e'], gives(true)],
      [['contains', 'd'], gives(false)],
      [['clear'], gives(undefined)],
      [['clear'], gives(undefined)],
      [['isEmpty'], gives(true)],
    ],
    events: ['+a', '+b', '+c', '+d', '+e', '-a', '-b', '-c', '-d', '-e'],
  },
  {
    title: 'many at once',
    steps: [
      [['addAll', ['a', 'b', 'c', 'a', 'd']], gives(true)],
      [['addAll', []], gives(true)],
      [['containsAll', ['d', 'a']], gives(true)],
      [['containsAll', ['a', 'x']], gives(false)],
      [['containsAll', []], gives(true)],
      [['remove', 'a'], gives(true)],
      [['remove', 'x'], gives(false)],
      [['toArray'], gives(['b', 'c', 'a', 'd'])],
      [['removeAll', ['x']], gives(false)],
      [['removeAll', ['c', 'x']], gives(true)],
      [['retainAll', ['a', 'b', 'd']], gives(false)],
      [['retainAll', ['d', 'b']], gives(true)],
      [['toArray'], gives(['b', 'd'])],
      [['removeAll', []], gives(false)],
      [['retainAll', []], gives(true)],
      [['isEmpty'], gives(true)],
    ],
    events: ['+a', '+b', '+c', '+a', '+d', '-a', '-c', '-a', '-b', '-d'],
  },
  {
    title: 'drained',
    steps: [
      [['addAll', ['a', 'b', 'c', 'd', 'e']], gives(true)],
      [['drainTo', () => ['before'], 2], gives([2, ['before', 'a', 'b']])],
      [['drainTo', () => [], 0], gives([0, []])],
      [['drainTo', () => []], gives([3, ['c', 'd', 'e']])],
      [['drainTo', () => []], gives([0, []])],
      [['addAll', ['f', 'g']], gives(true)],
      [['drainTo', () => [], 100], gives([2, ['f', 'g']])],
      [['add', 'h'], gives(true)],
      [['drainTo', () => [], -1], gives([1, ['h']])],
    ],
    events: ['+a', '+b', '+c', '+d', '+e', '-a', '-b', '-c', '-d', '-e', '+f', '+g', '-f', '-g', '+h', '-h'],
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
    events: ['+a', '+b', '+c', '-a', '+d'],
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
    events: [],
  },
];
