import * as fc from 'fast-check';
import { rounds, seedOf, startFaultProxy } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { MoveChooser } from '../../../runtime/dist/caller/links/move-chooser.js';
import { forceMoves } from '../support/ours/force-moves.js';
import { quickGuard } from '../support/ours/quick-guard.js';
import { BROKER_PORT } from '../support/rabbitmq.js';
import { runAll } from '../api/support/compare.js';
import { RandomProgram, steps } from '../api/support/random-program.js';

const seed = seedOf('amqp moves');
const numRuns = rounds({ short: 8, full: 20, soak: 500 });
/** Milliseconds of silence after which the guard writes. */
const QUICK = 2;
/** What comes is in so small pieces, and so slow, that many moves are in the midst of a message. */
const PIECE = 5_000;
const BYTES_PER_SECOND = 20_000_000;
/** Milliseconds after which a program hangs. */
const LIMIT = 20_000;

let url: string;
beforeEach(async () => {
  const proxy = await startFaultProxy({ target: `127.0.0.1:${BROKER_PORT}` });
  onTestFinished(() => proxy.close());
  proxy.splitBytes(PIECE);
  proxy.throttle(BYTES_PER_SECOND);
  url = `amqp://guest:guest@${proxy.address}?heartbeat=1`;
  onTestFinished(quickGuard(QUICK));
  // Else, once a program has had much in flight, connections would begin in the thread, and none would move.
  vi.spyOn(MoveChooser.prototype, 'hasChosen', 'get').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
});

test('random programs see the same of amqplib and of connections that move at any time, while a guard writes', async () => {
  const random = createRandom(seed);
  // From before anybody knows of it to half a second, mostly early.
  const moves = forceMoves(() => Math.floor(random.skewed(1, 500)) - 1);
  onTestFinished(moves.stop);
  const property = fc.asyncProperty(steps, async (program) => {
    const { theirs, ours } = await runAll((bench) => {
      // Whatever the other tests have.
      const connect = (to: string): unknown => bench.api.connect(to, { threaded: 'auto' } as object);
      const api = { ...bench.api, connect } as typeof bench.api;
      const running = new RandomProgram({ ...bench, api, url }).run(program);
      // It would wait for ever for what a broken connection does not bring.
      const limit = new Promise<void>((resolve) => setTimeout(resolve, LIMIT).unref());
      return Promise.race([running, limit, bench.log.until('model error')]);
    });
    expect(ours).toEqual(theirs);
  });
  await fc.assert(property, { seed, numRuns, endOnFailure: true });
  expect(moves.moved).toBeGreaterThan(numRuns / 2);
}, 600_000);
