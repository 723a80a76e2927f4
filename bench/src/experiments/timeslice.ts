import { fib, PAUSES, slicedFib, Slicer } from '@offloop/demo-server/measuring';
import { publishedColumn, Tier, type Cell, type Experiment } from '../experiment.js';
import { worksOf } from '../load/work.js';
import { WINDOW_FIGURES } from '../load/window.js';

const SYNC = 'sync';
const APPROACHES = [SYNC, Slicer.NEXT_TICK, Slicer.SET_TIMEOUT, Slicer.SET_IMMEDIATE];

/** The cells. The blog does not say its n: seven levels of 1 ms timers are about its 116 operations/s. */
const CELLS: readonly (Cell & { readonly n: number; readonly result: number })[] = [
  { id: 'fib-7', title: 'fib(7)', tier: Tier.QUICK, n: 7, result: 13 },
  { id: 'fib-15', title: 'fib(15)', tier: Tier.DEFAULT, n: 15, result: 610 },
];

const BLOG: readonly (readonly [column: string, value: number])[] = [
  ['blog, sync', 14_611_668],
  ['blog, nextTick', 770],
  ['blog, setTimeout', 116],
  ['blog, setImmediate', 739],
];

export const timeslice: Experiment = {
  name: 'timeslice',
  title: 'Time slicing against synchronous code',
  method:
    'The textbook recursion, in one go or with a pause before every call, one number after another on an otherwise idle loop. ' +
    'The half of the experiment behind an HTTP server is the demo (`pnpm demo:load`).',
  needsMember: false,
  pace: 0.3,
  cells: CELLS,
  approaches: APPROACHES.map((name) => ({ name, tier: Tier.QUICK })),
  figures: WINDOW_FIGURES,
  published: BLOG.flatMap(([column, value]) => publishedColumn(column, ['fib-7'], [value])),
  run: worksOf(CELLS, ({ n, result }, { approach }) => {
    if (approach === SYNC)
      return (count) => {
        for (let i = 0; i < count; i++) if (fib(n) !== result) throw new Error(`fib(${n}) is ${result}`);
      };
    const pause = PAUSES[approach as Slicer];
    return async (count) => {
      for (let i = 0; i < count; i++)
        if ((await slicedFib(n, pause)) !== result) throw new Error(`fib(${n}) is ${result}`);
    };
  }),
};
