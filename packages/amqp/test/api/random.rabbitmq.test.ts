import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { expect, test } from 'vitest';

import { runAll } from './support/compare.js';
import { RandomProgram, steps } from './support/random-program.js';

const seed = seedOf('amqp programs');
const numRuns = rounds({ short: 8, full: 100 });

test('random programs see the same of amqplib and of ours', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (program) => {
      const { theirs, ours } = await runAll((bench) => new RandomProgram(bench).run(program));
      expect(ours).toEqual(theirs);
    }),
    { seed, numRuns },
  );
});
