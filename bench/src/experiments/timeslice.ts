import { Tier, type Cell, type Experiment } from '../experiment.js';
import { worksOf } from '../load/works-of.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { publishedColumn } from '../published.js';

type Pause = (resume: () => void) => void;

const PAUSES: Readonly<Record<string, Pause | null>> = {
  sync: null,
  nextTick: (resume) => process.nextTick(resume),
  setTimeout: (resume) => void setTimeout(resume, 0),
  setImmediate: (resume) => void setImmediate(resume),
};

/** The blog does not say its n: seven levels of 1 ms timers are about its 116 operations/s. */
const CELLS: readonly (Cell & { readonly n: number; readonly result: number })[] = [
  { id: 'fib-7', title: 'fib(7)', tier: Tier.QUICK, n: 7, result: 13 },
  { id: 'fib-15', title: 'fib(15)', tier: Tier.DEFAULT, n: 15, result: 610 },
];

function fib(n: number): number {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function slicedFib(n: number, pause: Pause): Promise<number> {
  return new Promise((resolve) => {
    pause(() => {
      if (n < 2) return resolve(n);
      resolve(Promise.all([slicedFib(n - 1, pause), slicedFib(n - 2, pause)]).then(([a, b]) => a + b));
    });
  });
}

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
  approaches: Object.keys(PAUSES).map((name) => ({ name, tier: Tier.QUICK })),
  figures: WINDOW_FIGURES,
  published: BLOG.flatMap(([column, value]) => publishedColumn(column, ['fib-7'], [value])),
  run: worksOf(CELLS, ({ n, result }, { approach }) => {
    const pause = PAUSES[approach];
    if (pause === null)
      return (count) => {
        for (let i = 0; i < count; i++) if (fib(n) !== result) throw new Error(`fib(${n}) is ${result}`);
      };
    return async (count) => {
      for (let i = 0; i < count; i++)
        if ((await slicedFib(n, pause)) !== result) throw new Error(`fib(${n}) is ${result}`);
    };
  }),
};
