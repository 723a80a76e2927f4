import * as fc from 'fast-check';
import { rounds, seedOf, startFaultProxy } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { MoveChooser } from '../../../runtime/dist/caller/links/move-chooser.js';
import { LinkAgent } from '../../../runtime/dist/thread/link-agent.js';
import { forceMoves, type ForcedMoves } from '../support/ours/force-moves.js';
import { quickGuard } from '../support/ours/quick-guard.js';
import { BROKER_PORT } from '../support/rabbitmq.js';
import { runAll } from '../api/support/compare.js';
import { RandomProgram, steps, type Step } from '../api/support/random-program.js';

const seed = seedOf('amqp moves');
const numRuns = rounds({ short: 8, full: 20, soak: 500 });
/** Milliseconds of silence after which the guard writes. */
const QUICK = 2;
/** What comes is in so small pieces, and so slow, that many moves are in the midst of a message. */
const PIECE = 5_000;
const BYTES_PER_SECOND = 20_000_000;

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

/** From before anybody knows of a connection to half a second, mostly early. */
function movesAtRandom(): ForcedMoves {
  const random = createRandom(seed);
  const moves = forceMoves(() => Math.floor(random.skewed(1, 500)) - 1);
  onTestFinished(moves.stop);
  return moves;
}

/** Compares programs, at most some. @param limitMillis after which a program hangs */
function compare(most: number, limitMillis: number): Promise<fc.RunDetails<[Step[]]>> {
  const property = fc.asyncProperty(steps, async (program) => {
    const { theirs, ours } = await runAll((bench) => {
      // Whatever the other tests have.
      const connect = (to: string): unknown => bench.api.connect(to, { threaded: 'auto' } as object);
      const api = { ...bench.api, connect } as typeof bench.api;
      const running = new RandomProgram({ ...bench, api, url }).run(program);
      // It would wait for ever for what a broken connection does not bring.
      const limit = new Promise<void>((resolve) => setTimeout(resolve, limitMillis).unref());
      return Promise.race([running, limit, bench.log.until('model error')]);
    });
    expect(ours).toEqual(theirs);
  });
  return fc.check(property, { seed, numRuns: most, endOnFailure: true }) as Promise<fc.RunDetails<[Step[]]>>;
}

test('random programs see the same of amqplib and of connections that move at any time, while a guard writes', async () => {
  const moves = movesAtRandom();
  const result = await compare(numRuns, 20_000);
  expect(result.failed ? fc.defaultReportMessage(result) : undefined).toBeUndefined();
  expect(moves.moved).toBeGreaterThan(numRuns / 2);
}, 600_000);

test('they would find that a move loses what was read of a message', async () => {
  const { prototype } = LinkAgent;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with `this`
  const { takeOut } = prototype;
  prototype.takeOut = function takeOutWithoutUnread(link, writes) {
    const taken = takeOut.call(this, link, writes);
    return taken && { ...taken, unread: Buffer.alloc(0) };
  };
  onTestFinished(() => {
    prototype.takeOut = takeOut;
  });
  movesAtRandom();
  expect((await compare(1_000, 3_000)).failed).toBe(true);
}, 600_000);
